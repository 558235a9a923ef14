//! How a host is started.

use crate::protocol::server::Frame;
use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::Arc;

/// Takes something as it comes.
pub type Take<T> = Arc<dyn Fn(&T) + Send + Sync>;

/// How a host is started.
#[derive(Clone)]
pub struct Options {
    /// Program and arguments.
    pub command: Vec<OsString>,
    /// The project's folder; that of this process unless given.
    pub cwd: Option<PathBuf>,
    /// Variables beside those of this process.
    pub env: Vec<(OsString, OsString)>,
    /// The token that the host asks for: a random one unless another is put here.
    pub token: Option<String>,
    /// Takes every event, also those that belong to no prompt.
    pub on_event: Option<Take<Frame>>,
    /// Takes what the host writes to its standard error, which otherwise goes to that of this process.
    pub on_stderr: Option<Take<str>>,
}

impl Options {
    /// A program and its arguments.
    pub fn new(command: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        Self {
            command: command.into_iter().map(Into::into).collect(),
            cwd: None,
            env: Vec::new(),
            token: Some(random_token()),
            on_event: None,
            on_stderr: None,
        }
    }
}

/// The standard library seeds its hash maps at random.
fn random_token() -> String {
    let part = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", part(), part())
}

impl<C: IntoIterator<Item = S>, S: Into<OsString>> From<C> for Options {
    fn from(command: C) -> Self {
        Self::new(command)
    }
}
