//! The three requests of a host, each with its one answer: a tool call, a command, an interception.

use super::answer_frames::{decided, failed_answer_to, failed_command};
use super::{lock, Session};
use crate::answers::{failure, message_of, CommandAnswer, Decision, ToolAnswer};
use crate::arguments;
use crate::context::{Call, ToolContext};
use crate::handlers::{InterceptHandler, Tool};
use crate::protocol::extension::{
    CommandResponse, CommandResponseDisplay, CommandResponseInsert, CommandResponseNoop,
    CommandResponseOpenPanel, CommandResponsePrompt, ToolResult,
};
use crate::protocol::host::{CommandInvoked, EventIntercept, ToolCall};
use crate::protocol::{DecodeError, Object};
use std::any::Any;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Arc;

impl Session {
    pub(super) fn tool_call(self: &Arc<Self>, frame: ToolCall) {
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
        let whole = arguments::with_whole_numbers(&args);
        let value = match whole.as_ref().unwrap_or(&args).parse() {
            Ok(value) => value,
            Err(error) => return failure(arguments::unreadable(&error)).into(),
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
            whole,
        };
        self.caught(|| (tool.handler)(value, &context))
            .unwrap_or_else(|problem| {
                if call.reason().is_none() {
                    self.log(format!("the tool {} failed: {problem}", tool.name));
                }
                failure(problem).into()
            })
    }

    pub(super) fn command(self: &Arc<Self>, frame: &CommandInvoked) {
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

    pub(super) fn intercept(self: &Arc<Self>, frame: &EventIntercept) {
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

    /// A request that is no valid frame still gets its one answer.
    pub(super) fn invalid(&self, error: &DecodeError) {
        self.log(format!("skipped a line of the host: {error}"));
        if let Some(answer) = error
            .object
            .as_ref()
            .and_then(|object| failed_answer_to(object, error))
        {
            self.queue(answer);
        }
    }

    /// What the work gives, or the words of its panic.
    pub(super) fn caught<T>(&self, work: impl FnOnce() -> T) -> Result<T, String> {
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
