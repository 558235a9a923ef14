//! A compaction: one at a time, from its command to the event that ends it, or to the silence after an abort.

use super::client::Client;
use super::error::Error;
use super::process::{lock, Process};
use crate::protocol::client::{Abort, Compact};
use crate::protocol::server::{Frame, Response};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// How long to wait before a host that is busy is asked again: at first, and at most.
const PAUSE: (Duration, Duration) = (Duration::from_millis(5), Duration::from_millis(500));

/// A compaction that has not ended.
pub(super) struct Compaction {
    number: u64,
    /// Whether the command has left. An abort that leaves earlier does not concern it.
    sent: bool,
    /// Where its last event goes; dropped where there is none.
    pub(super) over: Sender<Result<Frame, Error>>,
}

impl Client {
    /// Replaces the conversation by its summary, and gives the summary. One that is begun while another one runs
    /// is an error.
    pub fn compact(&self) -> Result<String, Error> {
        let (number, over) = self.process.begin_compaction()?;
        let ended = self.end_of_compaction(&over);
        self.process.forget_compaction(number);
        match ended? {
            Some(Frame::CompactDone(done)) => Ok(done.summary),
            Some(Frame::Error(error)) => Err(refused(&error.message)),
            _ => Err(refused("aborted")),
        }
    }

    fn end_of_compaction(
        &self,
        over: &Receiver<Result<Frame, Error>>,
    ) -> Result<Option<Frame>, Error> {
        let response = self.process.request("compact", None, |id| {
            if let Some(compaction) = &mut lock(&self.process.state).compaction {
                compaction.sent = true;
            }
            let id = Some(id);
            Compact {
                id,
                ..Compact::default()
            }
            .into()
        })?;
        match response {
            Response::Compact(_) => over.recv().ok().transpose(),
            _ => Err(another("compact")),
        }
    }

    /// Ends the prompt or compaction that is running; returns when a compaction is over.
    pub fn abort(&self) -> Result<(), Error> {
        let mut aborted = None;
        let response = self.process.request("abort", None, |id| {
            let state = lock(&self.process.state);
            let running = state.compaction.as_ref().filter(|running| running.sent);
            aborted = running.map(|running| running.number);
            let id = Some(id);
            Abort {
                id,
                ..Abort::default()
            }
            .into()
        })?;
        match (response, aborted) {
            (Response::Abort(_), Some(number)) => self.forget_when_idle(number),
            (Response::Abort(_), None) => Ok(()),
            _ => Err(another("abort")),
        }
    }

    /// zot tells nothing of a compaction that was aborted: a host that is idle is done with it.
    fn forget_when_idle(&self, number: u64) -> Result<(), Error> {
        let (mut pause, most) = PAUSE;
        while self.process.compacts(number) {
            if !self.get_state()?.busy {
                self.process.forget_compaction(number);
                break;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(most);
        }
        Ok(())
    }
}

impl Process {
    fn begin_compaction(&self) -> Result<(u64, Receiver<Result<Frame, Error>>), Error> {
        let mut state = lock(&self.state);
        if state.compaction.is_some() {
            return Err(refused("a compaction is running already"));
        }
        let (over, receiver) = mpsc::channel();
        state.compactions += 1;
        let number = state.compactions;
        let sent = false;
        state.compaction = Some(Compaction { number, sent, over });
        Ok((number, receiver))
    }

    fn compacts(&self, number: u64) -> bool {
        let state = lock(&self.state);
        let running = state.compaction.as_ref();
        running.is_some_and(|running| running.number == number)
    }

    fn forget_compaction(&self, number: u64) {
        let compaction = &mut lock(&self.state).compaction;
        if compaction
            .as_ref()
            .is_some_and(|running| running.number == number)
        {
            *compaction = None;
        }
    }
}

fn refused(message: &str) -> Error {
    Error::CommandFailed {
        command: "compact".to_owned(),
        message: message.to_owned(),
    }
}

fn another(command: &str) -> Error {
    Error::BadResponse {
        command: command.to_owned(),
        message: "it answers another command".to_owned(),
    }
}
