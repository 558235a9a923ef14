package ext

import (
	"fmt"

	"github.com/extproto/extproto/sdks/go/protocol"
)

func (s *session) hello() protocol.ExtensionHello {
	e := s.ext
	e.mu.Lock()
	defer e.mu.Unlock()
	// What OnHello will add is not known yet, so everything is announced.
	later := e.onHello != nil
	capabilities := []string{}
	if later || len(e.commands.names) > 0 {
		capabilities = append(capabilities, protocol.CapabilityCommands)
	}
	if later || len(e.tools.names) > 0 {
		capabilities = append(capabilities,
			protocol.CapabilityTools, protocol.CapabilityToolCancel, protocol.CapabilityToolProgress)
	}
	if later || len(e.events.names) > 0 || len(e.intercepts()) > 0 {
		capabilities = append(capabilities, protocol.CapabilityEvents)
	}
	if later || len(e.panels) > 0 {
		capabilities = append(capabilities, protocol.CapabilityPanels)
	}
	capabilities = append(capabilities, protocol.CapabilityDynamicTools)
	return protocol.ExtensionHello{Name: e.name, Version: e.version, Capabilities: capabilities}
}

// greeted registers everything that is offered; a second greeting changes nothing.
func (s *session) greeted(ack protocol.HostHelloAck) {
	if s.host.Load() != nil {
		return
	}
	if ack.ProtocolVersion != protocol.Version {
		s.logf("the host speaks version %d of the protocol, this extension %d", ack.ProtocolVersion, protocol.Version)
		s.finish(nil, fmt.Errorf("%w: %d", ErrProtocolVersion, ack.ProtocolVersion))
		return
	}
	host := HostInfo{
		ProtocolVersion: int(ack.ProtocolVersion),
		ZotVersion:      ack.ZotVersion,
		Provider:        ack.Provider,
		Model:           ack.Model,
		CWD:             ack.CWD,
		ExtensionDir:    value(ack.ExtensionDir),
		DataDir:         value(ack.DataDir),
		Capabilities:    ack.Capabilities,
	}
	if host.DataDir == "" {
		host.DataDir = host.ExtensionDir
	}
	s.host.Store(&host)
	if handler := s.ext.onHello; handler != nil {
		s.observed("the handler of the greeting", func() { handler(host) })()
	}
	s.register()
}

func (s *session) register() {
	e := s.ext
	e.mu.Lock()
	defer e.mu.Unlock()
	add := func(frame protocol.ExtensionFrame) { s.out.add(s.encode(frame), "") }
	for _, c := range e.commands.all() {
		add(protocol.ExtensionRegisterCommand{Name: c.name, Description: &c.description})
	}
	for _, t := range e.tools.all() {
		s.registerTool(t)
	}
	if intercepts := e.intercepts(); len(intercepts)+len(e.events.names) > 0 {
		add(s.subscription(intercepts))
	}
	add(protocol.ExtensionReady{})
	s.started.Store(true)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, line := range s.held {
		s.out.add(line, "")
	}
	s.held = nil
}

func (s *session) registerTool(t *tool) {
	s.out.add(s.encode(protocol.ExtensionRegisterTool{Name: t.name, Description: t.description, Schema: t.schema}), "")
}

func (s *session) subscription(intercepts []protocol.InterceptName) protocol.ExtensionSubscribe {
	e := s.ext
	frame := protocol.ExtensionSubscribe{Events: []protocol.EventName{}, Intercept: intercepts}
	for _, name := range e.events.names {
		frame.Events = append(frame.Events, protocol.EventName(name))
	}
	if e.onFailure == "" {
		return frame
	}
	if s.hostInfo().Offers(protocol.CapabilityOnFailure) {
		frame.OnFailure = protocol.Ptr(protocol.FailurePolicy(e.onFailure))
	} else if e.onFailure == "block" {
		s.logf("the host does not offer on_failure: where this extension fails, the host goes on")
	}
	return frame
}

// intercepts lists what is intercepted.
func (e *Extension) intercepts() []protocol.InterceptName {
	names := []protocol.InterceptName{}
	if e.interceptToolCall != nil || e.interceptToolCallSimple != nil {
		names = append(names, protocol.InterceptNameToolCall)
	}
	if e.interceptTurnStart != nil {
		names = append(names, protocol.InterceptNameTurnStart)
	}
	if e.interceptAssistantMessage != nil {
		names = append(names, protocol.InterceptNameAssistantMessage)
	}
	return names
}
