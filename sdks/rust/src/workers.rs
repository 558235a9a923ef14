//! Threads for requests, and threads that keep an order.

use std::collections::VecDeque;
use std::sync::{mpsc, Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

type Work = Box<dyn FnOnce() + Send>;

/// How long a thread without work is kept for the next request.
const IDLE: Duration = Duration::from_secs(5);

/// A thread for each piece of work, so that none waits for another; threads are used again.
#[derive(Clone, Default)]
pub(crate) struct Workers(Arc<Pool>);

#[derive(Default)]
struct Pool {
    state: Mutex<State>,
    woken: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Work>,
    idle: usize,
}

impl Workers {
    /// Runs the work on a thread that is idle, or on a new one.
    pub(crate) fn run(&self, work: impl FnOnce() + Send + 'static) {
        let mut state = self.lock();
        state.waiting.push_back(Box::new(work));
        if state.idle >= state.waiting.len() {
            self.0.woken.notify_one();
            return;
        }
        drop(state);
        let own = self.clone();
        let started = thread::Builder::new().spawn(move || own.serve());
        if started.is_err() {
            // No more threads: the work is done here, late rather than never.
            while let Some(work) = self.take_now() {
                work();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_now(&self) -> Option<Work> {
        self.lock().waiting.pop_front()
    }

    fn serve(&self) {
        while let Some(work) = self.next() {
            work();
        }
    }

    fn next(&self) -> Option<Work> {
        let mut state = self.lock();
        if let Some(work) = state.waiting.pop_front() {
            return Some(work);
        }
        state.idle += 1;
        let waited = self
            .0
            .woken
            .wait_timeout_while(state, IDLE, |state| state.waiting.is_empty());
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        state.idle -= 1;
        state.waiting.pop_front()
    }
}

/// Work that is done one piece at a time, in the order in which it came.
pub(crate) struct InOrder(mpsc::Sender<Work>);

impl InOrder {
    pub(crate) fn new() -> Self {
        let (sender, receiver) = mpsc::channel::<Work>();
        thread::spawn(move || {
            for work in receiver {
                work();
            }
        });
        Self(sender)
    }

    pub(crate) fn add(&self, work: impl FnOnce() + Send + 'static) {
        // The thread lives as long as the sender.
        let _ = self.0.send(Box::new(work));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_waits_holds_nothing_up() {
        let workers = Workers::default();
        let (free, held) = mpsc::channel::<()>();
        let (done, results) = mpsc::channel();
        let first = done.clone();
        workers.run(move || {
            held.recv().unwrap();
            first.send(1).unwrap();
        });
        for _ in 0..20 {
            let done = done.clone();
            workers.run(move || done.send(2).unwrap());
            assert_eq!(results.recv().unwrap(), 2);
        }
        free.send(()).unwrap();
        assert_eq!(results.recv().unwrap(), 1);
    }

    #[test]
    fn order_is_kept() {
        let order = InOrder::new();
        let (sender, receiver) = mpsc::channel();
        for number in 0..100 {
            let sender = sender.clone();
            order.add(move || sender.send(number).unwrap());
        }
        drop(sender);
        assert!(receiver.iter().eq(0..100));
    }
}
