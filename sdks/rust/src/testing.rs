//! A host in memory: no process, no pipes, the same lines.
//!
//! ```
//! use extproto::testing::TestHost;
//! use extproto::{json, text, Extension};
//!
//! let extension = Extension::new("hello", "1.0.0")
//!     .tool("hello", "Greets.", json!({"type": "object"}), |_, _| "Hello!");
//! let host = TestHost::start(extension);
//! assert_eq!(host.call_tool("hello", json!({})).content, [text("Hello!")]);
//! ```
//!
//! Whatever waits for the extension panics where it writes a frame that a host would refuse, where it has
//! ended, and where nothing comes for ten seconds.

use crate::extension::Extension;
use crate::output::Output;
use crate::protocol::constants::{EXTPROTO_CAPABILITIES, PROTOCOL_VERSION};
use crate::protocol::extension::{
    CommandResponse, EventInterceptResponse, Frame as ExtensionFrame, ToolResult,
};
use crate::protocol::host::{
    CommandInvoked, Event, EventIntercept, EventInterceptAssistantMessage, EventInterceptToolCall,
    EventInterceptTurnStart, Frame, HelloAck, PanelClose, PanelKey, Shutdown, ToolCall, ToolCancel,
};
use crate::protocol::types::PanelKeyName;
use crate::protocol::Object;
use crate::session::Session;
use serde::Serialize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Nothing in memory takes so long.
const PATIENCE: Duration = Duration::from_secs(10);

/// A host in memory.
pub struct TestHost {
    record: Arc<Record>,
    session: Arc<Session>,
    ids: AtomicUsize,
}

#[derive(Default)]
struct Record {
    seen: Mutex<Seen>,
    changed: Condvar,
}

#[derive(Default)]
struct Seen {
    frames: Vec<ExtensionFrame>,
    logs: Vec<String>,
    exit_code: Option<i32>,
    fault: Option<String>,
}

impl Record {
    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, change: impl FnOnce(&mut Seen)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }
}

impl Output for Record {
    fn queue(&self, line: String) {
        let problem = match ExtensionFrame::decode(&line) {
            Ok(ExtensionFrame::Unknown(frame)) => format!("a frame of unknown type {}", frame.kind),
            Ok(frame) => return self.note(|seen| seen.frames.push(frame)),
            Err(error) => error.to_string(),
        };
        self.note(|seen| {
            let told = format!("the extension wrote what the protocol forbids: {problem}\n{line}");
            seen.fault.get_or_insert(told);
        });
    }

    fn throttle(&self) {}

    fn log(&self, line: &str) {
        self.note(|seen| seen.logs.push(line.to_owned()));
    }

    fn exit(&self, code: i32) {
        self.note(|seen| seen.exit_code = Some(code));
    }
}

impl TestHost {
    /// Starts an extension in a host that offers everything; returns when the extension is ready.
    pub fn start(extension: Extension) -> Self {
        Self::start_with(extension, Self::greeting())
    }

    /// Starts an extension with a greeting of your own. It may end the extension.
    pub fn start_with(extension: Extension, greeting: HelloAck) -> Self {
        let record = Arc::new(Record::default());
        let host = Self {
            session: extension.start(record.clone()),
            record,
            ids: AtomicUsize::new(0),
        };
        host.send(greeting);
        host.until(|frames| {
            let ready = |frame: &ExtensionFrame| matches!(frame, ExtensionFrame::Ready(_));
            (host.exit_code().is_some() || frames.iter().any(ready)).then_some(())
        });
        host
    }

    /// What [`TestHost::start`] says.
    pub fn greeting() -> HelloAck {
        let mut ack = HelloAck::new(PROTOCOL_VERSION, "test", "test", "test", "/project");
        ack.extension_dir = Some("/extension".to_owned());
        ack.data_dir = Some("/extension/data".to_owned());
        let offered = EXTPROTO_CAPABILITIES.iter().map(|&name| name.to_owned());
        ack.capabilities = Some(offered.collect());
        ack
    }

    /// Sends any frame.
    pub fn send(&self, frame: impl Into<Frame>) {
        self.send_line(&frame.into().encode());
    }

    /// Sends a line as it is.
    pub fn send_line(&self, line: &str) {
        self.session.line(line);
    }

    /// Calls a tool and waits for its result.
    pub fn call_tool(&self, name: &str, args: impl Serialize) -> ToolResult {
        let id = self.begin_tool(name, args);
        self.tool_result(&id)
    }

    /// Calls a tool; gives the id of the call.
    ///
    /// # Panics
    ///
    /// Where the arguments are no JSON object.
    pub fn begin_tool(&self, name: &str, args: impl Serialize) -> String {
        let id = self.new_id();
        let args = Object::new(&args).expect("the arguments of a tool are a JSON object");
        self.send(ToolCall::new(&id, name, args));
        id
    }

    /// Waits for the result of a call.
    pub fn tool_result(&self, id: &str) -> ToolResult {
        self.next(|frame| match frame {
            ExtensionFrame::ToolResult(result) if result.id == id => Some(result.clone()),
            _ => None,
        })
    }

    /// Cancels a call.
    pub fn cancel_tool(&self, id: &str) {
        self.send(ToolCancel::new(id));
    }

