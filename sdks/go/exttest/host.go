// Package exttest is a host in memory, for tests of extensions: no process, the same lines.
//
//	func TestGreets(t *testing.T) {
//		host := exttest.Start(t, newExtension())
//		result := host.CallTool("hello", map[string]any{"name": "Ada"})
//		...
//	}
//
// A frame that a host would refuse fails the test, and so does an answer that does not come.
package exttest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/extproto/extproto/sdks/go/ext"
	"github.com/extproto/extproto/sdks/go/protocol"
)

// How long anything may take before the test fails: a bound, not a wait.
const patience = 20 * time.Second

// Everything is what a host offers unless WithCapabilities says otherwise.
var Everything = []string{
	protocol.CapabilityCommands,
	protocol.CapabilityTools,
	protocol.CapabilityEvents,
	protocol.CapabilityPanels,
	protocol.CapabilityToolCancel,
	protocol.CapabilityToolProgress,
	protocol.CapabilityOnFailure,
	protocol.CapabilityDynamicTools,
}

// Option changes what the host says of itself.
type Option func(ack *protocol.HostHelloAck)

// WithCapabilities sets what the host offers.
func WithCapabilities(names ...string) Option {
	return func(ack *protocol.HostHelloAck) { ack.Capabilities = names }
}

// WithAck changes the greeting.
func WithAck(change func(ack *protocol.HostHelloAck)) Option {
	return change
}

// Host is a host in memory. Made by Start.
type Host struct {
	t    testing.TB
	to   *io.PipeWriter
	from *io.PipeReader

	mu      sync.Mutex
	changed *sync.Cond
	frames  []protocol.ExtensionFrame
	logs    bytes.Buffer
	fault   error
	over    bool
	err     error
	ids     int
}

// Start runs an extension and makes the handshake. It returns when the extension is ready, or has ended.
func Start(t testing.TB, e *ext.Extension, options ...Option) *Host {
	t.Helper()
	in, to := io.Pipe()
	from, out := io.Pipe()
	h := &Host{t: t, to: to, from: from}
	h.changed = sync.NewCond(&h.mu)
	read := make(chan struct{})
	go func() {
		defer close(read)
		h.read()
	}()
	go func() {
		err := e.RunOn(in, out, (*logs)(h))
		out.Close()
		in.Close()
		<-read
		h.update(func() { h.over, h.err = true, err })
	}()
	t.Cleanup(func() { to.Close() })
	Next(h, func(protocol.ExtensionHello) bool { return true })
	ack := protocol.HostHelloAck{
		ProtocolVersion: protocol.Version,
		ZotVersion:      "test",
		Provider:        "test",
		Model:           "test",
		CWD:             "/project",
		ExtensionDir:    protocol.Ptr("/extension"),
		DataDir:         protocol.Ptr("/extension/data"),
		Capabilities:    Everything,
	}
	for _, option := range options {
		option(&ack)
	}
	h.Send(ack)
	h.until("the extension to be ready", func() bool {
		return h.over || slices.ContainsFunc(h.frames, func(frame protocol.ExtensionFrame) bool {
			_, ready := frame.(protocol.ExtensionReady)
			return ready
		})
	})
	return h
}

// CallTool calls a tool and waits for its result. The arguments are what JSON can be made of.
func (h *Host) CallTool(name string, args any) protocol.ExtensionToolResult {
	h.t.Helper()
	return h.Result(h.StartTool(name, args))
}

// StartTool calls a tool and gives the id of the call.
func (h *Host) StartTool(name string, args any) string {
	h.t.Helper()
	id := h.newID()
	h.Send(protocol.HostToolCall{ID: id, Name: name, Args: h.json(args)})
	return id
}

// Result waits for the result of a call.
func (h *Host) Result(id string) protocol.ExtensionToolResult {
	h.t.Helper()
	return Next(h, func(frame protocol.ExtensionToolResult) bool { return frame.ID == id })
}

// CancelTool cancels a call.
func (h *Host) CancelTool(id string) {
	h.t.Helper()
	h.Send(protocol.HostToolCancel{ID: id})
}

// InvokeCommand runs a slash command and waits for its response.
func (h *Host) InvokeCommand(name, args string) protocol.ExtensionCommandResponse {
	h.t.Helper()
	id := h.newID()
	h.Send(protocol.HostCommandInvoked{ID: id, Name: name, Args: &args})
	return Next(h, func(frame protocol.ExtensionCommandResponse) bool { return frame.FrameID() == id })
}

// InterceptToolCall asks the extension about a tool call.
func (h *Host) InterceptToolCall(tool string, args any) protocol.ExtensionEventInterceptResponse {
	h.t.Helper()
	id := h.newID()
	h.Send(protocol.HostEventInterceptToolCall{ID: id, ToolID: "call-" + id, ToolName: tool, ToolArgs: h.json(args)})
	return h.decision(id)
}

// InterceptTurnStart asks the extension about a model call.
func (h *Host) InterceptTurnStart(step int) protocol.ExtensionEventInterceptResponse {
	h.t.Helper()
	id := h.newID()
	h.Send(protocol.HostEventInterceptTurnStart{ID: id, Step: int64(step)})
	return h.decision(id)
}

