//! The way out: one writer, whole lines, in the order in which they were given.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Takes what an extension writes.
pub(crate) trait Output: Send + Sync {
    /// Takes a line, without its line feed; never waits.
    fn queue(&self, line: String);
    /// Waits while too much is in the queue. Only handlers wait here: whoever reads has to go on reading.
    fn throttle(&self);
    /// Writes for people.
    fn log(&self, line: &str);
    /// Ends the extension when what is in the queue has left.
    fn exit(&self, code: i32);
}

/// So much may be in the queue before handlers wait.
const MOST: usize = 8 << 20;

/// A host that reads nothing more is not waited for longer than this at the end.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A queue that a thread empties into a stream.
pub(crate) struct Queue(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    lines: VecDeque<String>,
    /// Bytes that have not left yet, those that are being written included.
    bytes: usize,
    broken: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    pub(crate) fn new(mut stream: impl Write + Send + 'static) -> Self {
        let shared = Arc::new(Shared::default());
        let own = shared.clone();
        thread::spawn(move || loop {
            let idle = own.changed.wait_while(own.lock(), |s| s.lines.is_empty());
            let lines = std::mem::take(&mut idle.unwrap_or_else(PoisonError::into_inner).lines);
            let batch: String = lines.into_iter().collect();
            let written = stream
                .write_all(batch.as_bytes())
                .and_then(|()| stream.flush());
            let mut state = own.lock();
            state.bytes -= batch.len();
            // A host that is gone takes nothing more; the end of the input tells so.
            state.broken |= written.is_err();
            drop(state);
            own.changed.notify_all();
        });
        Self(shared)
    }

    pub(crate) fn queue(&self, mut line: String) {
        line.push('\n');
        let mut state = self.0.lock();
        if !state.broken {
            state.bytes += line.len();
            state.lines.push_back(line);
            drop(state);
            self.0.changed.notify_all();
        }
    }

    pub(crate) fn throttle(&self) {
        let state = self.0.lock();
        let full = |state: &mut State| state.bytes > MOST && !state.broken;
        drop(self.0.changed.wait_while(state, full));
    }

    /// Waits until everything has left, for a time.
    pub(crate) fn drain(&self) {
        let state = self.0.lock();
        let busy = |state: &mut State| state.bytes > 0 && !state.broken;
        drop(self.0.changed.wait_timeout_while(state, LAST_WORDS, busy));
    }
}
