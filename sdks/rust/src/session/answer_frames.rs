//! Answers as frames, those that say what went wrong included.

use crate::answers::Decision;
use crate::protocol::extension::{
    CommandResponse, CommandResponseNoop, EventInterceptResponse, Frame, ToolResult,
};
use crate::protocol::Object;
use std::fmt::Display;

pub(super) fn id_of(line: &str) -> Option<String> {
    let object: Object = serde_json::from_str(line).ok()?;
    let id: String = object.field("id").ok()?;
    (!id.is_empty()).then_some(id)
}

pub(super) fn decided(id: &str, decision: Decision) -> Frame {
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

pub(super) fn failed_command(id: &str, problem: String) -> CommandResponseNoop {
    let mut response = CommandResponseNoop::new(id);
    response.error = Some(problem);
    response
}

/// The answer to a request that cannot be read, where it is one and has an id.
pub(super) fn failed_answer_to(request: &Object, problem: impl Display) -> Option<Frame> {
    let id = id_of(request.get())?;
    let problem = problem.to_string();
    Some(match request.field::<String>("type").ok()?.as_str() {
        "tool_call" => failed_tool(&id, problem).into(),
        "command_invoked" => failed_command(&id, problem).into(),
        "event_intercept" => decided(&id, Decision::Block(problem)),
        _ => return None,
    })
}

/// The answer that says what went wrong, in place of another. An interceptor that could not look blocks.
pub(super) fn failed_answer(frame: &Frame, problem: &str) -> Option<Frame> {
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
