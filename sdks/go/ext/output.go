package ext

import (
	"io"
	"sync"
	"time"
)

// Most bytes that wait to be written before senders wait as well, and most that go out in one write.
const (
	pendingLimit = 1 << 20
	batchLimit   = 64 << 10
)

// output writes whole lines, in order, from one goroutine. The reader of frames never waits for it, so that a host
// that is slow to read is still heard.
type output struct {
	to      io.Writer
	mu      sync.Mutex
	changed *sync.Cond
	queue   []outgoing
	pending int
	closed  bool
	written chan struct{}
}

type outgoing struct {
	line []byte
	// panel is the panel that the line draws; it is not written once that panel is closed.
	panel string
}

func newOutput(to io.Writer) *output {
	out := &output{to: to, written: make(chan struct{})}
	out.changed = sync.NewCond(&out.mu)
	go out.write()
	return out
}

// add puts a line in the queue, without waiting; nothing is taken after the end.
func (out *output) add(line []byte, panel string) {
	out.mu.Lock()
	defer out.mu.Unlock()
	out.append(line, panel)
}

func (out *output) append(line []byte, panel string) {
	if out.closed || line == nil {
		return
	}
	out.queue = append(out.queue, outgoing{line, panel})
	out.pending += len(line)
	out.changed.Broadcast()
}

// waitForRoom holds a sender up while too much waits to be written.
func (out *output) waitForRoom() {
	out.mu.Lock()
	defer out.mu.Unlock()
	for out.pending > pendingLimit && !out.closed {
		out.changed.Wait()
	}
}

// dropPanel takes back what would draw a panel.
func (out *output) dropPanel(panel string) {
	out.mu.Lock()
	defer out.mu.Unlock()
	kept := out.queue[:0]
	for _, item := range out.queue {
		if item.panel == panel {
			out.pending -= len(item.line)
		} else {
			kept = append(kept, item)
		}
	}
	clear(out.queue[len(kept):])
	out.queue = kept
	out.changed.Broadcast()
}

// close takes a last line, or none, and no more.
func (out *output) close(last []byte) {
	out.mu.Lock()
	defer out.mu.Unlock()
	out.append(last, "")
	out.closed = true
	out.changed.Broadcast()
}

// flush waits until everything is written, but no longer than a host waits for an extension to end.
func (out *output) flush(limit time.Duration) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-out.written:
	case <-timer.C:
	}
}

func (out *output) write() {
	defer close(out.written)
	for {
		batch := out.take()
		if batch == nil {
			return
		}
		if _, err := out.to.Write(batch); err != nil {
			// A host that is gone takes nothing more; the end of standard input tells so.
			out.close(nil)
			out.mu.Lock()
			out.queue = nil
			out.mu.Unlock()
		}
		out.mu.Lock()
		out.pending -= len(batch)
		out.changed.Broadcast()
		out.mu.Unlock()
	}
}

// take waits for lines and takes as many as fit in a write; nil at the end.
func (out *output) take() []byte {
	out.mu.Lock()
	defer out.mu.Unlock()
	for len(out.queue) == 0 {
		if out.closed {
			return nil
		}
		out.changed.Wait()
	}
	batch, taken := out.queue[0].line, 1
	for taken < len(out.queue) && len(batch)+len(out.queue[taken].line) <= batchLimit {
		batch = append(batch[:len(batch):len(batch)], out.queue[taken].line...)
		taken++
	}
	if taken == len(out.queue) {
		clear(out.queue)
		out.queue = out.queue[:0]
	} else {
		out.queue = out.queue[taken:]
	}
	return batch
}
