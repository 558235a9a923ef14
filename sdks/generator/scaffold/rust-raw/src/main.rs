//! One JSON object a line: requests come in on standard input, answers go out on standard output.

use serde_json::{json, Value};
use std::io::{self, BufRead, Write};

/// What is to be written in answer to one frame of the host.
fn receive(frame: &Value) -> Vec<Value> {
    let id = &frame["id"];
    match frame["type"].as_str() {
        Some("hello_ack") if frame["protocol_version"] != 1 => {
            eprintln!(
                "the host speaks version {} of the protocol",
                frame["protocol_version"]
            );
            std::process::exit(1);
        }
        Some("hello_ack") => vec![
            json!({"type": "register_command", "name": "greet", "description": "greets you"}),
            json!({"type": "register_tool", "name": "greet", "description": "Greets somebody.", "schema": {
                "type": "object",
                "properties": {"name": {"type": "string"}},
                "required": ["name"],
            }}),
            json!({"type": "ready"}),
        ],
        Some("tool_call") => {
            let name = frame["args"]["name"]
                .as_str()
                .filter(|_| frame["name"] == "greet");
            let text = name.map_or("greet needs a name".to_string(), |name| {
                format!("Hello, {name}!")
            });
            let content = json!([{"type": "text", "text": text}]);
            vec![
                json!({"type": "tool_result", "id": id, "content": content, "is_error": name.is_none()}),
            ]
        }
        Some("command_invoked") if frame["name"] == "greet" => {
            let name = frame["args"]
                .as_str()
                .filter(|args| !args.is_empty())
                .unwrap_or("you");
            let text = format!("Hello, {name}!");
            vec![
                json!({"type": "command_response", "id": id, "action": "display", "display": text}),
            ]
        }
        Some("command_invoked") => {
            let error = format!("no command /{}", frame["name"].as_str().unwrap_or_default());
            vec![json!({"type": "command_response", "id": id, "action": "noop", "error": error})]
        }
        Some("shutdown") => vec![json!({"type": "shutdown_ack"})],
        _ => vec![],
    }
}

fn send(frame: &Value) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{frame}")?;
    out.flush()
}

fn main() -> io::Result<()> {
    send(
        &json!({"type": "hello", "name": "{{name}}", "version": "0.1.0", "capabilities": ["commands", "tools"]}),
    )?;
    for line in io::stdin().lock().split(b'\n') {
        let Ok(frame) = serde_json::from_slice::<Value>(&line?) else {
            eprintln!("skipped a line that is no frame");
            continue;
        };
        for answer in receive(&frame) {
            send(&answer)?;
        }
        if frame["type"] == "shutdown" {
            return Ok(());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{json, receive};

    #[test]
    fn greets_by_name() {
        let call =
            json!({"type": "tool_call", "id": "1", "name": "greet", "args": {"name": "Ada"}});
        let content = json!([{"type": "text", "text": "Hello, Ada!"}]);
        let result =
            json!({"type": "tool_result", "id": "1", "content": content, "is_error": false});
        assert_eq!(receive(&call), [result]);
    }
}
