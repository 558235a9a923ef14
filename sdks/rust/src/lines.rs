//! Bytes to lines. Lines end at a line feed and nowhere else; a carriage return before it is dropped.

use std::io::{self, BufRead};

/// What was read.
pub(crate) enum Line {
    Text(String),
    /// A line was longer than the limit: so many bytes, which are gone.
    Overlong(usize),
}

/// Cuts a stream into lines of at most `limit` bytes, the line feed included.
pub(crate) struct Lines<R> {
    input: R,
    limit: usize,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R, limit: usize) -> Self {
        Self { input, limit }
    }

    /// The next line; none at the end. What stands after the last line feed is no line.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        let mut length = 0;
        loop {
            let bytes = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if bytes.is_empty() {
                return Ok(None);
            }
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            length += part.len();
            // A line that is too long is counted, not kept.
            if length < self.limit {
                line.extend_from_slice(part);
            } else {
                line = Vec::new();
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some(self.whole(line, length + 1)));
            }
        }
    }

    fn whole(&self, mut line: Vec<u8>, length: usize) -> Line {
        if length > self.limit {
            return Line::Overlong(length);
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Line::Text(match String::from_utf8(line) {
            Ok(text) => text,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn read(bytes: &[u8], piece: usize) -> Vec<String> {
        let mut lines = Lines::new(BufReader::with_capacity(piece, bytes), 8);
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            found.push(match line {
                Line::Text(text) => text,
                Line::Overlong(length) => format!("<{length}>"),
            });
        }
        found
    }

    #[test]
    fn lines_come_whole_however_their_bytes_are_divided() {
        for piece in 1..20 {
            let bytes = "a\r\n\n1234567\n12345678\nä€\n\u{2028}x\nlast".as_bytes();
            assert_eq!(
                read(bytes, piece),
                ["a", "", "1234567", "<9>", "ä€", "\u{2028}x"]
            );
        }
    }
}
