//! The process of a host: its pipes, what waits for its answers, and its end.

use super::compaction::Compaction;
use super::error::Error;
use super::options::Options;
use crate::lines::{Line, Lines};
use crate::protocol::client;
use crate::protocol::server::{Frame, Response};
use std::collections::{HashMap, VecDeque};
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// A line of a host may be as long as its messages; there has to be some bound.
const LONGEST: usize = 256 << 20;
const LAST_WORDS: usize = 2_000;
const LOOK: Duration = Duration::from_millis(100);
const SOON: Duration = Duration::from_millis(2);
const LEFT_OPEN: Duration = Duration::from_millis(500);

/// Who waits for a response.
pub(super) struct Pending {
    pub(super) command: String,
    pub(super) settle: Sender<Result<Response, Error>>,
    /// Given with a prompt: its events go there once it is accepted.
    pub(super) events: Option<Sender<Result<Frame, Error>>>,
}

#[derive(Default)]
pub(super) struct State {
    ids: u64,
    pub(super) pending: HashMap<String, Pending>,
    pub(super) prompts: VecDeque<Sender<Result<Frame, Error>>>,
    pub(super) compaction: Option<Compaction>,
    pub(super) compactions: u64,
    streams_ended: usize,
    gone: Option<Error>,
    ended: bool,
}

pub(super) struct Process {
    pub(super) options: Options,
    pub(super) state: Mutex<State>,
    changed: Condvar,
    stdin: Mutex<Option<ChildStdin>>,
    child: Mutex<Child>,
    stderr: Mutex<String>,
}

impl Process {
    pub(super) fn start(options: Options) -> Result<Arc<Self>, Error> {
        let gone = |message: String| Error::HostGone {
            message,
            status: None,
        };
        let Some((program, args)) = options.command.split_first() else {
            return Err(gone("no command was given to start a host with".to_owned()));
        };
        let mut command = Command::new(program);
        command.args(args).envs(options.env.iter().cloned());
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(token) = &options.token {
            command.env("ZOTCORE_RPC_TOKEN", token);
        }
        if let Some(cwd) = &options.cwd {
            command.current_dir(cwd);
        }
        let program = program.to_string_lossy().into_owned();
        let mut child = command
            .spawn()
            .map_err(|error| gone(format!("{program} cannot be started: {error}")))?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Arc::new(Self {
            options,
            state: Mutex::default(),
            changed: Condvar::new(),
            stdin: Mutex::new(stdin),
            child: Mutex::new(child),
            stderr: Mutex::default(),
        });
        let own = process.clone();
        thread::spawn(move || {
            if let Some(stream) = stderr {
                own.hear(stream);
            }
            own.stream_ended();
        });
        let own = process.clone();
        thread::spawn(move || {
            if let Some(stream) = stdout {
                own.read(stream);
            }
            own.stream_ended();
        });
        let own = process.clone();
        thread::spawn(move || own.finish());
        Ok(process)
    }

    /// Sends a command and waits for its response.
    pub(super) fn request(
        &self,
        command: &str,
        events: Option<Sender<Result<Frame, Error>>>,
        make: impl FnOnce(String) -> client::Frame,
    ) -> Result<Response, Error> {
        let answer = self.submit(command, events, make)?;
        // Whoever drops the other end has sent an error before.
        answer.recv().unwrap_or_else(|_| {
            Err(Error::HostGone {
                message: "the host has ended".to_owned(),
                status: None,
            })
        })
    }

    /// Sends a command; its frame is made with the id that it is given.
    pub(super) fn submit(
        &self,
        command: &str,
        events: Option<Sender<Result<Frame, Error>>>,
        make: impl FnOnce(String) -> client::Frame,
    ) -> Result<Receiver<Result<Response, Error>>, Error> {
        let (settle, answer) = mpsc::channel();
        // The pipe is held from the choice of the id on, so that commands leave in the order of their ids.
        let mut stdin = lock(&self.stdin);
        let mut state = lock(&self.state);
        if let Some(error) = &state.gone {
            return Err(error.clone());
        }
        state.ids += 1;
        let id = state.ids.to_string();
        let pending = Pending {
            command: command.to_owned(),
            settle,
            events,
        };
        state.pending.insert(id.clone(), pending);
        drop(state);
        let line = format!("{}\n", make(id).encode());
        // Where this fails the host has ended, which whoever waits is told; after close() it is about to.
        if let Some(stdin) = stdin.as_mut() {
            let _ = stdin
                .write_all(line.as_bytes())
                .and_then(|()| stdin.flush());
        }
        Ok(answer)
    }

