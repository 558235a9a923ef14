//! What an extension does, against a host in memory.

use extproto::protocol::extension::{CommandResponse, Frame};
use extproto::protocol::host;
use extproto::protocol::types::{FailurePolicy, PanelKeyName};
use extproto::testing::TestHost;
use extproto::{
    block, display, failure, image, insert, json, open_panel, prompt, replace, rewrite, text,
    Decision, Extension, NoteLevel, PanelContent, Value,
};
use std::sync::{mpsc, Arc, Mutex};
use std::time::Duration;

fn named() -> Extension {
    Extension::new("probe", "1.2.3")
}

fn anything() -> Value {
    json!({"type": "object"})
}

fn plain_host(extension: Extension) -> TestHost {
    let mut greeting = TestHost::greeting();
    greeting.capabilities = None;
    TestHost::start_with(extension, greeting)
}

fn kinds(host: &TestHost) -> Vec<String> {
    let frames = host.frames();
    frames.iter().map(|frame| frame.kind().to_owned()).collect()
}

fn lines(host: &TestHost) -> Vec<String> {
    host.frames().iter().map(Frame::encode).collect()
}

/// The text of a result, with a mark where it is an error.
fn called(host: &TestHost, name: &str, args: Value) -> String {
    let result = host.call_tool(name, args);
    let content: Vec<String> = result
        .content
        .into_iter()
        .map(|content| match content {
            extproto::ContentBlock::Text(text) => text.text,
            other => format!("{other:?}"),
        })
        .collect();
    let mark = if result.is_error == Some(true) {
        "error: "
    } else {
        ""
    };
    format!("{mark}{}", content.join("|"))
}

#[test]
fn registers_what_was_offered_in_order_and_is_ready() {
    let extension = named()
        .command("b", "second letter", |_, _| {})
        .tool("a", "first letter", anything(), |_, _| "a")
        .on_turn_start(|_, _| {})
        .intercept_tool_call(|_, _| {})
        .on_failure(FailurePolicy::Block);
    let host = TestHost::start(extension.clone());
    assert_eq!(
        lines(&host)[1..],
        [
            r#"{"type":"register_command","name":"b","description":"second letter"}"#,
            r#"{"type":"register_tool","name":"a","description":"first letter","schema":{"type":"object"}}"#,
            r#"{"type":"subscribe","events":["turn_start"],"intercept":["tool_call"],"on_failure":"block"}"#,
            r#"{"type":"ready"}"#,
        ]
    );
    let known = extension.host().unwrap();
    assert_eq!(known.cwd.to_str(), Some("/project"));
    assert_eq!(known.data_dir.unwrap().to_str(), Some("/extension/data"));
}

#[test]
fn sends_nothing_of_an_addition_to_a_host_that_does_not_offer_it() {
    let extension = named()
        .tool("slow", "", anything(), |_, context| {
            context.progress("half way");
            "done"
        })
        .intercept_tool_call(|_, _| {})
        .on_failure(FailurePolicy::Block);
    let host = plain_host(extension.clone());
    assert_eq!(called(&host, "slow", json!({})), "done");
    assert!(!lines(&host).join("\n").contains("on_failure"));
    assert!(!kinds(&host).contains(&"tool_progress".to_owned()));
    let error = extension
        .add_tool("later", "", anything(), |_, _| "")
        .unwrap_err();
    assert!(error.to_string().contains("does not offer dynamic_tools"));
    assert!(extension.remove_tool("slow").is_err());
    assert!(host.logs().join("\n").contains("on_failure"));
}

#[test]
fn ends_with_a_status_of_its_own_where_the_host_speaks_another_version() {
    let mut greeting = TestHost::greeting();
    greeting.protocol_version = 99;
    let host = TestHost::start_with(named(), greeting);
    assert_eq!(host.exit_code(), Some(1));
    assert_eq!(kinds(&host), ["hello"]);
    assert!(host.logs().join("\n").contains("99"));
}

#[derive(serde::Deserialize)]
struct Repeat {
    count: usize,
    name: Option<String>,
}

