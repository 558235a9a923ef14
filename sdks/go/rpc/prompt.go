package rpc

import (
	"context"
	"iter"
	"strings"
	"sync"

	"github.com/extproto/extproto/sdks/go/protocol"
)

// Prompt submits a prompt at once. Its events come until its end; further prompts wait for their turn in the host. A
// prompt that is refused gives an error instead of events. The events can be gone through once.
//
// When the context ends, so do the events, with its error, and the prompt is aborted. Leaving the loop early does not
// abort it.
func (c *Client) Prompt(ctx context.Context, message string, images ...protocol.Image) iter.Seq2[Event, error] {
	events := newQueue()
	_, p, err := c.post(func(id *string) protocol.ClientFrame {
		return protocol.ClientPrompt{ID: id, Message: message, Images: images}
	}, func() { c.begin(events) })
	if err != nil {
		events.end(err)
	} else {
		go func() {
			if a := <-p.answer; a.err != nil {
				events.end(a.err)
			}
		}()
	}
	return func(yield func(Event, error) bool) {
		for {
			event, more, err := events.next(ctx)
			if ctx.Err() != nil {
				c.abandon(events)
				err = context.Cause(ctx)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !more || !yield(event, nil) {
				return
			}
		}
	}
}

// begin ties the events that follow to a prompt. One that nobody waits for any more is aborted.
func (c *Client) begin(events *queue) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.prompts = append(c.prompts, events)
	if events.isAbandoned() && len(c.prompts) == 1 {
		go c.Abort(context.Background())
	}
}

// abandon aborts a prompt if it is running; one that is waiting is aborted when it begins.
func (c *Client) abandon(events *queue) {
	events.abandon()
	c.mu.Lock()
	running := len(c.prompts) > 0 && c.prompts[0] == events
	c.mu.Unlock()
	if running {
		// Sent before the caller goes on, so that it meets this prompt and no later one.
		c.post(func(id *string) protocol.ClientFrame { return protocol.ClientAbort{ID: id} }, nil)
	}
}

// Ask submits a prompt and gives the text of the answer. An error of the host is a *CommandError.
func (c *Client) Ask(ctx context.Context, message string, images ...protocol.Image) (string, error) {
	var text strings.Builder
	var failure error
	for event, err := range c.Prompt(ctx, message, images...) {
		if err != nil {
			return text.String(), err
		}
		switch e := event.(type) {
		case protocol.ServerTextDelta:
			text.WriteString(e.Delta)
		case protocol.ServerError:
			failure = &CommandError{Command: "prompt", Message: e.Message}
		}
	}
	return text.String(), failure
}

// queue keeps events until they are asked for.
type queue struct {
	mu        sync.Mutex
	events    []Event
	over      bool
	abandoned bool
	err       error
	changed   chan struct{}
}

func newQueue() *queue {
	return &queue{changed: make(chan struct{}, 1)}
}

func (q *queue) wake() {
	select {
	case q.changed <- struct{}{}:
	default:
	}
}

func (q *queue) push(event Event) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.abandoned {
		q.events = append(q.events, event)
		q.wake()
	}
}

func (q *queue) end(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.over {
		q.over, q.err = true, err
	}
	q.wake()
}

func (q *queue) abandon() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.abandoned, q.events = true, nil
}

func (q *queue) isAbandoned() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.abandoned
}

// next waits for an event; there are no more at the end.
func (q *queue) next(ctx context.Context) (event Event, more bool, err error) {
	for {
		q.mu.Lock()
		if len(q.events) > 0 {
			event, q.events = q.events[0], q.events[1:]
			q.mu.Unlock()
			return event, true, nil
		}
		over, failure := q.over, q.err
		q.mu.Unlock()
		if over {
			return nil, false, failure
		}
		select {
		case <-q.changed:
		case <-ctx.Done():
			return nil, false, nil
		}
	}
}
