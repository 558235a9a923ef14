//! What the protocol forbids is refused where it is written, and what cannot be read is never let through.

use extproto::protocol::extension::Frame;
use extproto::protocol::types::FailurePolicy;
use extproto::protocol::Object;
use extproto::testing::TestHost;
use extproto::{allow, json, ContentBlock, DecodeError, Extension, NoteLevel, Value};
use std::panic::{catch_unwind, AssertUnwindSafe};

fn named() -> Extension {
    Extension::new("probe", "1.2.3")
}

fn anything() -> Value {
    json!({"type": "object"})
}

/// What it panics with.
fn saying<T>(call: impl FnOnce() -> T) -> String {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(_) => "nothing".to_owned(),
        Err(payload) => payload
            .downcast_ref::<String>()
            .cloned()
            .unwrap_or_default(),
    }
}

/// The text of a result, and whether it is an error.
fn result(host: &TestHost, id: &str) -> (String, bool) {
    let result = host.tool_result(id);
    let text = match result.content.into_iter().next() {
        Some(ContentBlock::Text(text)) => text.text,
        other => format!("{other:?}"),
    };
    (text, result.is_error == Some(true))
}

fn call(host: &TestHost, name: &str, args: &str) -> (String, bool) {
    host.send_line(&format!(
        r#"{{"type":"tool_call","id":{args:?},"name":"{name}","args":{args}}}"#
    ));
    result(host, args)
}

#[test]
fn what_the_protocol_forbids_is_refused_where_it_is_written() {
    let tool = |name: &str, schema: Value| {
        let name = name.to_owned();
        saying(move || named().tool(name, "", schema, |_, _| ""))
    };
    for (said, words) in [
        (
            saying(|| named().on_failure(FailurePolicy::from("refuse"))),
            r#"on_failure takes "allow" or "block", not "refuse""#,
        ),
        (
            saying(|| named().notify(NoteLevel::from("warning"), "x")),
            r#""info", "success", "warn" or "error", not "warning""#,
        ),
        (
            saying(|| named().command("/c", "", |_, _| {})),
            r#""/c" cannot be the name of a command: letters, digits, underscores and dashes"#,
        ),
        (
            tool("a b", anything()),
            r#""a b" cannot be the name of a tool: up to 64 letters, digits"#,
        ),
        (tool(&"a".repeat(65), anything()), "up to 64 letters"),
        (
            tool("a", json!({"type": "array"})),
            r#"whose "type" is "object""#,
        ),
        (tool("a", json!(true)), r#"whose "type" is "object""#),
    ] {
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_note_of_a_level_that_there_is_not_fails_its_call() {
    let host = TestHost::start(named().tool("t", "", anything(), |_, context| {
        context.notify(NoteLevel::from("warning"), "x");
        "told"
    }));
    let (said, failed) = call(&host, "t", "{}");
    assert!(failed && said.contains(r#"not "warning""#), "{said}");
}

#[test]
fn a_field_that_is_there_never_passes_for_missing() {
    let args: Object = serde_json::from_str(
        r#"{"lone":"a\ud800\u0041\udc00b\\ud800","pair":"\ud83d\ude00","number":5,"null":null,"\ud800":1}"#,
    )
    .unwrap();
    let text = |name: &str| {
        args.field::<String>(name)
            .map_err(|error| error.to_string())
    };
    assert_eq!(text("lone").unwrap(), "a\u{fffd}A\u{fffd}b\\ud800");
    assert_eq!(text("pair").unwrap(), "\u{1f600}");
    assert!(text("number")
        .unwrap_err()
        .starts_with("/number cannot be read"));
    assert!(text("null").is_err());
    assert_eq!(text("none").unwrap_err(), "/none is missing");
    let optional = |name: &str| args.field::<Option<String>>(name);
    assert_eq!(optional("none"), Ok(None));
    assert!(optional("number").is_err());
    assert_eq!(args.field("\u{fffd}"), Ok(1));
    assert_eq!(
        args.parse::<Value>().unwrap()["lone"],
        text("lone").unwrap()
    );
}

#[test]
fn requests_are_answered_however_deep_they_are() {
    let extension = named()
        .tool("t", "", anything(), |_, _| "fine")
        .intercept_tool_call(|call, _| {
            call.tool_args.field::<Value>("x")?;
            Ok::<_, DecodeError>(allow())
        });
    let host = TestHost::start(extension);
    for depth in [130, 20_000, 2_000_000] {
        let deep = format!(
            r#"{{"x":["\"type\\",{}{}]}}"#,
            "[".repeat(depth),
            "]".repeat(depth)
        );
        host.send_line(&format!(
            r#"{{"args":{deep},"type":"tool_call","name":"t","id":"call {depth}"}}"#
        ));
        let (said, failed) = result(&host, &format!("call {depth}"));
        assert!(failed && said.starts_with("invalid arguments: "), "{said}");
        let id = format!("ask {depth}");
        host.send_line(&format!(
            r#"{{"type":"event_intercept","event":"tool_call","tool_id":"c","tool_name":"t","tool_args":{deep},"id":"{id}"}}"#
        ));
        let answer = host.next(|frame| match frame {
            Frame::EventInterceptResponse(answer) if answer.id == id => Some(answer.clone()),
            _ => None,
        });
        assert_eq!(answer.block, Some(true), "{depth}");
    }
}

#[test]
fn an_integer_may_be_written_with_a_fraction() {
    #[derive(serde::Deserialize, Debug)]
    #[allow(dead_code)]
    struct Args {
        n: i8,
        many: Option<Vec<u64>>,
    }
    let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    let extension = named()
        .tool_typed("typed", "", schema.clone(), |args: Args, _| {
            format!("{args:?}")
        })
        .tool("plain", "", schema, |args, context| {
            format!("{:?} {:?}", args["n"].as_i64(), context.raw_args())
        });
    let host = TestHost::start(extension);
    let said = |name: &str, args: &str| call(&host, name, args);
    assert_eq!(
        said("typed", r#"{"n":2.0,"many":[18446744073709551615.0,1e2]}"#),
        (
            "Args { n: 2, many: Some([18446744073709551615, 100]) }".to_owned(),
            false
        )
    );
    assert_eq!(
        said("plain", r#"{"n":-20e-1}"#),
        (r#"Some(-2) {"n":-20e-1}"#.to_owned(), false)
    );
    for (args, words) in [
        (
            r#"{"n":300}"#,
            "integer `300`, expected an integer that the tool can hold",
        ),
        (r#"{"n":1,"many":[2.5]}"#, "expected an integer"),
        (r#"{}"#, "missing field `n`"),
    ] {
        let (told, failed) = said("typed", args);
        assert!(failed && told.contains(words), "{told}");
        for name in ["i8", "u64", "struct", "Args", " at line"] {
            assert!(!told.contains(name), "{told}");
        }
    }
}
