//! The RPC client, against hosts that are scripts of the shell. The tests of the repository run it against the
//! reference host as well: its command line is in EXTPROTO_TEST_HOST.
#![cfg(unix)]

use extproto::protocol::server::Frame;
use extproto::rpc::{Client, Error, Options};
use std::sync::{Arc, Mutex};

/// A host that answers each line it reads with the lines that are given for it, and then ends with status 3.
fn scripted(answers: &[&str]) -> Options {
    let mut script = String::new();
    for lines in answers {
        script.push_str("read -r line; printf '%s\\n'");
        for line in lines.lines() {
            script.push_str(&format!(" '{line}'"));
        }
        script.push_str("; ");
    }
    script.push_str("cat > /dev/null; echo last words >&2; exit 3");
    let mut options = Options::new(["sh", "-c", &script]);
    options.on_stderr = Some(Arc::new(|_| {}));
    options
}

const HELLO: &str = r#"{"type":"response","id":"1","command":"hello","success":true,"data":{"protocol_version":1,"version":"v","provider":"p","model":"m","capabilities":["panels"]}}"#;

fn kinds(events: impl Iterator<Item = Result<Frame, Error>>) -> Vec<String> {
    events
        .map(|event| event.unwrap().kind().to_owned())
        .collect()
}

#[test]
fn greets_and_follows_a_prompt_with_events_from_the_future_and_the_stop_of_zot() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let events = seen.clone();
    let mut options = scripted(&[
        HELLO,
        concat!(
            r#"{"type":"ext_notify","extension":"e","level":"info","message":"early"}"#,
            "\nno frame at all\n",
            r#"{"type":"response","id":"2","command":"prompt","success":true,"data":{"started":true}}"#,
            "\n",
            r#"{"type":"text_delta","delta":"hi"}"#,
            "\n",
            r#"{"type":"later","x":1}"#,
            "\n",
            r#"{"type":"turn_end","stop":"end"}"#,
            "\n",
            r#"{"type":"done"}"#
        ),
    ]);
    options.on_event = Some(Arc::new(move |event| {
        events.lock().unwrap().push(event.kind().to_owned())
    }));
    let host = Client::start(options).unwrap();
    assert_eq!(host.info().model, "m");
    assert!(host.offers("panels") && !host.offers("extensions"));
    assert_eq!(
        kinds(host.prompt("hello")),
        ["text_delta", "later", "turn_end", "done"]
    );
    assert_eq!(seen.lock().unwrap().first().unwrap(), "ext_notify");
    assert_eq!(host.close(), Ok(Some(3)));
    assert!(matches!(
        host.ping(),
        Err(Error::HostGone {
            status: Some(3),
            ..
        })
    ));
}

#[test]
fn the_token_is_in_the_environment_and_in_the_greeting() {
    let script = r#"read -r line
        case $line in *"\"token\":\"$ZOTCORE_RPC_TOKEN\""*) ;; *) exit 4 ;; esac
        printf '%s\n' "$HELLO"; cat > /dev/null"#;
    for token in [None, Some("mine".to_owned())] {
        let mut options = Options::new(["sh", "-c", script]);
        options.env = vec![("HELLO".into(), HELLO.into())];
        assert_eq!(options.token.as_ref().map(String::len), Some(32));
        if token.is_some() {
            options.token = token;
        }
        assert_eq!(Client::start(options).unwrap().close(), Ok(Some(0)));
    }
}

#[test]
fn failures_are_errors_of_their_command() {
    let refused = |id: u8, command: &str| {
        format!(
            r#"{{"type":"response","id":"{id}","command":"{command}","success":false,"error":"no"}}"#
        )
    };
    let host = Client::start(scripted(&[
        HELLO,
        &refused(2, "set_model"),
        &refused(3, "prompt"),
        r#"{"type":"response","id":"4","command":"get_state","success":true,"data":{}}"#,
        r#"{"type":"response","id":"5","command":"ping","success":true,"data":{"pong":true}}"#,
    ]))
    .unwrap();
    assert_eq!(
        host.set_model("x").unwrap_err().to_string(),
        "set_model: no"
    );
    let events: Vec<_> = host.prompt("x").collect();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].as_ref().unwrap_err().to_string(), "prompt: no");
    assert!(matches!(host.get_state(), Err(Error::BadResponse { .. })));
    host.ping().unwrap();
    host.kill();
}

