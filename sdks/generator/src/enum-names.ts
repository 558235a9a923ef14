/**
 * Names of the open enums.
 *
 * `protocol.json` lists known values at each field and names none, but languages need names, and the same
 * values stand at several fields. Fields with the same name here share one enum. A field that is not listed
 * gets a name from where it stands, so a new one needs no change here.
 */
export const enumNames: Readonly<Record<string, { readonly name: string; readonly doc: string }>> =
  Object.freeze({
    "extproto.extension.subscribe.events": {
      name: "EventName",
      doc: "An event that extensions can observe.",
    },
    "extproto.extension.subscribe.intercept": {
      name: "InterceptName",
      doc: "An event that extensions can intercept.",
    },
    "extproto.extension.subscribe.on_failure": {
      name: "FailurePolicy",
      doc: "What happens to an intercepted action when its interceptor fails.",
    },
    "extproto.extension.notify.level": { name: "NoteLevel", doc: "How urgent a note is." },
    "extproto.host.event.stop": { name: "StopReason", doc: "Why a model call ended." },
    "extproto.host.panel_key.key": { name: "PanelKeyName", doc: "A key that was pressed in a panel." },
    "rpc.client.panel_key.key": { name: "PanelKeyName", doc: "A key that was pressed in a panel." },
    "rpc.server.turn_end.stop": { name: "StopReason", doc: "Why a model call ended." },
    "rpc.server.ext_notify.level": { name: "NoteLevel", doc: "How urgent a note is." },
    "rpc.server.ext_intercept.event": {
      name: "InterceptName",
      doc: "An event that extensions can intercept.",
    },
    "rpc.server.ext_intercept.outcome": { name: "InterceptOutcome", doc: "What became of an interception." },
    "Message.role": { name: "MessageRole", doc: "Who a message is from." },
    "InvokeData.action": { name: "CommandAction", doc: "What a slash command asked for." },
    "ExtensionInfo.state": { name: "ExtensionState", doc: "How an extension is doing." },
    "ExtensionInfo.scope": { name: "ExtensionScope", doc: "Where an extension was found." },
  });