// InterceptAssistantMessage asks the extension about an answer of the model.
func (h *Host) InterceptAssistantMessage(text string) protocol.ExtensionEventInterceptResponse {
	h.t.Helper()
	id := h.newID()
	h.Send(protocol.HostEventInterceptAssistantMessage{ID: id, Text: text})
	return h.decision(id)
}

func (h *Host) decision(id string) protocol.ExtensionEventInterceptResponse {
	h.t.Helper()
	return Next(h, func(frame protocol.ExtensionEventInterceptResponse) bool { return frame.ID == id })
}

// Emit sends an event.
func (h *Host) Emit(event protocol.HostEvent) {
	h.t.Helper()
	h.Send(event)
}

// PressKey presses a key in a panel; the text is for the key rune.
func (h *Host) PressKey(panel, key, text string) {
	h.t.Helper()
	frame := protocol.HostPanelKey{PanelID: panel, Key: protocol.PanelKeyName(key)}
	if text != "" {
		frame.Text = &text
	}
	h.Send(frame)
}

// ClosePanel closes a panel as the user does.
func (h *Host) ClosePanel(panel string) {
	h.t.Helper()
	h.Send(protocol.HostPanelClose{PanelID: panel})
}

// Shutdown ends the extension, waits for its acknowledgement and gives what its run returned.
func (h *Host) Shutdown() error {
	h.t.Helper()
	h.Send(protocol.HostShutdown{})
	Next(h, func(protocol.ExtensionShutdownAck) bool { return true })
	return h.Wait()
}

// EndInput ends the extension's input.
func (h *Host) EndInput() {
	h.to.Close()
}

// Wait waits for the end of the extension and gives what its run returned.
func (h *Host) Wait() error {
	h.t.Helper()
	h.until("the extension to end", func() bool { return h.over })
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.err
}

// Send sends any frame.
func (h *Host) Send(frame protocol.HostFrame) {
	h.t.Helper()
	line, err := frame.MarshalJSON()
	if err != nil {
		h.t.Fatalf("the frame cannot be sent: %v", err)
	}
	h.SendLine(string(line))
}

// SendLine sends a line as it is.
func (h *Host) SendLine(line string) {
	// An extension that has ended reads nothing more; whoever waits for it learns that.
	io.WriteString(h.to, line+"\n")
}

// Frames gives every frame of the extension so far.
func (h *Host) Frames() []protocol.ExtensionFrame {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.frames)
}

// Logs gives what the extension has logged so far.
func (h *Host) Logs() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.logs.String()
}

// Next waits for a frame of a type that fits and gives the first; it may have come already.
func Next[F protocol.ExtensionFrame](h *Host, fits func(frame F) bool) F {
	h.t.Helper()
	var found F
	h.until(fmt.Sprintf("a fitting %T", found), func() bool {
		for _, frame := range h.frames {
			if candidate, ok := frame.(F); ok && fits(candidate) {
				found = candidate
				return true
			}
		}
		if h.over && h.fault == nil {
			h.fault = fmt.Errorf("the extension has ended: %v", h.err)
		}
		return false
	})
	return found
}

// Until waits for something that the extension does.
func (h *Host) Until(what string, holds func() bool) {
	h.t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			h.t.Fatalf("%s did not come about in %v", what, patience)
		}
	}
}

// until waits, with the lock held while it looks.
func (h *Host) until(what string, holds func() bool) {
	h.t.Helper()
	late := false
	timer := time.AfterFunc(patience, func() { h.update(func() { late = true }) })
	defer timer.Stop()
	h.mu.Lock()
	defer h.mu.Unlock()
	for !holds() {
		if h.fault != nil {
			h.t.Fatalf("waiting for %s: %v", what, h.fault)
		}
		if late {
			h.t.Fatalf("waited %v for %s; the extension's log:\n%s", patience, what, h.logs.String())
		}
		h.changed.Wait()
	}
	if h.fault != nil {
		h.t.Fatal(h.fault)
	}
}

func (h *Host) update(change func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	change()
	h.changed.Broadcast()
}

func (h *Host) read() {
	lines := bufio.NewReader(h.from)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		frame, err := protocol.DecodeExtensionFrame(line[:len(line)-1])
		if unknown, ok := frame.(protocol.UnknownFrame); ok {
			err = fmt.Errorf("a frame of unknown type %s", unknown.Type)
		}
		h.update(func() {
			if err == nil {
				h.frames = append(h.frames, frame)
			} else if h.fault == nil {
				h.fault = fmt.Errorf("the extension wrote what the protocol forbids: %w\n%s", err, line)
			}
		})
	}
}

func (h *Host) newID() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ids++
	return strconv.Itoa(h.ids)
}

func (h *Host) json(args any) json.RawMessage {
	h.t.Helper()
	if args == nil {
		return json.RawMessage("{}")
	}
	text, err := json.Marshal(args)
	if err != nil {
		h.t.Fatalf("the arguments are no JSON: %v", err)
	}
	return text
}

// logs takes what the extension logs.
type logs Host

func (l *logs) Write(text []byte) (int, error) {
	h := (*Host)(l)
	h.update(func() { h.logs.Write(text) })
	return len(text), nil
}
