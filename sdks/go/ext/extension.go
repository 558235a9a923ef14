// Package ext is for writing extensions of coding agents.
//
// An extension is a program that a host starts; they exchange one JSON object a line over standard input
// and output. This package does that part, so that an extension is its handlers and a call of Run:
//
//	e := ext.New("hello", "1.0.0")
//	ext.AddTool(e, "hello", "Greets somebody.", func(_ context.Context, in struct{ Name string }) (string, error) {
//		return "Hello, " + in.Name + "!", nil
//	})
//	e.Command("hello", "greets you", func(name string) ext.Response { return ext.Display("Hello, " + name + "!") })
//	e.Run()
//
// Tools, commands and interceptions run side by side, each in a goroutine of its own; events and the keys of
// panels come one after the other. A panic in a tool or a command is an error for its caller, in an interceptor
// it blocks, in an event handler it is logged.
//
// Names and types are those of zot's Go package, so that an extension for zot changes one import.
package ext

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/extproto/extproto/sdks/go/protocol"
)

// Extension is an extension. Made by New.
type Extension struct {
	name    string
	version string

	mu        sync.Mutex
	session   *session
	unchecked bool
	onHello   func(HostInfo)
	onFailure string

	commands inOrderOfNames[command]
	tools    inOrderOfNames[*tool]
	events   inOrderOfNames[EventHandler]
	panels   map[string]panelHandlers

	interceptToolCall         ToolCallHandler
	interceptToolCallSimple   InterceptHandler
	interceptTurnStart        TurnStartHandler
	interceptAssistantMessage AssistantMessageHandler
}

type command struct {
	name        string
	description string
	handler     func(ctx context.Context, args string) (Response, error)
}

type tool struct {
	name        string
	description string
	schema      json.RawMessage
	rules       any
	handler     ToolFuncHandler
	// checksItself: the handler checks its arguments.
	checksItself bool
}

type panelHandlers struct {
	onKey   func(key, text string)
	onClose func()
}

// ErrProtocolVersion is what RunOn fails with where the host speaks another version of the protocol.
var ErrProtocolVersion = errors.New("the host speaks another version of the protocol")

// New begins an extension. The name has to be that of the manifest.
func New(name, version string) *Extension {
	return &Extension{name: name, version: version, panels: map[string]panelHandlers{}}
}

// Command offers a slash command to the user. The name has no slash and no upper-case letters; it panics where no
// command can have the name.
func (e *Extension) Command(name, description string, handler CommandHandler) {
	e.CommandFunc(name, description, func(_ context.Context, args string) (Response, error) {
		return handler(args), nil
	})
}

// CommandFunc is Command with a context, which is done when the host ends the extension, and with an error,
// which the user sees.
func (e *Extension) CommandFunc(name, description string, handler func(ctx context.Context, args string) (Response, error)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.beforeStart("a command")
	mustBeCommandName(name)
	e.commands.put(name, command{name, description, handler})
}

// Tool offers a tool to the model. The schema is a JSON Schema whose type is object; arguments are checked
// against it before the handler is called. Once the extension runs, Tool registers or replaces a tool, in a
// host that offers dynamic_tools. An error is also logged.
func (e *Extension) Tool(name, description string, schema json.RawMessage, handler ToolHandler) error {
	return e.ToolFunc(name, description, schema, func(_ context.Context, args json.RawMessage) (ToolResult, error) {
		return handler(args), nil
	})
}

// ToolFunc is Tool with a context, which is done when the host cancels the call or ends the extension, and with
// an error, which the model sees. CallOf gives what else there is to know of the call.
func (e *Extension) ToolFunc(name, description string, schema json.RawMessage, handler ToolFuncHandler) error {
	return e.offerTool(tool{name: name, description: description, schema: schema, handler: handler})
}

func (e *Extension) offerTool(t tool) error {
	err := t.prepare()
	if err == nil {
		err = e.addTool(&t)
	}
	if err != nil {
		err = fmt.Errorf("the tool %q cannot be offered: %w", t.name, err)
		e.Logf("%v", err)
	}
	return err
}

// prepare looks at the name and reads the schema.
func (t *tool) prepare() error {
	if !isName(t.name) || len(t.name) > 64 {
		return errors.New("its name is not one of up to 64 letters, digits, underscores and dashes")
	}
	if t.schema == nil {
		t.schema = json.RawMessage(`{"type":"object"}`)
	}
	rules, err := parseJSON(t.schema)
	if err != nil {
		return fmt.Errorf("its schema is not JSON: %w", err)
	}
	if fields, _ := rules.(map[string]any); fields["type"] != "object" {
		return errors.New(`its schema is not one whose "type" is "object"`)
	}
	t.rules = rules
	return nil
}

func (e *Extension) addTool(made *tool) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.session == nil || e.session.starting() {
		e.tools.put(made.name, made)
		return nil
	}
	if err := e.session.require(protocol.CapabilityDynamicTools); err != nil {
		return err
	}
	e.tools.put(made.name, made)
	e.session.registerTool(made)
	return nil
}

// RemoveTool withdraws a tool, in a host that offers dynamic_tools. Before the start it is simply forgotten.
func (e *Extension) RemoveTool(name string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.session != nil && !e.session.starting() {
		if err := e.session.require(protocol.CapabilityDynamicTools); err != nil {
			return fmt.Errorf("the tool %s cannot be withdrawn: %w", name, err)
		}
		if _, there := e.tools.get(name); there {
			e.session.out.add(e.session.encode(protocol.ExtensionUnregisterTool{Name: name}), "")
		}
	}
	e.tools.remove(name)
	return nil
}

