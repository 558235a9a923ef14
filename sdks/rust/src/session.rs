//! A running extension: frames in, handlers, frames out.

mod answer_frames;
mod greeting;
mod requests;

use crate::answers::Decision;
use crate::context::{Call, Context};
use crate::extension::{Extension, Shared};
use crate::handlers::{Host, Tool};
use crate::output::Output;
use crate::programming_errors;
use crate::protocol::constants::EXTPROTO_LINE_LIMIT;
use crate::protocol::extension::{Frame, Notify, RegisterTool, ShutdownAck, ToolProgress};
use crate::protocol::host::{Event, Frame as HostFrame};
use crate::protocol::types::{EventName, NoteLevel};
use crate::workers::{InOrder, Workers};
use answer_frames::{decided, failed_answer, id_of};
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// One connection to a host, from hello to the end.
pub(crate) struct Session {
    shared: Arc<Shared>,
    output: Arc<dyn Output>,
    host: OnceLock<Host>,
    calls: Mutex<HashMap<String, Arc<Call>>>,
    /// True once nothing more may be written.
    over: Mutex<bool>,
    workers: Workers,
    events: InOrder,
    keys: InOrder,
}

impl Session {
    pub(crate) fn new(shared: Arc<Shared>, output: Arc<dyn Output>) -> Arc<Self> {
        Arc::new(Self {
            shared,
            output,
            host: OnceLock::new(),
            calls: Mutex::default(),
            over: Mutex::default(),
            workers: Workers::default(),
            events: InOrder::new(),
            keys: InOrder::new(),
        })
    }

    pub(crate) fn host(&self) -> Option<&Host> {
        self.host.get()
    }

    /// The host greets before it asks for anything.
    pub(crate) fn known_host(&self) -> &Host {
        self.host().expect("the host has not greeted yet")
    }

    pub(crate) fn offers(&self, capability: &str) -> bool {
        self.host().is_some_and(|host| host.offers(capability))
    }

    pub(crate) fn extension(&self) -> Extension {
        Extension::of(self.shared.clone())
    }

    pub(crate) fn log(&self, message: impl Display) {
        self.output
            .log(&format!("[{}] {message}", self.shared.name));
    }

    pub(crate) fn notify(&self, level: NoteLevel, message: String) {
        programming_errors::level(&level);
        self.send(Notify::new(level, message).into());
    }

    pub(crate) fn progress(&self, id: &str, text: String) {
        if self.offers("tool_progress") {
            let calls = lock(&self.calls);
            if calls.contains_key(id) {
                self.queue(ToolProgress::new(id, text).into());
            }
            drop(calls);
            self.throttle();
        }
    }

    pub(crate) fn register_tool(&self, tool: &Tool) {
        self.queue(RegisterTool::new(&tool.name, &tool.description, tool.text.clone()).into());
    }

    /// Writes a frame, and waits where the host is slow to read.
    pub(crate) fn send(&self, frame: Frame) {
        self.queue(frame);
        self.throttle();
    }

    pub(crate) fn throttle(&self) {
        self.output.throttle();
    }

    /// Writes a frame, without waiting. One that is too long for the protocol is replaced by an answer that
    /// says so, or left out; says whether it was written as it is.
    pub(crate) fn queue(&self, frame: Frame) -> bool {
        let over = lock(&self.over);
        if *over {
            return false;
        }
        let line = frame.encode();
        if line.len() < EXTPROTO_LINE_LIMIT {
            self.output.queue(line);
            return true;
        }
        let kind = frame.kind();
        let problem =
            format!("the {kind} is longer than the {EXTPROTO_LINE_LIMIT} bytes of a line");
        self.log(&problem);
        if let Some(frame) = failed_answer(&frame, &problem) {
            self.output.queue(frame.encode());
        }
        false
    }

    /// Takes a line of the host.
    pub(crate) fn line(self: &Arc<Self>, line: &str) {
        if line.trim_matches([' ', '\t', '\r']).is_empty() {
            return;
        }
        match HostFrame::decode(line) {
            Ok(frame) => self.frame(frame),
            Err(error) => self.invalid(&error),
        }
    }

    fn frame(self: &Arc<Self>, frame: HostFrame) {
        match frame {
            HostFrame::HelloAck(ack) => self.greeted(ack),
            HostFrame::ToolCall(call) => self.tool_call(call),
            HostFrame::CommandInvoked(command) => {
                let own = self.clone();
                self.workers.run(move || own.command(&command));
            }
            HostFrame::EventIntercept(question) => {
                let own = self.clone();
                self.workers.run(move || own.intercept(&question));
            }
            HostFrame::Event(event) => self.event(event),
            HostFrame::PanelKey(key) => {
                let panel = self.shared.panel(&key.panel_id);
                if let Some(panel) = panel.filter(|panel| panel.is_open()) {
                    self.in_order(&self.keys, "a panel handler", move |_| panel.key(&key));
                }
            }
            HostFrame::PanelClose(close) => {
                let panel = self.shared.panel(&close.panel_id);
                if let Some(panel) = panel.filter(|panel| panel.closed()) {
                    self.in_order(&self.keys, "a panel handler", move |_| panel.tell_closed());
                }
            }
            HostFrame::ToolCancel(cancel) => {
                if let Some(call) = lock(&self.calls).get(&cancel.id) {
                    call.cancel("cancelled");
                }
            }
            HostFrame::Shutdown(_) => self.end_after(Some(ShutdownAck::default().into()), 0),
            HostFrame::ChannelReply(_) => {}
            // A question about something from the future still gets its one answer.
            HostFrame::Unknown(unknown) if unknown.kind == "event_intercept" => {
                if let Some(id) = id_of(&unknown.raw) {
                    self.queue(decided(&id, Decision::Allow));
                }
            }
            HostFrame::Unknown(_) => {}
        }
    }

    fn event(self: &Arc<Self>, event: Event) {
        let name = match &event {
            Event::SessionStart(_) => EventName::SessionStart,
            Event::TurnStart(_) => EventName::TurnStart,
            Event::TurnEnd(_) => EventName::TurnEnd,
            Event::ToolCall(_) => EventName::ToolCall,
            Event::AssistantMessage(_) => EventName::AssistantMessage,
        };
        if let Some(handler) = self.shared.event(&name) {
            self.in_order(&self.events, "an event handler", move |context| {
                handler(&event, context);
            });
        }
    }

    fn in_order(
        self: &Arc<Self>,
        order: &InOrder,
        what: &'static str,
        work: impl FnOnce(&Context) + Send + 'static,
    ) {
        let own = self.clone();
        order.add(move || {
            let context = own.context();
            if let Err(problem) = own.caught(|| work(&context)) {
                own.log(format!("{what} failed: {problem}"));
            }
        });
    }

    /// Ends the extension. Handlers that are still at work are told, and not waited for.
    pub(crate) fn end(&self, code: i32) {
        self.end_after(None, code);
    }

    /// The frame is the last one: nobody can write between it and the end.
    fn end_after(&self, last: Option<Frame>, code: i32) {
        let mut over = lock(&self.over);
        if std::mem::replace(&mut *over, true) {
            return;
        }
        if let Some(frame) = last {
            self.output.queue(frame.encode());
        }
        drop(over);
        for call in lock(&self.calls).values() {
            call.cancel("the host ends the extension");
        }
        self.output.exit(code);
    }

    fn context(self: &Arc<Self>) -> Context {
        let session = self.clone();
        Context { session }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
