//! Embed a coding agent: start a host, send it commands, follow its events.
//!
//! ```no_run
//! use extproto::protocol::server::Frame;
//! use extproto::rpc::Client;
//!
//! # fn main() -> Result<(), extproto::rpc::Error> {
//! let host = Client::start(["extproto-host", "rpc"])?;
//! for event in host.prompt("What is in this folder?") {
//!     if let Frame::TextDelta(text) = event? {
//!         print!("{}", text.delta);
//!     }
//! }
//! host.close()?;
//! # Ok(())
//! # }
//! ```
//!
//! Events of a type that is not known yet come as
//! [`Frame::Unknown`](crate::protocol::server::Frame::Unknown). The client takes what zot does differently:
//! the stop `end`, a compaction without `done`, and the late response to a prompt that waits.

mod client;
mod compaction;
mod error;
mod events;
mod incoming;
mod options;
mod process;

pub use client::Client;
pub use error::Error;
pub use events::Events;
pub use options::{Options, Take};
