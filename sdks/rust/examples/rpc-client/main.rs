//! Drives a host over its pipes, with slash commands and tool approval.
//!
//! Usage: rpc-client [--deny] [--host PROGRAM [ARG...] --] LINE... ; a line that begins with a slash is a command,
//! any other a prompt.

use extproto::protocol::server::Frame;
use extproto::rpc::{Client, Error, Options};
use std::io::Write;
use std::sync::Arc;

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let deny = args.first().is_some_and(|arg| arg == "--deny");
    if deny {
        args.remove(0);
    }
    let mut command = vec![
        "extproto-host".to_owned(),
        "rpc".to_owned(),
        "--no-yolo".to_owned(),
    ];
    if args.first().is_some_and(|arg| arg == "--host") {
        let end = args
            .iter()
            .position(|arg| arg == "--")
            .unwrap_or(args.len());
        command = args.drain(..end).skip(1).collect();
        args.drain(..args.len().min(1));
    }
    if let Err(error) = drive(command, deny, &args) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn drive(command: Vec<String>, deny: bool, lines: &[String]) -> Result<(), Error> {
    let mut options = Options::new(command);
    // Notes of extensions come at any time, also between prompts.
    options.on_event = Some(Arc::new(|event| match event {
        Frame::ExtNotify(note) => println!("[{}] {}", note.extension, note.message),
        Frame::ExtDisplay(shown) => println!("[{}] {}", shown.extension, shown.text),
        _ => {}
    }));
    let host = Client::start(options)?;
    for line in lines {
        match line.strip_prefix('/') {
            Some(command) => {
                let (name, args) = command.split_once(' ').unwrap_or((command, ""));
                println!("/{name}: {}", host.invoke_command(name, args)?);
            }
            None => follow(&host, line, deny)?,
        }
    }
    host.close()?;
    Ok(())
}

fn follow(host: &Client, prompt: &str, deny: bool) -> Result<(), Error> {
    for event in host.prompt(prompt) {
        match event? {
            Frame::TextDelta(text) => {
                print!("{}", text.delta);
                let _ = std::io::stdout().flush();
            }
            Frame::ToolApprovalRequest(asked) => {
                let verdict = if deny { "denied" } else { "allowed" };
                println!("{verdict}: {} {}", asked.name, asked.args.get());
                host.approve_tool(&asked.approval_id, !deny, Some("not today"))?;
            }
            Frame::Error(error) => println!("error: {}", error.message),
            Frame::Done(_) => println!(),
            _ => {} // Events that this client does not know, or does not need.
        }
    }
    Ok(())
}
