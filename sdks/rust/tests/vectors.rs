//! The vectors of the schemas decide whether the generated types are right. They lie beside the SDKs in the
//! repository; the packed crate has none.

use extproto::protocol::{client, extension, host, server, DecodeError};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

struct Again {
    line: String,
    unknown: bool,
}

fn again(side: &str, line: &str) -> Result<Again, DecodeError> {
    macro_rules! with {
        ($side:ident) => {{
            let frame = $side::Frame::decode(line)?;
            let unknown = matches!(frame, $side::Frame::Unknown(_));
            Ok(Again {
                line: frame.encode(),
                unknown,
            })
        }};
    }
    match side {
        "extproto.extension" => with!(extension),
        "extproto.host" => with!(host),
        "rpc.client" => with!(client),
        "rpc.server" => with!(server),
        _ => panic!("no side {side}"),
    }
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, v)| b.get(key).is_some_and(|w| same(v, w)))
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(v, w)| same(v, w))
        }
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        _ => a == b,
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn vectors() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas/vectors");
    if !root.exists() {
        println!("the vectors are in the repository, not in the crate");
        return;
    }
    let mut failures = Vec::new();
    let (mut round_trips, mut tolerated, mut refused) = (0, 0, 0);
    let mut paths = Vec::new();
    files(&root.join("extproto"), &mut paths);
    files(&root.join("rpc"), &mut paths);
    for path in paths {
        let file: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let frame = file["frame"].as_str().unwrap();
        let side = &frame[..frame.rfind('.').unwrap()];
        for vector in file["vectors"].as_array().unwrap() {
            let text = |name: &str| vector[name].as_str().unwrap_or_default();
            let name = format!("{frame}: {}", text("name"));
            let result = again(side, &vector["value"].to_string());
            match (text("verdict"), text("accept"), result) {
                ("invalid", "valid", result) => {
                    tolerated += 1;
                    let once = result.map(|again| again.line);
                    let twice = once.clone().and_then(|line| again(side, &line));
                    if once.is_err() || twice.map(|again| again.line) != once {
                        failures.push(format!("{name}: {once:?}"));
                    }
                }
                ("invalid", _, Ok(again)) => failures.push(format!("{name}: {}", again.line)),
                ("invalid", _, Err(error)) => {
                    refused += 1;
                    if error.path != text("path") || error.frame != frame {
                        failures.push(format!("{name}: {error} is not at {}", text("path")));
                    }
                }
                (_, _, Err(error)) => failures.push(format!("{name}: {error}")),
                (_, _, Ok(again)) => {
                    round_trips += 1;
                    let value = serde_json::from_str(&again.line).unwrap();
                    if !same(&vector["value"], &value) {
                        failures.push(format!("{name}: came back as {}", again.line));
                    }
                }
            }
        }
    }
    let file: Value =
        serde_json::from_str(&fs::read_to_string(root.join("lines.json")).unwrap()).unwrap();
    let lines = file["vectors"].as_array().unwrap();
    for vector in lines {
        let text = |name: &str| vector[name].as_str().unwrap_or_default();
        let right = match again("extproto.extension", text("line")) {
            Err(error) => {
                text("verdict") == "invalid"
                    && error.code == text("code")
                    && error.path == text("path")
            }
            Ok(again) => {
                text("verdict") == if again.unknown { "unknown" } else { "valid" }
                    && same(
                        &serde_json::from_str(text("line")).unwrap(),
                        &serde_json::from_str(&again.line).unwrap(),
                    )
            }
        };
        if !right {
            failures.push(format!("line: {}", text("name")));
        }
    }
    println!(
        "{round_trips} round trips, {tolerated} tolerated, {refused} refused, {} lines, {} failures",
        lines.len(),
        failures.len()
    );
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn passthrough_keeps_numbers_order_and_half_surrogates() {
    let line = concat!(
        r#"{"type":"tool_call","id":"1","name":"n","#,
        r#""args":{"z":12345678901234567890.10,"a":[1e400,"\ud800"]},"later":{"b":1,"a":2}}"#
    );
    assert_eq!(host::Frame::decode(line).unwrap().encode(), line);
}

#[test]
fn half_a_surrogate_pair_in_a_text_is_replaced() {
    let line = r#"{"type":"notify","level":"info","message":"a\ud800b","x\udc00":1}"#;
    let again = extension::Frame::decode(line).unwrap().encode();
    let expected =
        "{\"type\":\"notify\",\"level\":\"info\",\"message\":\"a\u{fffd}b\",\"x\u{fffd}\":1}";
    assert_eq!(again, expected);
}

#[test]
fn nesting_without_end_is_no_trouble() {
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let line = format!(r#"{{"type":"tool_call","id":"1","name":"n","args":{{"a":{deep}}}}}"#);
    assert_eq!(host::Frame::decode(&line).unwrap().encode(), line);
}

#[test]
fn encoding_stays_on_one_line_and_leaves_known_names_out_of_extra() {
    let schema: extproto::protocol::Object =
        serde_json::from_str("{\n \"type\":\r\n\"object\"}").unwrap();
    let mut tool = extension::RegisterTool::new("t", "", schema);
    tool.extra = vec![
        ("name".into(), Value::Null.into()),
        ("later".into(), Value::Null.into()),
    ];
    let line = extension::Frame::from(tool).encode();
    let expected = r#"{"type":"register_tool","name":"t","description":"","schema":{ "type":"object"},"later":null}"#;
    assert_eq!(line, expected);
}
