package ext

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/extproto/extproto/sdks/go/internal/lines"
	"github.com/extproto/extproto/sdks/go/protocol"
)

// How long the last lines may take to leave; a host waits two seconds for an extension to end.
const lastWords = 1500 * time.Millisecond

// session is one connection to a host, from hello to the end.
type session struct {
	ext    *Extension
	out    *output
	log    io.Writer
	ctx    context.Context
	cancel context.CancelCauseFunc
	over   chan struct{}
	end    sync.Once
	err    error

	started atomic.Bool
	host    atomic.Pointer[HostInfo]
	events  inOrder
	keys    inOrder

	mu    sync.Mutex
	logMu sync.Mutex
	calls map[string]*Call
	open  map[string]bool
	held  [][]byte
}

func newSession(e *Extension, out, log io.Writer) *session {
	ctx, cancel := context.WithCancelCause(context.Background())
	return &session{
		ext:    e,
		out:    newOutput(out),
		log:    log,
		ctx:    ctx,
		cancel: cancel,
		over:   make(chan struct{}),
		calls:  map[string]*Call{},
		open:   map[string]bool{},
	}
}

// serve greets the host and acts on its frames until the end.
func (s *session) serve(in io.Reader, stop <-chan struct{}) error {
	s.send(s.hello())
	go func() {
		lines.Read(in, protocol.ExtprotoLineLimit, s.line, func(bytes int) {
			s.logf("skipped a line of %d bytes: more than the protocol allows", bytes)
		})
		s.finish(nil, nil)
	}()
	select {
	case <-s.over:
	case <-stop:
		s.finish(nil, nil)
	}
	s.out.flush(lastWords)
	return s.err
}

// finish ends the session with a last frame, or none. Handlers that are at work are told, and not waited for.
func (s *session) finish(last protocol.ExtensionFrame, err error) {
	s.end.Do(func() {
		s.err = err
		var line []byte
		if last != nil {
			line = s.encode(last)
		}
		s.out.close(line)
		s.cancel(errEnding)
		close(s.over)
	})
}

func (s *session) isOver() bool {
	select {
	case <-s.over:
		return true
	default:
		return false
	}
}

// starting is true until everything that was offered is registered.
func (s *session) starting() bool {
	return !s.started.Load()
}

func (s *session) hostInfo() HostInfo {
	return value(s.host.Load())
}

func (s *session) logf(format string, args ...any) {
	line := fmt.Appendf(nil, "["+s.ext.name+"] "+format+"\n", args...)
	s.logMu.Lock()
	defer s.logMu.Unlock()
	s.log.Write(line)
}

// require fails where the host does not offer a capability.
func (s *session) require(capability string) error {
	if s.hostInfo().Offers(capability) {
		return nil
	}
	return fmt.Errorf("the host does not offer %s", capability)
}

// send writes a frame when there is room.
func (s *session) send(frame protocol.ExtensionFrame) {
	line := s.encode(frame)
	s.out.waitForRoom()
	s.out.add(line, "")
}

// encode gives the line of a frame. An answer that cannot be sent is replaced by one that says so; for another
// frame there is no line then.
func (s *session) encode(frame protocol.ExtensionFrame) []byte {
	line, err := frame.MarshalJSON()
	if err == nil && len(line) < protocol.ExtprotoLineLimit {
		return append(line, '\n')
	}
	if err == nil {
		err = fmt.Errorf("it is longer than the %d bytes of a line", protocol.ExtprotoLineLimit)
	}
	problem := fmt.Sprintf("the %s cannot be sent: %v", frame.FrameType(), err)
	s.logf("%s", problem)
	instead := failedInstead(frame, problem)
	if instead == nil {
		return nil
	}
	line, err = instead.MarshalJSON()
	if err != nil {
		return nil
	}
	return append(line, '\n')
}

// line acts on a line of the host. It runs on the reading goroutine and never waits for a handler.
func (s *session) line(line []byte) {
	if s.isOver() || len(bytes.TrimSpace(line)) == 0 {
		return
	}
	frame, err := protocol.DecodeHostFrame(line)
	if err != nil {
		s.invalid(err)
		return
	}
	switch f := frame.(type) {
	case protocol.HostToolCall:
		s.toolCall(f)
	case protocol.HostCommandInvoked:
		go s.commandInvoked(f)
	case protocol.HostEventIntercept:
		go s.intercept(f)
	case protocol.HostEvent:
		s.event(f)
	case protocol.HostPanelKey:
		s.panelKey(f)
	case protocol.HostPanelClose:
		s.panelClosed(f.PanelID)
	case protocol.HostToolCancel:
		s.toolCancel(f.ID)
	case protocol.HostHelloAck:
		s.greeted(f)
	case protocol.HostShutdown:
		s.finish(protocol.ExtensionShutdownAck{}, nil)
	case protocol.UnknownFrame:
		s.unknown(f)
	}
}

// unknown answers a question about something from the future: it still gets its one answer.
func (s *session) unknown(frame protocol.UnknownFrame) {
	if frame.Type != "event_intercept" {
		return
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(frame.Raw, &fields) != nil {
		return
	}
	if id := idOf(fields); id != "" {
		s.out.add(s.encode(protocol.ExtensionEventInterceptResponse{ID: id, Block: protocol.Ptr(false)}), "")
	}
}

// invalid logs a line that is no frame; a request that can be told from it is answered.
func (s *session) invalid(err error) {
	s.logf("skipped a line of the host: %v", err)
	fault, ok := err.(*protocol.DecodeError)
	if !ok {
		return
	}
	var kind string
	if json.Unmarshal(fault.Object["type"], &kind) != nil {
		return
	}
	if id := idOf(fault.Object); id != "" {
		if answer := failedAnswer(kind, id, err.Error()); answer != nil {
			s.out.add(s.encode(answer), "")
		}
	}
}

func idOf(fields map[string]json.RawMessage) string {
	var id string
	if json.Unmarshal(fields["id"], &id) != nil {
		return ""
	}
	return id
}

// guarded does the work of a handler, and then what has to be done in any case. A panic is an error, and so is the
// end of the goroutine.
func (s *session) guarded(what string, work func() error, then func(err error)) {
	err := fmt.Errorf("the handler ended its goroutine")
	defer func() {
		if cause := recover(); cause != nil {
			s.logf("%s panicked: %v\n%s", what, cause, debug.Stack())
			err = panicError{cause}
		}
		then(err)
	}()
	err = work()
}

// panicError is a panic as an error.
type panicError struct{ cause any }

func (p panicError) Error() string {
	return fmt.Sprint(p.cause)
}

// messageOf is what the caller of a handler is told. An error may panic when it is asked: a nil pointer that was
// returned as an error does.
func messageOf(err error) (message string) {
	defer func() {
		if cause := recover(); cause != nil {
			message = fmt.Sprintf("failed with an error, a %T, that panics when it is asked for its message", err)
		}
	}()
	if message := err.Error(); message != "" {
		return message
	}
	return "failed without a message"
}

// isCanceled tells whether an error is that of a context that was cancelled. What an error wraps is asked of the error,
// which may panic.
func isCanceled(err error) (canceled bool) {
	defer func() {
		if recover() != nil {
			canceled = false
		}
	}()
	return errors.Is(err, context.Canceled)
}

// observed is guarded for handlers that nobody waits for.
func (s *session) observed(what string, work func()) func() {
	return func() {
		s.guarded(what, func() error { work(); return nil }, func(err error) {
			if _, logged := err.(panicError); err != nil && !logged {
				s.logf("%s failed: %v", what, err)
			}
		})
	}
}
