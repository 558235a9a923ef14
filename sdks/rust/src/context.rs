//! What handlers may use.

use crate::extension::Extension;
use crate::handlers::Host;
use crate::protocol::types::NoteLevel;
use crate::protocol::Object;
use crate::session::Session;
use std::fmt::{self, Display};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What the handlers of commands, events and interceptions may use.
pub struct Context {
    pub(crate) session: Arc<Session>,
}

impl Context {
    /// What the host said of itself.
    pub fn host(&self) -> &Host {
        self.session.known_host()
    }

    /// Shows a note to the user.
    ///
    /// # Panics
    ///
    /// Where the level is one that the protocol does not know.
    pub fn notify(&self, level: NoteLevel, message: impl Into<String>) {
        self.session.notify(level, message.into());
    }

    /// Writes to standard error, which the host keeps in the extension's log.
    pub fn log(&self, message: impl Display) {
        self.session.log(message);
    }

    /// The extension, to add and remove tools.
    pub fn extension(&self) -> Extension {
        self.session.extension()
    }
}

/// What a tool's handler may use. It can do all that a [`Context`] can.
pub struct ToolContext {
    pub(crate) context: Context,
    pub(crate) call: Arc<Call>,
    pub(crate) args: Object,
    /// The same with integers written as such, where they were not.
    pub(crate) whole: Option<Object>,
}

impl std::ops::Deref for ToolContext {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

impl ToolContext {
    /// The id of this call.
    pub fn id(&self) -> &str {
        &self.call.id
    }

    /// The arguments as they came: every digit of large numbers, and the order of names.
    pub fn raw_args(&self) -> &Object {
        &self.args
    }

    pub(crate) fn readable_args(&self) -> &Object {
        self.whole.as_ref().unwrap_or(&self.args)
    }

    /// Whether the host has cancelled the call, or ends the extension.
    pub fn cancelled(&self) -> bool {
        self.call.reason().is_some()
    }

    /// Waits, unless the call is cancelled before or meanwhile.
    pub fn wait(&self, time: Duration) -> Result<(), Cancelled> {
        self.call.wait(time)
    }

    /// Tells the user how far the call is, where the host shows that.
    pub fn progress(&self, text: impl Into<String>) {
        self.context.session.progress(&self.call.id, text.into());
    }
}

/// The call was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled(pub(crate) &'static str);

impl Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Cancelled {}

/// A tool call that is being worked on.
pub(crate) struct Call {
    pub(crate) id: String,
    reason: Mutex<Option<&'static str>>,
    woken: Condvar,
}

impl Call {
    pub(crate) fn new(id: String) -> Self {
        Self {
            id,
            reason: Mutex::new(None),
            woken: Condvar::new(),
        }
    }

    pub(crate) fn cancel(&self, reason: &'static str) {
        let mut held = self.reason.lock().unwrap_or_else(PoisonError::into_inner);
        held.get_or_insert(reason);
        self.woken.notify_all();
    }

    pub(crate) fn reason(&self) -> Option<&'static str> {
        *self.reason.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self, time: Duration) -> Result<(), Cancelled> {
        let end = Instant::now() + time;
        let mut held = self.reason.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(reason) = *held {
                return Err(Cancelled(reason));
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            let waited = self.woken.wait_timeout(held, left);
            held = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
