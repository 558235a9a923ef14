//! Write extensions of coding agents, and embed a host.
//!
//! ```no_run
//! use extproto::{display, json, Extension};
//!
//! let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]});
//! Extension::new("hello", "1.0.0")
//!     .tool("hello", "Greets somebody.", schema, |args, _| format!("Hello, {}!", args["name"].as_str().unwrap_or("you")))
//!     .command("hello", "greets you", |name, _| display(format!("Hello, {name}!")))
//!     .run();
//! ```
//!
//! - An `Err` or a panic in a tool or command is an error for its caller; in an interceptor it blocks; in an
//!   event handler it is logged.
//! - Requests are handled side by side, each on a thread of its own, and answered in any order, each once.
//!   Events are handled one at a time, in order; so are the keys of panels.
//! - [`Extension::run`] keeps standard output for frames: on Unix what else is printed, by this program or a
//!   library, goes to standard error. Elsewhere use `eprintln!`.
//! - The process ends with status 0 at `shutdown`, at the end of its input and (on Unix) at SIGTERM, whatever
//!   its handlers are doing; with status 1 where the host speaks another version of the protocol.
//! - Panics are caught, so build with `panic = "unwind"`, which is the default.
//!
//! [`testing`] has a host in memory for tests, [`rpc`] a client that starts a host and follows its events,
//! [`protocol`] the types and decoders of every frame.
#![warn(missing_docs)]

mod answers;
mod arguments;
mod context;
mod extension;
mod handlers;
mod lines;
mod output;
mod panel;
mod programming_errors;
pub mod protocol;
pub mod rpc;
#[cfg(feature = "schema")]
mod schema;
mod session;
mod standard_streams;
pub mod testing;
mod whole_numbers;
mod workers;

pub use answers::{
    allow, block, display, failure, image, insert, open_panel, prompt, replace, rewrite, text,
    CommandAnswer, Decision, Failure, ToolAnswer,
};
pub use context::{Cancelled, Context, ToolContext};
pub use extension::{Extension, NotOffered};
pub use handlers::{Host, PanelContent};
pub use panel::Panel;
pub use protocol::types::{
    ContentBlock, FailurePolicy, ImageBlock, NoteLevel, PanelKeyName, TextBlock,
};
pub use protocol::DecodeError;
#[cfg(feature = "schema")]
pub use schema::schema_of;
pub use serde_json::{json, Value};