fn tools() -> Extension {
    let schema = json!({
        "type": "object",
        "properties": {"count": {"type": "integer", "minimum": 1}, "name": {"type": "string"}},
        "required": ["count"],
    });
    named()
        .tool_typed("typed", "", schema, |Repeat { count, name }, _| {
            name.unwrap_or("x".into()).repeat(count)
        })
        .tool_typed("loose", "", anything(), |Repeat { count, .. }, _| {
            count.to_string()
        })
        .tool(
            "plain",
            "",
            json!({"type": "object", "required": ["n"]}),
            |args, _| vec![text(args["n"].to_string()), image("image/png", [0, 0, 0])],
        )
        .tool("panics", "", anything(), |_, _| -> String {
            panic!("no luck")
        })
        .tool("fails", "", anything(), |_, _| failure("not today"))
        .tool("errs", "", anything(), |_, _| {
            "x".parse::<u8>().map(|_| "parsed")
        })
        .tool("huge", "", anything(), |_, _| "x".repeat(5 << 20))
        .tool("exact", "", anything(), |_, context| {
            context.raw_args().get().to_owned()
        })
}

#[test]
fn a_tool_gets_arguments_that_its_schema_allows_and_no_others() {
    let host = TestHost::start(tools());
    assert_eq!(
        called(&host, "typed", json!({"count": 2, "name": "ab"})),
        "abab"
    );
    for args in [json!({}), json!({"count": 0}), json!({"count": "2"})] {
        let told = called(&host, "typed", args);
        assert!(
            told.starts_with("error: invalid arguments: /count"),
            "{told}"
        );
    }
    let told = called(&host, "loose", json!({}));
    assert_eq!(told, "error: invalid arguments: missing field `count`");
    let plain = host.call_tool("plain", json!({"n": 1}));
    assert_eq!(plain.content, [text("1"), image("image/png", [0, 0, 0])]);
    assert_eq!(
        called(&host, "plain", json!({})),
        "error: invalid arguments: /n is missing"
    );
    let unchecked = TestHost::start(tools().without_checks());
    assert!(called(&unchecked, "plain", json!({})).starts_with("null"));
}

#[test]
fn a_tool_that_panics_fails_is_unknown_or_says_too_much_has_an_error_as_its_result() {
    let host = TestHost::start(tools());
    assert_eq!(called(&host, "panics", json!({})), "error: no luck");
    assert_eq!(called(&host, "fails", json!({})), "error: not today");
    assert!(called(&host, "errs", json!({})).starts_with("error: invalid digit"));
    assert_eq!(
        called(&host, "nobody", json!({})),
        "error: no handler for tool \"nobody\""
    );
    assert!(called(&host, "huge", json!({})).contains("4194304"));
    assert!(host.logs().join("\n").contains("no luck"));
}

#[test]
fn large_numbers_reach_a_tool_with_all_their_digits() {
    let host = TestHost::start(tools());
    let args = r#"{"n":12345678901234567890.10}"#;
    host.send_line(&format!(
        r#"{{"type":"tool_call","id":"n","name":"exact","args":{args}}}"#
    ));
    assert_eq!(host.tool_result("n").content, [text(args)]);
}

#[test]
fn tools_run_side_by_side_and_answer_in_their_own_time() {
    let (begun, begins) = mpsc::channel();
    let (first, wait_first) = mpsc::channel::<()>();
    let (second, wait_second) = mpsc::channel::<()>();
    let (first_end, second_end) = (Mutex::new(wait_first), Mutex::new(wait_second));
    let extension = named().tool("wait", "", anything(), move |args, _| {
        begun.send(()).unwrap();
        let end = if args["key"] == "first" {
            &first_end
        } else {
            &second_end
        };
        end.lock().unwrap().recv().unwrap();
        args["key"].to_string()
    });
    let host = TestHost::start(extension);
    let one = host.begin_tool("wait", json!({"key": "first"}));
    let two = host.begin_tool("wait", json!({"key": "second"}));
    begins.recv().unwrap();
    begins.recv().unwrap();
    second.send(()).unwrap();
    assert_eq!(host.tool_result(&two).content, [text("\"second\"")]);
    first.send(()).unwrap();
    assert_eq!(host.tool_result(&one).content, [text("\"first\"")]);
}

