// Package lines cuts a stream of bytes into lines as the protocol has them.
package lines

import (
	"bufio"
	"bytes"
	"io"
	"unicode/utf8"
)

// Read cuts a stream into lines, at LF and nowhere else; a carriage return before it is dropped. A line with
// more bytes than the limit, its LF included, is skipped and only counted. What follows the last LF is no line.
func Read(from io.Reader, limit int, onLine func(line []byte), onOverlong func(bytes int)) {
	reader := bufio.NewReaderSize(from, 64<<10)
	var line []byte
	length := 0
	for {
		part, err := reader.ReadSlice('\n')
		length += len(part)
		if length <= limit {
			line = append(line, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil {
			return
		}
		if length > limit {
			onOverlong(length)
		} else {
			text := bytes.TrimSuffix(line[:len(line)-1], []byte("\r"))
			if !utf8.Valid(text) {
				text = bytes.ToValidUTF8(text, []byte("\uFFFD"))
			}
			onLine(text)
		}
		line, length = line[:0], 0
		if cap(line) > 1<<20 {
			line = nil
		}
	}
}