// WithoutValidation leaves the checking of arguments to the handlers of Tool and ToolFunc. Those of AddTool are
// always checked.
func (e *Extension) WithoutValidation() {
	e.unchecked = true
}

// On handles an event: session_start, turn_start, turn_end, tool_call or assistant_message. Events are handled
// one at a time, in order. A later handler of the same event replaces an earlier one. It panics where no event has the
// name.
func (e *Extension) On(event string, handler EventHandler) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.beforeStart("an event")
	mustBeOneOf("On takes the event", eventNames, event)
	e.events.put(event, handler)
}

// InterceptToolCall is asked before a tool runs: it lets it run, or says why not. A panic blocks.
func (e *Extension) InterceptToolCall(handler InterceptHandler) {
	e.intercepting(func() { e.interceptToolCallSimple = handler })
}

// InterceptToolCallX is InterceptToolCall for handlers that may change the arguments; it wins where both are set.
func (e *Extension) InterceptToolCallX(handler ToolCallHandler) {
	e.intercepting(func() { e.interceptToolCall = handler })
}

// InterceptTurnStart is asked before the model is called.
func (e *Extension) InterceptTurnStart(handler TurnStartHandler) {
	e.intercepting(func() { e.interceptTurnStart = handler })
}

// InterceptAssistantMessage is asked before an answer of the model is shown.
func (e *Extension) InterceptAssistantMessage(handler AssistantMessageHandler) {
	e.intercepting(func() { e.interceptAssistantMessage = handler })
}

// OnFailure says what the host does where the extension does not answer an interception: "allow" goes on, "block"
// refuses what was guarded. It holds for all interceptions, in a host that offers on_failure. It panics where there is
// no such policy.
func (e *Extension) OnFailure(policy string) {
	mustBeOneOf("OnFailure takes", policies, policy)
	e.intercepting(func() { e.onFailure = policy })
}

func (e *Extension) intercepting(set func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.beforeStart("an interception")
	set()
}

// OnHello is called when the host has greeted, before anything is registered: tools, commands, events and
// interceptions may still be added in it.
func (e *Extension) OnHello(handler func(HostInfo)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.beforeStart("a handler of the greeting")
	e.onHello = handler
}

// OnPanelKey handles the keys of a panel, in order, and its end by the user. A command opens the panel with
// OpenPanel. Either handler may be nil.
func (e *Extension) OnPanelKey(id string, onKey func(key, text string), onClose func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.panels[id] = panelHandlers{onKey, onClose}
}

// RenderPanel shows something else in a panel. It does nothing once the panel is closed: the user may have been
// faster.
func (e *Extension) RenderPanel(id, title string, lines []string, footer string) {
	if s := e.running("RenderPanel"); s != nil {
		s.renderPanel(id, title, lines, footer)
	}
}

// ClosePanel takes a panel off the screen.
func (e *Extension) ClosePanel(id string) {
	if s := e.running("ClosePanel"); s != nil {
		s.closePanel(id)
	}
}

// Notify shows a note to the user; the level is info, success, warn or error. It panics where it is another.
func (e *Extension) Notify(level, message string) {
	mustBeOneOf("Notify takes the level", levels, level)
	if s := e.running("Notify"); s != nil {
		s.notify(level, message)
	}
}

// Logf writes a line to standard error, which the host keeps in the extension's log.
func (e *Extension) Logf(format string, args ...any) {
	e.mu.Lock()
	s := e.session
	e.mu.Unlock()
	if s != nil {
		s.logf(format, args...)
	} else {
		e.logf(format, args...)
	}
}

func (e *Extension) logf(format string, args ...any) {
	if e.session != nil {
		e.session.logf(format, args...)
	} else {
		fmt.Fprintf(os.Stderr, "["+e.name+"] "+format+"\n", args...)
	}
}

// Host is what the host said of itself; empty until it has greeted.
func (e *Extension) Host() HostInfo {
	e.mu.Lock()
	s := e.session
	e.mu.Unlock()
	if s == nil {
		return HostInfo{}
	}
	return s.hostInfo()
}

// Run guards standard output and serves the host until it ends the extension, its input ends or SIGTERM comes;
// handlers that are still at work are not waited for. The program should end when Run returns.
//
// From here on standard output belongs to the protocol: what is printed goes to standard error. Where the host
// speaks another version of the protocol, Run says so and ends the program with status 1.
func (e *Extension) Run() error {
	out, err := guardStdout()
	if err != nil {
		return fmt.Errorf("standard output cannot be guarded: %w", err)
	}
	stop := make(chan struct{})
	onTermination(func() { close(stop) })
	err = e.serve(os.Stdin, out, os.Stderr, stop)
	if errors.Is(err, ErrProtocolVersion) {
		os.Exit(1)
	}
	return err
}

// RunOn is Run on other streams, for tests: it leaves standard output and signals alone.
func (e *Extension) RunOn(in io.Reader, out, log io.Writer) error {
	return e.serve(in, out, log, nil)
}

func (e *Extension) serve(in io.Reader, out, log io.Writer, stop <-chan struct{}) error {
	e.mu.Lock()
	if e.session != nil {
		e.mu.Unlock()
		return fmt.Errorf("the extension %s is running already", e.name)
	}
	s := newSession(e, out, log)
	e.session = s
	e.mu.Unlock()
	return s.serve(in, stop)
}

func (e *Extension) beforeStart(what string) {
	if e.session != nil && !e.session.starting() {
		panic(what + " cannot be added once the extension runs")
	}
}

func (e *Extension) running(what string) *session {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.session == nil {
		e.logf("%s needs a running extension: it does nothing before Run", what)
	}
	return e.session
}
