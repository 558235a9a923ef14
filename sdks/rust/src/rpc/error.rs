//! What can go wrong with a host.

use std::fmt;

/// What can go wrong with a host.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The host answered a command with a failure.
    CommandFailed {
        /// The command.
        command: String,
        /// What the host said.
        message: String,
    },
    /// The host could not be started, has ended, or speaks another version of the protocol.
    HostGone {
        /// What happened, with the last words of its standard error.
        message: String,
        /// Its exit status, where it has one.
        status: Option<i32>,
    },
    /// The host answered with something that is no answer.
    BadResponse {
        /// The command.
        command: String,
        /// What is wrong with it.
        message: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CommandFailed { command, message } => write!(f, "{command}: {message}"),
            Self::HostGone { message, .. } => f.write_str(message),
            Self::BadResponse { command, message } => {
                write!(f, "the response to {command} cannot be used: {message}")
            }
        }
    }
}

impl std::error::Error for Error {}
