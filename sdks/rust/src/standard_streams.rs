//! The standard streams of the process. Standard output belongs to frames.

use crate::extension::Extension;
use crate::lines::{Line, Lines};
use crate::output::{Output, Queue};
use crate::protocol::constants::EXTPROTO_LINE_LIMIT;
use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

struct StandardStreams(Queue);

impl Output for StandardStreams {
    fn queue(&self, line: String) {
        self.0.queue(line);
    }

    fn throttle(&self) {
        self.0.throttle();
    }

    fn log(&self, line: &str) {
        // One write, so that lines of several threads do not mix. Nobody reading it is no reason to stop.
        let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
    }

    fn exit(&self, code: i32) {
        self.0.drain();
        std::process::exit(code);
    }
}

/// Runs an extension on the standard streams until the host ends it.
pub(crate) fn run(extension: &Extension) -> ! {
    let frames = guarded_stdout().unwrap_or_else(|error| {
        eprintln!("standard output cannot be used for frames: {error}");
        std::process::exit(1);
    });
    exit_on_termination();
    let session = extension.start(Arc::new(StandardStreams(Queue::new(frames))));
    let mut lines = Lines::new(
        io::BufReader::with_capacity(1 << 16, io::stdin()),
        EXTPROTO_LINE_LIMIT,
    );
    while let Ok(Some(line)) = lines.next() {
        match line {
            Line::Text(text) => session.line(&text),
            Line::Overlong(bytes) => session.log(format!(
                "skipped a line of {bytes} bytes: more than the protocol allows"
            )),
        }
    }
    session.end(0);
    std::process::exit(0);
}

/// The real standard output. What is printed from here on goes to standard error.
#[cfg(unix)]
fn guarded_stdout() -> io::Result<File> {
    use std::os::fd::{AsFd, AsRawFd};
    extern "C" {
        fn dup2(from: i32, to: i32) -> i32;
    }
    let (stdout, stderr) = (io::stdout(), io::stderr());
    let frames = stdout.as_fd().try_clone_to_owned()?;
    // SAFETY: both descriptors are open; dup2 touches no memory of this program.
    if unsafe { dup2(stderr.as_raw_fd(), stdout.as_raw_fd()) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(frames.into())
}

/// Elsewhere the stream is used as it is: print with `eprintln!` there.
#[cfg(windows)]
fn guarded_stdout() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(io::stdout().as_handle().try_clone_to_owned()?.into())
}

/// The default action of SIGTERM ends the process too, but with a status that says it was killed.
#[cfg(unix)]
fn exit_on_termination() {
    extern "C" {
        fn signal(number: i32, handler: extern "C" fn(i32)) -> usize;
        fn _exit(code: i32) -> !;
    }
    extern "C" fn exit(_: i32) {
        // SAFETY: _exit may be called in a handler of signals.
        unsafe { _exit(0) }
    }
    const SIGTERM: i32 = 15;
    // SAFETY: the handler does nothing but _exit.
    unsafe {
        signal(SIGTERM, exit);
    }
}

#[cfg(not(unix))]
fn exit_on_termination() {}
