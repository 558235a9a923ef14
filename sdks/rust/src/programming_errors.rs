//! What an author may not write. It is told where it is written: a host ignores such a frame, and a guard that is
//! ignored guards nothing.

use crate::protocol::types::{FailurePolicy, NoteLevel};
use crate::protocol::Object;
use serde_json::Value;

/// Panics where the protocol has no such tool; gives the text of its schema.
pub(crate) fn tool(name: &str, schema: &Value) -> Object {
    assert!(
        is_name(name) && name.len() <= 64,
        "{name:?} cannot be the name of a tool: up to 64 letters, digits, underscores and dashes"
    );
    match Object::try_from(schema.clone()) {
        Ok(text) if schema["type"] == "object" => text,
        _ => panic!(
            r#"the tool {name} cannot be offered: its schema is not one whose "type" is "object""#
        ),
    }
}

/// Panics where no command can have the name.
pub(crate) fn command(name: &str) {
    assert!(
        is_name(name),
        "{name:?} cannot be the name of a command: letters, digits, underscores and dashes, without the slash"
    );
}

/// Panics where the protocol has no such policy.
pub(crate) fn policy(policy: &FailurePolicy) {
    if let FailurePolicy::Other(other) = policy {
        panic!(r#"on_failure takes "allow" or "block", not {other:?}"#);
    }
}

/// Panics where no note has the level.
pub(crate) fn level(level: &NoteLevel) {
    if let NoteLevel::Other(other) = level {
        panic!(r#"notify takes the level "info", "success", "warn" or "error", not {other:?}"#);
    }
}

fn is_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    !name.is_empty() && name.bytes().all(fits)
}
