// Uses every feature of the SDK; the conformance kit checks it.
use extproto::{
    allow, block, display, failure, image, insert, json, open_panel, prompt, replace, rewrite,
    text, Cancelled, CommandAnswer, DecodeError, Extension, NoteLevel, PanelContent, PanelKeyName,
    ToolAnswer, Value,
};
use std::sync::{Arc, Mutex};
use std::time::Duration;

// The smallest picture there is: one pixel.
const DOT: &[u8] = include_bytes!("dot.png");

#[derive(serde::Deserialize)]
struct Count {
    to: u32,
}

fn object(properties: Value, required: &[&str]) -> Value {
    json!({"type": "object", "properties": properties, "required": required})
}

fn main() {
    let sink = Extension::new("kitchen-sink", "1.0.0");
    let seen = Arc::new(Mutex::new(Vec::<String>::new()));
    let note = {
        let seen = seen.clone();
        move |what: String| seen.lock().unwrap().push(what)
    };
    let (session, start, end, call, said) =
        (note.clone(), note.clone(), note.clone(), note.clone(), note);

    let log = sink.clone();
    let panel = sink.panel(
        "sink",
        |key, panel| {
            if key.key == PanelKeyName::Esc {
                return panel.close();
            }
            let line = format!("{} {}", key.key, key.text.as_deref().unwrap_or_default());
            panel.render(PanelContent::new([line]).title("Sink"));
        },
        move |_| log.log("the panel is closed"),
    );

    let none = object(json!({}), &[]);
    let said_back = object(json!({"text": {"type": "string"}}), &["text"]);
    let bounds = json!({"to": {"type": "integer", "minimum": 0, "maximum": 20}});
    let raw = json!({"type": "object", "properties": {"n": {"type": "number"}}});
    sink.tool("echo", "Says what it was told.", said_back, |args, _| {
        args["text"].as_str().unwrap_or_default().to_owned()
    })
    .tool("draw", "Draws a dot.", none.clone(), |_, _| {
        vec![text("a dot:"), image("image/png", DOT)]
    })
    .tool_typed(
        "count",
        "Counts slowly.",
        object(bounds, &["to"]),
        |Count { to }, context| -> Result<String, Cancelled> {
            for i in 1..=to {
                context.progress(format!("{i} of {to}"));
                context.wait(Duration::from_millis(5))?;
            }
            Ok(format!("counted to {to}"))
        },
    )
    .tool("fail", "Always fails.", none.clone(), |_, _| {
        failure("as promised")
    })
    .tool("throw", "Panics.", none.clone(), |_, _| -> String {
        panic!("thrown")
    })
    .tool(
        "print",
        "Prints to standard output, where nothing but frames belongs.",
        none.clone(),
        |_, context| {
            println!("a stray print");
            context.log("a line of the log");
            "printed"
        },
    )
    .tool("raw", "Takes any JSON Schema.", raw, |args, _| {
        args["n"].to_string()
    })
    .tool(
        "grow",
        "Registers one more tool, where the host can have it.",
        none.clone(),
        move |_, context| -> ToolAnswer {
            let own = context.extension();
            let grown = own.add_tool("grown", "Came later.", none.clone(), |_, _| "grown");
            grown
                .and_then(|()| own.remove_tool("grown"))
                .map(|()| "grew and shrank")
                .into()
        },
    )
    .command("ask", "submits a prompt", |args, _| {
        prompt(if args.is_empty() {
            "What is next?"
        } else {
            args
        })
    })
    .command("put", "puts a text where you type", |args, _| {
        insert(if args.is_empty() { "text" } else { args })
    })
    .command("show", "shows a text", move |_, _| {
        display(format!("seen: {}", seen.lock().unwrap().join(", ")))
    })
    .command("open", "opens a panel", move |_, _| {
        let content = PanelContent::new(["press a key"])
            .title("Sink")
            .footer("esc");
        open_panel(&panel, content)
    })
    .command("nothing", "does nothing", |_, _| {})
    .command("wrong", "fails", |_, _| failure("as promised"))
    .command("note", "shows a note", |_, context| -> CommandAnswer {
        let folder = context.host().cwd.display().to_string();
        context.notify(NoteLevel::Info, format!("running in {folder}"));
        CommandAnswer::Nothing
    })
    .on_session_start(move |_, _| session("session_start".to_owned()))
    .on_turn_start(move |event, _| start(format!("turn {}", event.step)))
    .on_turn_end(move |event, _| end(event.stop.to_string()))
    .on_tool_call(move |event, _| call(event.tool_name.clone()))
    .on_assistant_message(move |event, _| {
        said(event.text.as_deref().unwrap_or_default().len().to_string());
    })
    .intercept_tool_call(|call, _| {
        let args = &call.tool_args;
        Ok::<_, DecodeError>(if args.field::<Value>("forbidden")? == true {
            block("it is forbidden")
        } else if call.tool_name == "echo" && args.field::<Value>("text")? == "rewrite me" {
            rewrite(args.with("text", "rewritten"))
        } else {
            allow()
        })
    })
    .intercept_turn_start(|turn, _| (turn.step > 1000).then_some("enough"))
    .intercept_assistant_message(|message, _| {
        if message.text.contains("secret") {
            replace("(removed)")
        } else {
            allow()
        }
    })
    .run();
}
