//! What a line of a host is: a response for whoever waits for it, or an event of the prompt that runs.

use super::error::Error;
use super::process::{lock, Pending, Process};
use crate::protocol::server::{Frame, Response};
use crate::protocol::Object;

impl Process {
    /// Takes a line of the host.
    pub(super) fn line(&self, line: &str) {
        match Frame::decode(line) {
            Ok(Frame::Response(response)) => self.response(response),
            Ok(Frame::Unknown(unknown)) if unknown.kind == "response" => {
                self.bad_response(&unknown.raw, "it answers a command that is not known");
            }
            Ok(event) => self.event(event),
            // A line that is no frame of the protocol is none of a client's business.
            Err(error) => self.bad_response(line, &error.to_string()),
        }
    }

    fn response(&self, response: Response) {
        let (id, result) = match response {
            Response::Failure(failure) => (failure.id.clone(), Err(failure.error)),
            success => (id_of(&success), Ok(success)),
        };
        let mut state = lock(&self.state);
        let Some(pending) = id.and_then(|id| state.pending.remove(&id)) else {
            return;
        };
        // The events follow at once, so they are tied to the response as it is read.
        if let (Some(events), Ok(_)) = (&pending.events, &result) {
            state.prompts.push_back(events.clone());
        }
        drop(state);
        let Pending {
            command, settle, ..
        } = pending;
        let told = result.map_err(|message| Error::CommandFailed {
            command: command.clone(),
            message,
        });
        if let (Some(events), Err(error)) = (&pending.events, &told) {
            let _ = events.send(Err(error.clone()));
        }
        let _ = settle.send(told);
    }

    fn bad_response(&self, line: &str, message: &str) {
        let object: Option<Object> = serde_json::from_str(line).ok();
        let id = object.and_then(|object| {
            let kind: String = object.field("type").ok()?;
            let id: String = object.field("id").ok()?;
            (kind == "response").then_some(id)
        });
        let Some(pending) = id.and_then(|id| lock(&self.state).pending.remove(&id)) else {
            return;
        };
        let error = Error::BadResponse {
            command: pending.command,
            message: message.to_owned(),
        };
        if let Some(events) = pending.events {
            let _ = events.send(Err(error.clone()));
        }
        let _ = pending.settle.send(Err(error));
    }

    fn event(&self, event: Frame) {
        if let Some(take) = &self.options.on_event {
            take(&event);
        }
        let mut state = lock(&self.state);
        if let Some(current) = state.prompts.front() {
            let done = matches!(event, Frame::Done(_));
            // Nobody has to listen to the end.
            let _ = current.send(Ok(event));
            if done {
                state.prompts.pop_front();
            }
        } else if matches!(
            event,
            Frame::CompactDone(_) | Frame::Error(_) | Frame::Done(_)
        ) {
            if let Some(compaction) = state.compaction.take() {
                let _ = compaction.over.send(Ok(event));
            }
        }
    }
}

fn id_of(response: &Response) -> Option<String> {
    match response {
        Response::Hello(response) => response.id.clone(),
        Response::Prompt(response) => response.id.clone(),
        Response::Abort(response) => response.id.clone(),
        Response::Compact(response) => response.id.clone(),
        Response::GetState(response) => response.id.clone(),
        Response::GetMessages(response) => response.id.clone(),
        Response::Clear(response) => response.id.clone(),
        Response::SetModel(response) => response.id.clone(),
        Response::GetModels(response) => response.id.clone(),
        Response::Ping(response) => response.id.clone(),
        Response::ListCommands(response) => response.id.clone(),
        Response::InvokeCommand(response) => response.id.clone(),
        Response::PanelKey(response) => response.id.clone(),
        Response::PanelClose(response) => response.id.clone(),
        Response::ListExtensions(response) => response.id.clone(),
        Response::ReloadExtensions(response) => response.id.clone(),
        Response::ToolApproval(response) => response.id.clone(),
        Response::Failure(response) => response.id.clone(),
    }
}