    /// Runs a slash command and waits for its response.
    pub fn invoke_command(&self, name: &str, args: &str) -> CommandResponse {
        let id = self.new_id();
        let mut frame = CommandInvoked::new(&id, name);
        frame.args = (!args.is_empty()).then(|| args.to_owned());
        self.send(frame);
        self.next(|frame| match frame {
            ExtensionFrame::CommandResponse(response) => {
                let own = match response {
                    CommandResponse::Prompt(response) => &response.id,
                    CommandResponse::Insert(response) => &response.id,
                    CommandResponse::Display(response) => &response.id,
                    CommandResponse::OpenPanel(response) => &response.id,
                    CommandResponse::Noop(response) => &response.id,
                };
                (*own == id).then(|| response.clone())
            }
            _ => None,
        })
    }

    /// Asks whether a tool may run.
    ///
    /// # Panics
    ///
    /// Where the arguments are no JSON object.
    pub fn intercept_tool_call(&self, tool: &str, args: impl Serialize) -> EventInterceptResponse {
        let args = Object::new(&args).expect("the arguments of a tool are a JSON object");
        let id = self.new_id();
        let call = format!("call-{id}");
        self.ask(
            &id,
            EventInterceptToolCall::new(&id, call, tool, args).into(),
        )
    }

    /// Asks whether a model may be called.
    pub fn intercept_turn_start(&self, step: i64) -> EventInterceptResponse {
        let id = self.new_id();
        self.ask(&id, EventInterceptTurnStart::new(&id, step).into())
    }

    /// Asks whether the assistant's words may be shown.
    pub fn intercept_assistant_message(&self, text: &str) -> EventInterceptResponse {
        let id = self.new_id();
        self.ask(&id, EventInterceptAssistantMessage::new(&id, text).into())
    }

    fn ask(&self, id: &str, question: EventIntercept) -> EventInterceptResponse {
        self.send(question);
        self.next(|frame| match frame {
            ExtensionFrame::EventInterceptResponse(answer) if answer.id == id => {
                Some(answer.clone())
            }
            _ => None,
        })
    }

    /// Sends an event.
    pub fn emit(&self, event: impl Into<Event>) {
        self.send(event.into());
    }

    /// Presses a key in a panel.
    pub fn press_key(&self, panel: &str, key: PanelKeyName, text: Option<&str>) {
        let mut frame = PanelKey::new(panel, key);
        frame.text = text.map(str::to_owned);
        self.send(frame);
    }

    /// Closes a panel as the user does.
    pub fn close_panel(&self, panel: &str) {
        self.send(PanelClose::new(panel));
    }

    /// Ends the extension; gives its exit code.
    pub fn shutdown(&self) -> i32 {
        self.send(Shutdown::default());
        let frames = self.frames();
        let last = frames.last();
        assert!(
            matches!(last, Some(ExtensionFrame::ShutdownAck(_))),
            "the extension did not answer the shutdown but wrote {last:?}"
        );
        self.exit_code()
            .expect("the extension went on after the shutdown")
    }

    /// Ends the extension's input.
    pub fn end_input(&self) {
        self.session.end(0);
    }

    /// Every frame of the extension so far, in order.
    pub fn frames(&self) -> Vec<ExtensionFrame> {
        self.record.lock().frames.clone()
    }

    /// What it wrote to its log.
    pub fn logs(&self) -> Vec<String> {
        self.record.lock().logs.clone()
    }

    /// Its exit code, once it has ended.
    pub fn exit_code(&self) -> Option<i32> {
        self.record.lock().exit_code
    }

    /// The first frame that fits, now or later.
    pub fn next<T>(&self, fits: impl Fn(&ExtensionFrame) -> Option<T>) -> T {
        self.until(|frames| frames.iter().find_map(&fits))
    }

    /// Waits until the extension's frames, its log or its end bring something about.
    pub fn until<T>(&self, mut found: impl FnMut(&[ExtensionFrame]) -> Option<T>) -> T {
        loop {
            let (frames, counted) = {
                let seen = self.record.lock();
                if let Some(fault) = &seen.fault {
                    panic!("{fault}");
                }
                (seen.frames.clone(), seen.count())
            };
            if let Some(found) = found(&frames) {
                return found;
            }
            let seen = self.record.lock();
            if let (Some(code), true) = (seen.exit_code, seen.count() == counted) {
                panic!("the extension has ended with code {code}");
            }
            let unchanged = |seen: &mut Seen| seen.count() == counted;
            let waited = self
                .record
                .changed
                .wait_timeout_while(seen, PATIENCE, unchanged);
            let (seen, time) = waited.unwrap_or_else(PoisonError::into_inner);
            assert!(
                !time.timed_out(),
                "the extension did not do in {PATIENCE:?} what is waited for; it wrote {:?}",
                seen.frames
            );
        }
    }

    fn new_id(&self) -> String {
        (self.ids.fetch_add(1, Ordering::Relaxed) + 1).to_string()
    }
}

impl Seen {
    /// Changes with every change.
    fn count(&self) -> usize {
        let ended = usize::from(self.exit_code.is_some());
        self.frames.len() + self.logs.len() + ended + usize::from(self.fault.is_some())
    }
}
