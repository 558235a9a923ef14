package ext

import (
	"context"
	"errors"
	"sync"

	"github.com/extproto/extproto/sdks/go/protocol"
)

// Call is a call of a tool that is under way.
type Call struct {
	// ID is the id of the call on the wire.
	ID string

	session  *session
	mu       sync.Mutex
	finished bool
	cancel   context.CancelCauseFunc
}

type callKey struct{}

var (
	errCancelled = errors.New("cancelled")
	errEnding    = errors.New("the host ends the extension")
)

// CallOf gives the call that a tool's context belongs to; nil, which may be used like any other, for other
// contexts.
func CallOf(ctx context.Context) *Call {
	call, _ := ctx.Value(callKey{}).(*Call)
	return call
}

// Progress tells the user how far the call is. It does nothing where the host does not show that, or when the
// call is over.
func (c *Call) Progress(text string) {
	if c == nil || !c.session.hostInfo().Offers(protocol.CapabilityToolProgress) {
		return
	}
	line := c.session.encode(protocol.ExtensionToolProgress{ID: c.ID, Text: text})
	c.session.out.waitForRoom()
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.finished {
		c.session.out.add(line, "")
	}
}

// Host is what the host said of itself.
func (c *Call) Host() HostInfo {
	if c == nil {
		return HostInfo{}
	}
	return c.session.hostInfo()
}

// Logf writes a line to the extension's log.
func (c *Call) Logf(format string, args ...any) {
	if c != nil {
		c.session.logf(format, args...)
	}
}

func (c *Call) finish() {
	c.mu.Lock()
	c.finished = true
	c.mu.Unlock()
	c.cancel(nil)
}
