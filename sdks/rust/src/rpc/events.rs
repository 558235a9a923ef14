//! The events of one prompt, as they come.

use super::error::Error;
use crate::protocol::server::Frame;
use std::sync::mpsc::Receiver;

/// The events of a prompt, up to and including `done`. What arrives before it is asked for is kept; waiting
/// for the next blocks. A prompt that was refused, or a host that ended, gives one error. Dropping it does not
/// abort the prompt: call [`Client::abort`](super::Client::abort).
#[derive(Debug)]
pub struct Events(pub(super) Receiver<Result<Frame, Error>>);

impl Iterator for Events {
    type Item = Result<Frame, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.recv().ok()
    }
}