#[test]
fn a_response_to_a_command_that_is_not_known_settles_by_its_id() {
    let later = |id: u8| {
        format!(r#"{{"type":"response","id":"{id}","command":"later","success":true,"data":{{}}}}"#)
    };
    let host = Client::start(scripted(&[HELLO, &later(2), &later(3)])).unwrap();
    let error = host.get_state().unwrap_err();
    assert!(matches!(&error, Error::BadResponse { command, .. } if command == "get_state"));
    assert!(error.to_string().contains("not known"), "{error}");
    let events: Vec<_> = host.prompt("x").collect();
    assert!(matches!(events[..], [Err(Error::BadResponse { .. })]));
    host.kill();
}

#[test]
fn a_host_that_refuses_the_greeting_is_ended() {
    let script = r#"read -r line
        printf '{"type":"response","id":"1","command":"hello","success":false,"error":"%s"}\n' $$
        exec sleep 60"#;
    let error = Client::start(["sh", "-c", script]).err().unwrap();
    let pid = error.to_string().replace("hello: ", "");
    let alive = std::process::Command::new("kill")
        .args(["-9", &pid])
        .stderr(std::process::Stdio::null())
        .status();
    assert!(!alive.unwrap().success(), "{error}");
}

#[test]
fn a_compaction_needs_no_done() {
    let started = r#"{"type":"response","id":"2","command":"compact","success":true,"data":{"started":true}}"#;
    let done = r#"{"type":"compact_done","summary":"short"}"#;
    let failed = r#"{"type":"response","id":"3","command":"compact","success":true}"#;
    let error = r#"{"type":"error","message":"too little"}"#;
    let host = Client::start(scripted(&[
        HELLO,
        &format!("{started}\n{done}"),
        &format!("{failed}\n{error}"),
    ]))
    .unwrap();
    assert_eq!(host.compact().as_deref(), Ok("short"));
    assert_eq!(
        host.compact().unwrap_err().to_string(),
        "compact: too little"
    );
    host.close().unwrap();
}

#[test]
fn a_compaction_that_is_aborted_in_silence_is_over_and_another_one_is_refused() {
    let state = |id: u8, busy: bool| {
        format!(
            r#"{{"type":"response","id":"{id}","command":"get_state","success":true,"data":{{"provider":"p","model":"m","cwd":".","message_count":0,"busy":{busy},"usage":{{"input":0,"output":0,"cache_read":0,"cache_write":0,"cost_usd":0}}}}}}"#
        )
    };
    let started = r#"{"type":"response","id":"2","command":"compact","success":true}"#;
    let note = r#"{"type":"ext_notify","extension":"e","level":"info","message":"compacting"}"#;
    let mut options = scripted(&[
        HELLO,
        &format!("{started}\n{note}"),
        r#"{"type":"response","id":"3","command":"abort","success":true}"#,
        &state(4, true),
        &state(5, true),
        &state(6, false),
    ]);
    let (begun, beginning) = std::sync::mpsc::channel();
    options.on_event = Some(Arc::new(move |_| begun.send(()).unwrap()));
    let host = Client::start(options).unwrap();
    let other = host.clone();
    let compacting = std::thread::spawn(move || other.compact());
    beginning.recv().unwrap();
    assert_eq!(
        host.compact().unwrap_err().to_string(),
        "compact: a compaction is running already"
    );
    host.abort().unwrap();
    let error = compacting.join().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "compact: aborted");
    host.close().unwrap();
}

#[test]
fn a_host_that_ends_while_it_compacts_is_gone() {
    let script = format!(
        "read -r line; printf '%s\\n' '{HELLO}'; read -r line; printf '%s\\n' '{}'; exit 5",
        r#"{"type":"response","id":"2","command":"compact","success":true}"#
    );
    let host = Client::start(["sh", "-c", &script]).unwrap();
    assert!(matches!(
        host.compact(),
        Err(Error::HostGone {
            status: Some(5),
            ..
        })
    ));
}

#[test]
fn a_host_that_is_missing_dies_or_speaks_another_version_is_gone() {
    let missing = Client::start(["/no/such/program"]).err().unwrap();
    assert!(missing
        .to_string()
        .contains("/no/such/program cannot be started"));
    let mut options = Options::new(["sh", "-c", "echo why >&2; exit 7"]);
    options.on_stderr = Some(Arc::new(|_| {}));
    let dead = Client::start(options).err().unwrap();
    assert!(
        matches!(&dead, Error::HostGone { status: Some(7), message } if message.contains("why")),
        "{dead}"
    );
    let newer = HELLO.replace(r#""protocol_version":1"#, r#""protocol_version":2"#);
    let other = Client::start(scripted(&[&newer])).err().unwrap();
    assert!(other.to_string().contains("version 2"));
    let open = Client::start(scripted(&[
        HELLO,
        r#"{"type":"response","id":"2","command":"prompt","success":true,"data":{"started":true}}"#,
    ]))
    .unwrap();
    let events = open.prompt("x");
    let told = std::thread::spawn(move || events.last().unwrap().unwrap_err().to_string());
    // The response has come by the time that the next command waits for its own.
    open.close().unwrap();
    assert!(told.join().unwrap().contains("the host has ended"));
}

#[test]
fn the_reference_host_answers_every_command() {
    let Ok(command) = std::env::var("EXTPROTO_TEST_HOST") else {
        println!("skipped: EXTPROTO_TEST_HOST names no host");
        return;
    };
    let mut options = Options::new(command.split('\n'));
    options.on_stderr = Some(Arc::new(|_| {}));
    let host = Client::start(options).unwrap();
    let seen = kinds(host.prompt("say hello"));
    assert!(
        seen.contains(&"text_delta".to_owned()) && seen.last().unwrap() == "done",
        "{seen:?}"
    );
    let (first, second) = (host.prompt("say one"), host.prompt("say two"));
    assert_eq!(kinds(first).last().unwrap(), "done");
    assert_eq!(kinds(second).last().unwrap(), "done");
    assert!(!host.ask("say hello").unwrap().is_empty());
    assert!(host.get_messages().unwrap().len() >= 8);
    assert!(!host.get_state().unwrap().busy);
    assert!(!host.get_models().unwrap().is_empty());
    host.ping().unwrap();
    host.abort().unwrap();
    assert!(host.list_commands().is_ok() && host.list_extensions().is_ok());
    assert!(host.reload_extensions().unwrap().errors.is_empty());
    assert!(host.invoke_command("nobody", "").is_err());
    assert!(host.close_panel("nobody").is_err());
    assert!(host.approve_tool("nobody", true, None).is_err());
    host.clear().unwrap();
    assert!(host.get_messages().unwrap().is_empty());
    assert_eq!(host.close(), Ok(Some(0)));
}