#[test]
fn a_call_is_told_of_its_cancellation_and_may_report_progress() {
    let extension = named().tool("long", "", anything(), |_, context| {
        context.progress("begun");
        let waited = context.wait(Duration::from_secs(60));
        assert!(context.cancelled());
        waited
    });
    let host = TestHost::start(extension);
    let id = host.begin_tool("long", json!({}));
    let progress = host.next(|frame| match frame {
        Frame::ToolProgress(progress) => Some(progress.clone()),
        _ => None,
    });
    assert_eq!((progress.id, progress.text.as_str()), (id.clone(), "begun"));
    host.cancel_tool("nobody");
    host.cancel_tool(&id);
    let result = host.tool_result(&id);
    assert_eq!(
        (result.content, result.is_error),
        (vec![text("cancelled")], Some(true))
    );
}

#[test]
fn tools_come_and_go_while_the_extension_runs() {
    let extension = named().tool("grow", "", anything(), |_, context| {
        context
            .extension()
            .add_tool("grown", "", anything(), |_, _| "grown")
    });
    let host = TestHost::start(extension.clone());
    assert_eq!(called(&host, "grow", json!({})), "");
    assert_eq!(called(&host, "grown", json!({})), "grown");
    extension.remove_tool("grown").unwrap();
    extension.remove_tool("nobody").unwrap();
    assert!(called(&host, "grown", json!({})).starts_with("error"));
    let changes: Vec<String> = kinds(&host)
        .into_iter()
        .filter(|kind| kind.contains("register"))
        .collect();
    assert_eq!(
        changes,
        ["register_tool", "register_tool", "unregister_tool"]
    );
}

#[test]
fn a_command_answers_with_each_action_and_with_an_error() {
    let extension = named();
    let panel = extension.panel("p", |_, _| {}, |_| {});
    let extension = extension
        .command("ask", "", |args, _| prompt(args))
        .command("put", "", |_, _| insert("here"))
        .command("show", "", |_, context| {
            display(context.host().model.clone())
        })
        .command("open", "", move |_, _| {
            open_panel(&panel, PanelContent::new(["l"]).title("T").footer("f"))
        })
        .command("nothing", "", |_, _| {})
        .command("fails", "", |_, _| failure("no"))
        .command("errs", "", |_, _| "x".parse::<u8>().map(|_| ()))
        .command("panics", "", |_, _| -> () { panic!("thrown") });
    let host = TestHost::start(extension);
    let invoke = |name: &str, args: &str| {
        let line = Frame::from(host.invoke_command(name, args)).encode();
        let mut response: Value = serde_json::from_str(&line).unwrap();
        let fields = response.as_object_mut().unwrap();
        fields.retain(|name, _| name != "type" && name != "id");
        response
    };
    assert_eq!(
        invoke("ask", "what?"),
        json!({"action": "prompt", "prompt": "what?"})
    );
    assert_eq!(
        invoke("put", ""),
        json!({"action": "insert", "insert": "here"})
    );
    assert_eq!(
        invoke("show", ""),
        json!({"action": "display", "display": "test"})
    );
    let panel = json!({"id": "p", "title": "T", "lines": ["l"], "footer": "f"});
    assert_eq!(
        invoke("open", ""),
        json!({"action": "open_panel", "open_panel": panel})
    );
    assert_eq!(invoke("nothing", ""), json!({"action": "noop"}));
    assert_eq!(
        invoke("fails", ""),
        json!({"action": "noop", "error": "no"})
    );
    assert!(invoke("errs", "")["error"]
        .as_str()
        .unwrap()
        .contains("digit"));
    assert_eq!(
        invoke("panics", ""),
        json!({"action": "noop", "error": "thrown"})
    );
    let error = "no handler for /nobody";
    assert_eq!(
        invoke("nobody", ""),
        json!({"action": "noop", "error": error})
    );
}

