/** Channels: messages from outside that become prompts, and the replies to them. Spec: additions.md. */
import { id, object, opt, text } from "../../define/fields.js";
import { frame, type Infer } from "../../define/frame.js";

export const RegisterChannel = frame({
  type: "register_channel",
  doc: "Offers a channel.",
  kind: "one-way",
  capability: "channels",
  since: "1.0",
  fields: { name: id("Name of the channel."), description: opt(text("One line for the user.")) },
  examples: [{ type: "register_channel", name: "slack", description: "the team's Slack" }],
});
export type RegisterChannel = Infer<typeof RegisterChannel>;

export const UnregisterChannel = frame({
  type: "unregister_channel",
  doc: "Takes a channel back.",
  kind: "one-way",
  capability: "channels",
  since: "1.0",
  fields: { name: id("Name of a channel that this extension registered.") },
  examples: [{ type: "unregister_channel", name: "slack" }],
});
export type UnregisterChannel = Infer<typeof UnregisterChannel>;

export const ChannelMessage = frame({
  type: "channel_message",
  doc: "A message came in; the host runs it as a prompt.",
  kind: "request",
  answeredBy: "channel_reply",
  capability: "channels",
  since: "1.0",
  fields: {
    id: id("Correlates the reply."),
    channel: id("Name of the channel."),
    text: text("The message."),
    sender: text("Who sent it."),
    metadata: opt(object("Whatever the channel needs to route the reply.")),
  },
  examples: [
    {
      type: "channel_message",
      id: "m1",
      channel: "slack",
      text: "hi",
      sender: "bob",
      metadata: { thread: 7 },
    },
  ],
});
export type ChannelMessage = Infer<typeof ChannelMessage>;

export const ChannelReply = frame({
  type: "channel_reply",
  doc: "The final text of the prompt, or why there is none.",
  kind: "answer",
  answers: "channel_message",
  capability: "channels",
  since: "1.0",
  fields: {
    id: id("The id of the channel_message."),
    channel: id("Name of the channel."),
    text: opt(text("What the assistant said.")),
    error: opt(text("Why there is no reply.")),
  },
  examples: [
    { type: "channel_reply", id: "m1", channel: "slack", text: "hello bob" },
    { type: "channel_reply", id: "m1", channel: "slack", error: "aborted" },
  ],
});
export type ChannelReply = Infer<typeof ChannelReply>;
