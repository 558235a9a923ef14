package rpc

import (
	"context"
	"time"

	"github.com/extproto/extproto/sdks/go/protocol"
)

// How long to wait before a host that is busy is asked again: at first, and at most.
const (
	firstPause   = 5 * time.Millisecond
	longestPause = 500 * time.Millisecond
)

// compaction is one that has not ended.
type compaction struct {
	// event has the event that ends it; closed where there is none.
	event chan Event
	// sent: the command has left. An abort that leaves earlier does not concern it.
	sent bool
	// over is closed when nobody waits for it any more.
	over chan struct{}
}

// Compact replaces the conversation by its summary, and gives the summary. One that is begun while another one runs is
// a *CommandError.
func (c *Client) Compact(ctx context.Context) (string, error) {
	own := &compaction{event: make(chan Event, 1), over: make(chan struct{})}
	c.mu.Lock()
	if c.compacting != nil {
		c.mu.Unlock()
		return "", &CommandError{Command: "compact", Message: "a compaction is running already"}
	}
	c.compacting = own
	c.mu.Unlock()
	defer c.forgetCompaction(own)
	_, err := request[protocol.ServerResponseCompact](ctx, c, "compact", func(id *string) protocol.ClientFrame {
		c.mu.Lock()
		defer c.mu.Unlock()
		own.sent = true
		return protocol.ClientCompact{ID: id}
	})
	if err != nil {
		return "", err
	}
	select {
	case event, more := <-own.event:
		switch e := event.(type) {
		case protocol.ServerCompactDone:
			return e.Summary, nil
		case protocol.ServerError:
			return "", &CommandError{Command: "compact", Message: e.Message}
		}
		if !more {
			c.mu.Lock()
			defer c.mu.Unlock()
			if c.gone != nil {
				return "", c.gone
			}
		}
		return "", &CommandError{Command: "compact", Message: "aborted"}
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

func (c *Client) forgetCompaction(own *compaction) {
	close(own.over)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.compacting == own {
		c.compacting = nil
	}
}

// Abort ends the prompt or compaction that is running; it returns when a compaction is over.
func (c *Client) Abort(ctx context.Context) error {
	var aborted *compaction
	_, err := request[protocol.ServerResponseAbort](ctx, c, "abort", func(id *string) protocol.ClientFrame {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.compacting != nil && c.compacting.sent {
			aborted = c.compacting
		}
		return protocol.ClientAbort{ID: id}
	})
	if err != nil || aborted == nil {
		return err
	}
	return c.endWhenIdle(ctx, aborted)
}

// endWhenIdle ends a compaction that was aborted. zot tells nothing of one: a host that is idle is done with it.
func (c *Client) endWhenIdle(ctx context.Context, aborted *compaction) error {
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		state, err := c.State(ctx)
		if err != nil {
			return err
		}
		if !state.Busy {
			break
		}
		select {
		case <-time.After(pause):
		case <-aborted.over:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.compacting == aborted {
		c.compacting = nil
		close(aborted.event)
	}
	return nil
}
