/** The one type that pith's channels share with their host. Spec: pith-profile.md. */
import { object, opt, text } from "../define/fields.js";
import { document, type InferDocument } from "../define/frame.js";

export const PithMessage = document({
  name: "Message",
  protocol: "pith",
  doc: "A message that a pith channel receives or sends.",
  since: "1.0",
  fields: {
    text: text("The message."),
    sender: text("Who sent it."),
    channel: text("Name of the channel."),
    metadata: opt(object("Whatever the channel needs to route the reply.")),
  },
  examples: [{ text: "hi", sender: "bob", channel: "slack", metadata: { thread: 7 } }],
});
export type PithMessage = InferDocument<typeof PithMessage>;
