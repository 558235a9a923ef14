//! A running extension: frames in, handlers, frames out.

use crate::answers::{failure, message_of, CommandAnswer, Decision, ToolAnswer};
use crate::arguments;
use crate::context::{Call, Context, ToolContext};
use crate::extension::{Extension, Shared};
use crate::handlers::{Host, InterceptHandler, Tool};
use crate::output::Output;
use crate::protocol::constants::{EXTPROTO_LINE_LIMIT, PROTOCOL_VERSION};
use crate::protocol::extension::{
    CommandResponse, CommandResponseDisplay, CommandResponseInsert, CommandResponseNoop,
    CommandResponseOpenPanel, CommandResponsePrompt, EventInterceptResponse, Frame, Hello, Notify,
    Ready, RegisterCommand, RegisterTool, ShutdownAck, Subscribe, ToolProgress, ToolResult,
};
use crate::protocol::host::{
    CommandInvoked, Event, EventIntercept, Frame as HostFrame, HelloAck, ToolCall,
};
use crate::protocol::types::{EventName, FailurePolicy, NoteLevel};
use crate::protocol::{DecodeError, Object};
use crate::workers::{InOrder, Workers};
use std::any::Any;
use std::collections::HashMap;
use std::fmt::Display;
use std::panic::{catch_unwind, AssertUnwindSafe};
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

    /// Greets the host.
    pub(crate) fn greet(self: &Arc<Self>) {
        let offer = self.shared.offer();
        let mut capabilities = Vec::new();
        let mut add = |condition: bool, names: &[&str]| {
            if condition {
                capabilities.extend(names.iter().map(|&name| name.to_owned()));
            }
        };
        add(!offer.commands.is_empty(), &["commands"]);
        add(
            !offer.tools.is_empty(),
            &["tools", "tool_cancel", "tool_progress"],
        );
        add(offer.subscribes(), &["events"]);
        add(!offer.panels.is_empty(), &["panels"]);
        add(true, &["dynamic_tools"]);
        for panel in &offer.panels {
            panel.attach(self);
        }
        let mut hello = Hello::new(&self.shared.name, &self.shared.version);
        hello.capabilities = Some(capabilities);
        self.queue(hello.into());
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

    fn greeted(&self, ack: HelloAck) {
        if self.host().is_some() {
            return;
        }
        if ack.protocol_version != PROTOCOL_VERSION {
            self.log(format!(
                "the host speaks version {} of the protocol, this extension {PROTOCOL_VERSION}",
                ack.protocol_version
            ));
            self.end(1);
            return;
        }
        let _ = self.host.set(Host::of(ack));
        let offer = self.shared.offer();
        for command in &offer.commands {
            let mut frame = RegisterCommand::new(&command.name);
            frame.description = Some(command.description.clone());
            self.queue(frame.into());
        }
        for tool in &offer.tools {
            self.register_tool(tool);
        }
        if offer.subscribes() {
            let honoured = self.offers("on_failure");
            if offer.on_failure == Some(FailurePolicy::Block) && !honoured {
                self.log("the host does not offer on_failure: where this extension fails, the host goes on");
            }
            let events = offer.events.iter().map(|(name, _)| name.clone());
            let frame = Subscribe {
                events: Some(events.collect()),
                intercept: Some(offer.intercepts.clone()),
                on_failure: offer.on_failure.clone().filter(|_| honoured),
                ..Subscribe::default()
            };
            self.queue(frame.into());
        }
        self.queue(Ready::default().into());
    }

    fn tool_call(self: &Arc<Self>, frame: ToolCall) {
        let call = Arc::new(Call::new(frame.id));
        lock(&self.calls).insert(call.id.clone(), call.clone());
        let tool = self.shared.tool(&frame.name);
        let (own, name, args) = (self.clone(), frame.name, frame.args);
        self.workers.run(move || {
            let answer = match tool {
                Some(tool) => own.call_tool(&tool, &call, args),
                None => failure(format!("no handler for tool {name:?}")).into(),
            };
            let mut result = ToolResult::new(&call.id, answer.content);
            result.is_error = answer.is_error.then_some(true);
            let mut calls = lock(&own.calls);
            if calls
                .get(&call.id)
                .is_some_and(|held| Arc::ptr_eq(held, &call))
            {
                calls.remove(&call.id);
            }
            own.queue(result.into());
            drop(calls);
            own.throttle();
        });
    }

    fn call_tool(self: &Arc<Self>, tool: &Tool, call: &Arc<Call>, args: Object) -> ToolAnswer {
        let value = match args.parse() {
            Ok(value) => value,
            Err(error) => return failure(format!("invalid arguments: {error}")).into(),
        };
        if !self.shared.unchecked() {
            if let Some(problem) = arguments::problem(&tool.schema, &value) {
                return failure(problem).into();
            }
        }
        let context = ToolContext {
            context: self.context(),
            call: call.clone(),
            args,
        };
        self.caught(|| (tool.handler)(value, &context))
            .unwrap_or_else(|problem| {
                if call.reason().is_none() {
                    self.log(format!("the tool {} failed: {problem}", tool.name));
                }
                failure(problem).into()
            })
    }

    fn command(self: &Arc<Self>, frame: &CommandInvoked) {
        let answer = match self.shared.command(&frame.name) {
            None => CommandAnswer::Failed(format!("no handler for /{}", frame.name)),
            Some(command) => {
                let args = frame.args.as_deref().unwrap_or_default();
                let answer = self.caught(|| (command.handler)(args, &self.context()));
                answer.unwrap_or_else(|problem| {
                    self.log(format!("the command /{} failed: {problem}", frame.name));
                    CommandAnswer::Failed(problem)
                })
            }
        };
        let id = &frame.id;
        let response: CommandResponse = match answer {
            CommandAnswer::Nothing => CommandResponseNoop::new(id).into(),
            CommandAnswer::Prompt(text) => CommandResponsePrompt::new(id, text).into(),
            CommandAnswer::Insert(text) => CommandResponseInsert::new(id, text).into(),
            CommandAnswer::Display(text) => CommandResponseDisplay::new(id, text).into(),
            CommandAnswer::Failed(error) => failed_command(id, error).into(),
            CommandAnswer::OpenPanel(panel, content) => {
                let mut shown = crate::protocol::types::Panel::new(panel.id());
                shown.title = content.title;
                shown.lines = content.lines;
                shown.footer = content.footer;
                let response = CommandResponseOpenPanel::new(id, shown);
                panel.open_with(|| self.queue(response.into()));
                return self.throttle();
            }
        };
        self.send(response.into());
    }

    fn intercept(self: &Arc<Self>, frame: &EventIntercept) {
        let offer = self.shared.offer();
        let (tool_call, turn_start, message) = (
            offer.tool_call.clone(),
            offer.turn_start.clone(),
            offer.assistant_message.clone(),
        );
        drop(offer);
        let (id, decision) = match frame {
            EventIntercept::ToolCall(asked) => (&asked.id, self.decide(tool_call, asked)),
            EventIntercept::TurnStart(asked) => (&asked.id, self.decide(turn_start, asked)),
            EventIntercept::AssistantMessage(asked) => (&asked.id, self.decide(message, asked)),
        };
        self.send(decided(id, decision));
    }

    fn decide<Q>(self: &Arc<Self>, handler: Option<InterceptHandler<Q>>, asked: &Q) -> Decision {
        let Some(handler) = handler else {
            return Decision::Allow;
        };
        self.caught(|| handler(asked, &self.context()))
            .unwrap_or_else(|problem| {
                self.log(format!("an interceptor failed: {problem}"));
                Decision::failed(problem)
            })
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

    fn invalid(&self, error: &DecodeError) {
        self.log(format!("skipped a line of the host: {error}"));
        let Some(object) = &error.object else {
            return;
        };
        let Some(id) = id_of(object.get()) else {
            return;
        };
        let problem = error.to_string();
        let frame = match object.field::<String>("type").as_deref() {
            Some("tool_call") => failed_tool(&id, problem).into(),
            Some("command_invoked") => failed_command(&id, problem).into(),
            Some("event_intercept") => decided(&id, Decision::Block(problem)),
            _ => return,
        };
        self.queue(frame);
    }

    fn context(self: &Arc<Self>) -> Context {
        let session = self.clone();
        Context { session }
    }

    fn caught<T>(&self, work: impl FnOnce() -> T) -> Result<T, String> {
        catch_unwind(AssertUnwindSafe(work)).map_err(|payload| message_of(panic_text(&*payload)))
    }
}

fn panic_text(payload: &(dyn Any + Send)) -> &str {
    match payload.downcast_ref::<String>() {
        Some(text) => text,
        None => payload
            .downcast_ref::<&str>()
            .copied()
            .unwrap_or("panicked"),
    }
}

fn id_of(line: &str) -> Option<String> {
    let object: Object = serde_json::from_str(line).ok()?;
    object.field::<String>("id").filter(|id| !id.is_empty())
}

fn decided(id: &str, decision: Decision) -> Frame {
    let mut response = EventInterceptResponse::new(id);
    response.block = Some(false);
    match decision {
        Decision::Allow => {}
        Decision::Block(reason) => {
            response.block = Some(true);
            response.reason = Some(reason);
        }
        Decision::Rewrite(args) => response.modified_args = Some(args.into()),
        Decision::Replace(text) => response.replace_text = Some(text),
    }
    response.into()
}

fn failed_tool(id: &str, problem: String) -> ToolResult {
    let mut result = ToolResult::new(id, vec![crate::text(problem)]);
    result.is_error = Some(true);
    result
}

fn failed_command(id: &str, problem: String) -> CommandResponseNoop {
    let mut response = CommandResponseNoop::new(id);
    response.error = Some(problem);
    response
}

/// The answer that says what went wrong, in place of another. An interceptor that could not look blocks.
fn failed_answer(frame: &Frame, problem: &str) -> Option<Frame> {
    let problem = problem.to_owned();
    Some(match frame {
        Frame::ToolResult(result) => failed_tool(&result.id, problem).into(),
        Frame::EventInterceptResponse(response) => decided(&response.id, Decision::Block(problem)),
        Frame::CommandResponse(response) => {
            let id = match response {
                CommandResponse::Prompt(response) => &response.id,
                CommandResponse::Insert(response) => &response.id,
                CommandResponse::Display(response) => &response.id,
                CommandResponse::OpenPanel(response) => &response.id,
                CommandResponse::Noop(response) => &response.id,
            };
            failed_command(id, problem).into()
        }
        _ => return None,
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