#[test]
fn an_interceptor_allows_blocks_rewrites_and_replaces_in_short_and_in_full() {
    let extension = named()
        .intercept_tool_call(|call, _| match call.tool_name.as_str() {
            "bash" => Decision::from(Some("not bash")),
            "write" => block("not write"),
            "edit" => rewrite(call.tool_args.with("safe", true).with("b", 3)),
            "list" => rewrite([1]),
            _ => ().into(),
        })
        .intercept_turn_start(|turn, _| (turn.step > 2).then_some("enough"))
        .intercept_assistant_message(|message, _| match message.text.as_str() {
            "a" => replace("b"),
            "empty" => replace(""),
            _ => panic!("confused"),
        });
    let host = TestHost::start(extension);
    let call = |tool: &str| host.intercept_tool_call(tool, json!({"a": 1, "b": 2}));
    assert_eq!(
        (call("read").block, call("read").reason),
        (Some(false), None)
    );
    assert_eq!(call("bash").reason.as_deref(), Some("not bash"));
    assert_eq!(
        (call("write").block, call("write").reason.as_deref()),
        (Some(true), Some("not write"))
    );
    assert_eq!(
        call("edit").modified_args.unwrap().get(),
        r#"{"a":1,"b":3,"safe":true}"#
    );
    assert_eq!(
        (call("list").block, call("list").modified_args),
        (Some(true), None)
    );
    assert_eq!(host.intercept_turn_start(1).block, Some(false));
    assert_eq!(
        host.intercept_turn_start(3).reason.as_deref(),
        Some("enough")
    );
    assert_eq!(
        host.intercept_assistant_message("a")
            .replace_text
            .as_deref(),
        Some("b")
    );
    let empty = host.intercept_assistant_message("empty");
    assert_eq!((empty.block, empty.replace_text), (Some(false), None));
    let confused = host.intercept_assistant_message("?");
    let reason = "interceptor failed: confused";
    assert_eq!(
        (confused.block, confused.reason.as_deref()),
        (Some(true), Some(reason))
    );
}

