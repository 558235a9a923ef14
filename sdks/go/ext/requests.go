package ext

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/extproto/extproto/sdks/go/protocol"
)

// toolCall notes the call before the next line is read: that may be its cancellation.
func (s *session) toolCall(frame protocol.HostToolCall) {
	ctx, cancel := context.WithCancelCause(s.ctx)
	call := &Call{ID: frame.ID, session: s, cancel: cancel}
	s.mu.Lock()
	s.calls[frame.ID] = call
	s.mu.Unlock()
	go s.runTool(context.WithValue(ctx, callKey{}, call), call, frame)
}

func (s *session) runTool(ctx context.Context, call *Call, frame protocol.HostToolCall) {
	var result protocol.ExtensionToolResult
	s.guarded("the tool "+frame.Name, func() error {
		answer, err := s.callTool(ctx, frame)
		if err == nil {
			result, err = answer.frame(frame.ID)
		}
		return err
	}, func(err error) {
		if ctx.Err() != nil && isCanceled(err) {
			err = context.Cause(ctx)
		} else if err != nil {
			s.logf("the tool %s failed: %v", frame.Name, err)
		}
		s.mu.Lock()
		if s.calls[frame.ID] == call {
			delete(s.calls, frame.ID)
		}
		s.mu.Unlock()
		call.finish()
		if err != nil {
			result = failedResult(frame.ID, messageOf(err))
		}
		s.send(result)
	})
}

func (s *session) callTool(ctx context.Context, frame protocol.HostToolCall) (ToolResult, error) {
	s.ext.mu.Lock()
	t, there := s.ext.tools.get(frame.Name)
	unchecked := s.ext.unchecked
	s.ext.mu.Unlock()
	if !there {
		return ToolResult{}, fmt.Errorf("no handler for tool %q", frame.Name)
	}
	if !unchecked && !t.checksItself {
		if err := checkArguments(t.rules, frame.Args); err != nil {
			return ToolResult{}, err
		}
		return t.handler(ctx, wholeNumbers(frame.Args))
	}
	return t.handler(ctx, frame.Args)
}

func (s *session) toolCancel(id string) {
	s.mu.Lock()
	call := s.calls[id]
	s.mu.Unlock()
	if call != nil {
		call.cancel(errCancelled)
	}
}

func (s *session) commandInvoked(frame protocol.HostCommandInvoked) {
	var response protocol.ExtensionCommandResponse
	s.guarded("the command /"+frame.Name, func() error {
		s.ext.mu.Lock()
		c, there := s.ext.commands.get(frame.Name)
		s.ext.mu.Unlock()
		if !there {
			return fmt.Errorf("no handler for /%s", frame.Name)
		}
		answer, err := c.handler(s.ctx, value(frame.Args))
		if err == nil {
			response, err = answer.frame(frame.ID)
		}
		return err
	}, func(err error) {
		if err != nil {
			s.logf("the command /%s failed: %v", frame.Name, err)
			response = protocol.ExtensionCommandResponseNoop{ID: frame.ID, Error: protocol.Ptr(messageOf(err))}
		}
		if opening, ok := response.(protocol.ExtensionCommandResponseOpenPanel); ok {
			s.openPanel(opening)
		} else {
			s.send(response)
		}
	})
}

func (s *session) intercept(frame protocol.HostEventIntercept) {
	var answer protocol.ExtensionEventInterceptResponse
	s.guarded("an interceptor", func() (err error) {
		answer, err = s.ext.decide(frame)
		return err
	}, func(err error) {
		if err != nil {
			s.logf("an interceptor failed: %v", err)
			answer.Block = protocol.Ptr(true)
			answer.Reason = protocol.Ptr("interceptor failed: " + messageOf(err))
		}
		answer.ID = frame.FrameID()
		s.send(answer)
	})
}

// decide asks the interceptor; where there is none the answer allows.
func (e *Extension) decide(frame protocol.HostEventIntercept) (protocol.ExtensionEventInterceptResponse, error) {
	answer := protocol.ExtensionEventInterceptResponse{Block: protocol.Ptr(false)}
	var block bool
	var reason string
	switch f := frame.(type) {
	case protocol.HostEventInterceptToolCall:
		decision := e.decideToolCall(f)
		block, reason = decision.Block, decision.Reason
		if decision.ModifiedArgs != nil && !block {
			if args := bytes.TrimSpace(decision.ModifiedArgs); !json.Valid(args) || args[0] != '{' {
				return answer, errors.New("ModifiedArgs is not a JSON object")
			}
			answer.ModifiedArgs = decision.ModifiedArgs
		}
	case protocol.HostEventInterceptTurnStart:
		if e.interceptTurnStart != nil {
			decision := e.interceptTurnStart(int(f.Step))
			block, reason = decision.Block, decision.Reason
		}
	case protocol.HostEventInterceptAssistantMessage:
		if e.interceptAssistantMessage != nil {
			decision := e.interceptAssistantMessage(f.Text)
			block, reason = decision.Block, decision.Reason
			if !block && decision.ReplaceText != f.Text {
				answer.ReplaceText = present(decision.ReplaceText)
			}
		}
	}
	answer.Block = &block
	answer.Reason = present(reason)
	return answer, nil
}

func (e *Extension) decideToolCall(frame protocol.HostEventInterceptToolCall) ToolCallDecision {
	switch {
	case e.interceptToolCall != nil:
		return e.interceptToolCall(frame.ToolName, frame.ToolArgs)
	case e.interceptToolCallSimple != nil:
		allow, reason := e.interceptToolCallSimple(frame.ToolName, frame.ToolArgs)
		return ToolCallDecision{Block: !allow, Reason: reason}
	}
	return ToolCallDecision{}
}

func (s *session) event(frame protocol.HostEvent) {
	event := eventOf(frame)
	s.ext.mu.Lock()
	handler, there := s.ext.events.get(event.Name)
	s.ext.mu.Unlock()
	if there {
		s.events.add(s.observed("the handler of "+event.Name, func() { handler(event) }))
	}
}

// notify waits with a note until the extension is ready.
func (s *session) notify(level, message string) {
	line := s.encode(protocol.ExtensionNotify{Level: protocol.NoteLevel(level), Message: message})
	s.out.waitForRoom()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.starting() {
		s.held = append(s.held, line)
	} else {
		s.out.add(line, "")
	}
}