    pub(super) fn close_input(&self) {
        lock(&self.stdin).take();
    }

    pub(super) fn kill(&self) {
        let _ = lock(&self.child).kill();
    }

    /// Waits for the end.
    pub(super) fn wait(&self) -> Option<i32> {
        let state = self
            .changed
            .wait_while(lock(&self.state), |state| !state.ended);
        match &state.unwrap_or_else(PoisonError::into_inner).gone {
            Some(Error::HostGone { status, .. }) => *status,
            _ => None,
        }
    }

    fn hear(&self, mut stream: impl Read) {
        let mut bytes = [0; 4096];
        while let Ok(count) = stream.read(&mut bytes) {
            if count == 0 {
                return;
            }
            let text = String::from_utf8_lossy(&bytes[..count]);
            match &self.options.on_stderr {
                Some(take) => take(&text),
                None => drop(io::stderr().write_all(text.as_bytes())),
            }
            let mut words = lock(&self.stderr);
            words.push_str(&text);
            let start = words.len().saturating_sub(LAST_WORDS);
            let start = (start..=words.len()).find(|&at| words.is_char_boundary(at));
            words.drain(..start.unwrap_or(0));
        }
    }

    fn read(&self, stdout: impl Read) {
        let mut lines = Lines::new(BufReader::with_capacity(1 << 16, stdout), LONGEST);
        while let Ok(Some(line)) = lines.next() {
            match line {
                Line::Text(line) => self.line(&line),
                Line::Overlong(_) => self.kill(),
            }
        }
    }

    fn stream_ended(&self) {
        lock(&self.state).streams_ended += 1;
        self.changed.notify_all();
    }

    /// Waits for the exit. The end of its streams tells most of the time; a look now and then covers the rest,
    /// because waiting for the process would keep others from killing it.
    fn ended(&self) -> Option<ExitStatus> {
        loop {
            match lock(&self.child).try_wait() {
                Ok(None) => {}
                other => return other.ok().flatten(),
            }
            let state = lock(&self.state);
            let pause = if state.streams_ended < 2 { LOOK } else { SOON };
            let before = state.streams_ended;
            let same = |state: &mut State| state.streams_ended == before;
            drop(self.changed.wait_timeout_while(state, pause, same));
        }
    }

    fn finish(&self) {
        let status = self.ended();
        // What it wrote is read to the end, unless a process that it leaves behind keeps its pipes open.
        let streams = lock(&self.state);
        let open = |state: &mut State| state.streams_ended < 2;
        drop(self.changed.wait_timeout_while(streams, LEFT_OPEN, open));
        let words = lock(&self.stderr).trim().to_owned();
        let colon = if words.is_empty() { "" } else { ": " };
        let error = Error::HostGone {
            message: format!("the host has ended ({}){colon}{words}", shown(status)),
            status: status.and_then(|status| status.code()),
        };
        let mut state = lock(&self.state);
        for (_, pending) in state.pending.drain() {
            if let Some(events) = pending.events {
                let _ = events.send(Err(error.clone()));
            }
            let _ = pending.settle.send(Err(error.clone()));
        }
        for events in state.prompts.drain(..) {
            let _ = events.send(Err(error.clone()));
        }
        if let Some(compaction) = state.compaction.take() {
            let _ = compaction.over.send(Err(error.clone()));
        }
        state.gone = Some(error);
        state.ended = true;
        drop(state);
        self.changed.notify_all();
    }
}

fn shown(status: Option<ExitStatus>) -> String {
    status.map_or("no status".to_owned(), |status| status.to_string())
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