#[test]
fn a_question_from_the_future_is_allowed() {
    let host = TestHost::start(named().intercept_turn_start(|_, _| Some("never")));
    host.send_line(r#"{"type":"event_intercept","id":"x1","event":"later"}"#);
    let answer = host.next(|frame| match frame {
        Frame::EventInterceptResponse(answer) => Some(answer.clone()),
        _ => None,
    });
    assert_eq!((answer.id.as_str(), answer.block), ("x1", Some(false)));
}

#[test]
fn events_are_handled_one_after_the_other_also_where_a_handler_is_slow_or_fails() {
    let (seen, sees) = mpsc::channel();
    let said = seen.clone();
    let extension = named()
        .on_turn_start(move |event, _| {
            std::thread::sleep(Duration::from_millis(20));
            seen.send(format!("turn {}", event.step)).unwrap();
            assert_ne!(event.step, 1, "first");
        })
        .on_assistant_message(move |event, _| said.send(event.text.clone().unwrap()).unwrap());
    let host = TestHost::start(extension);
    host.emit(host::EventTurnStart::new(1));
    host.emit(host::EventTurnStart::new(2));
    let message = host::EventAssistantMessage {
        text: Some("hi".to_owned()),
        ..Default::default()
    };
    host.emit(message);
    let seen: Vec<String> = (0..3).map(|_| sees.recv().unwrap()).collect();
    assert_eq!(seen, ["turn 1", "turn 2", "hi"]);
    assert!(host.logs().join("\n").contains("first"));
}

#[test]
fn a_panel_gets_keys_while_it_is_open_and_draws_nothing_after_its_end() {
    let (seen, sees) = mpsc::channel();
    let closed = seen.clone();
    let extension = named();
    let panel = extension.panel(
        "p",
        move |key, panel| {
            let word = key.text.clone().unwrap_or(key.key.to_string());
            panel.render(PanelContent::new([word.clone()]));
            seen.send(word).unwrap();
        },
        move |_| closed.send("closed".to_owned()).unwrap(),
    );
    let opened = panel.clone();
    let extension = extension.command("open", "", move |_, _| {
        open_panel(&opened, PanelContent::default())
    });
    let host = TestHost::start(extension);
    host.press_key("p", PanelKeyName::Up, None);
    let response = host.invoke_command("open", "");
    assert!(matches!(response, CommandResponse::OpenPanel(_)));
    host.press_key("p", PanelKeyName::Down, None);
    host.press_key("p", PanelKeyName::Rune, Some("x"));
    assert_eq!([sees.recv().unwrap(), sees.recv().unwrap()], ["down", "x"]);
    host.close_panel("p");
    assert!(!panel.is_open());
    assert_eq!(sees.recv().unwrap(), "closed");
    panel.render(PanelContent::new(["late"]));
    panel.close();
    let drawn = kinds(&host)
        .into_iter()
        .filter(|kind| kind.starts_with("panel"));
    assert_eq!(drawn.collect::<Vec<_>>(), ["panel_render", "panel_render"]);
}

#[test]
fn the_end_comes_with_shutdown_and_with_the_end_of_input_and_tells_open_calls() {
    let told = Arc::new(Mutex::new(mpsc::channel()));
    let teller = told.lock().unwrap().0.clone();
    let extension = named().tool("long", "", anything(), move |_, context| {
        context.progress("begun");
        teller
            .send(
                context
                    .wait(Duration::from_secs(60))
                    .unwrap_err()
                    .to_string(),
            )
            .unwrap();
        "too late"
    });
    let host = TestHost::start(extension);
    host.begin_tool("long", json!({}));
    host.next(|frame| matches!(frame, Frame::ToolProgress(_)).then_some(()));
    assert_eq!(host.shutdown(), 0);
    assert!(told.lock().unwrap().1.recv().unwrap().contains("ends"));
    let quiet = named();
    let other = TestHost::start(quiet.clone());
    other.end_input();
    assert_eq!(other.exit_code(), Some(0));
    quiet.notify(NoteLevel::Info, "too late");
    assert_eq!(kinds(&other).last().unwrap(), "ready");
}

#[test]
fn lines_that_are_no_frames_are_survived_and_bad_requests_answered() {
    let host = TestHost::start(named().tool("t", "", anything(), |_, _| "fine"));
    for line in [
        "",
        "  ",
        "nonsense",
        "[1]",
        r#"{"no":"type"}"#,
        r#"{"type":"later"}"#,
    ] {
        host.send_line(line);
    }
    assert_eq!(called(&host, "t", json!({})), "fine");
    host.send_line(r#"{"type":"tool_call","id":"bad","name":7,"args":{}}"#);
    assert_eq!(host.tool_result("bad").is_error, Some(true));
    host.send_line(r#"{"type":"command_invoked","id":"worse"}"#);
    host.send_line(r#"{"type":"event_intercept","id":"worst","event":"turn_start"}"#);
    let answers = lines(&host).join("\n");
    assert!(answers.contains(r#"{"type":"command_response","action":"noop","id":"worse","error":"#));
    assert!(answers.contains(r#"{"type":"event_intercept_response","id":"worst","block":true"#));
}

#[cfg(feature = "schema")]
#[test]
fn the_schema_of_a_type_checks_its_arguments() {
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    #[allow(dead_code)]
    struct Args {
        /// Whom to greet.
        name: String,
        times: Option<u8>,
    }
    let schema = extproto::schema_of::<Args>();
    assert_eq!(
        schema["properties"]["name"]["description"],
        "Whom to greet."
    );
    let host = TestHost::start(named().tool_typed("t", "", schema, |args: Args, _| args.name));
    assert_eq!(
        called(&host, "t", json!({"name": "Ada", "times": 2})),
        "Ada"
    );
    assert!(called(&host, "t", json!({"times": 2})).contains("/name is missing"));
    assert!(called(&host, "t", json!({"name": "Ada", "times": 300})).contains("/times"));
}
