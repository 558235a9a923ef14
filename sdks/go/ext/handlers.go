package ext

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/extproto/extproto/sdks/go/protocol"
)

// CommandHandler does a command's work. The arguments are what the user typed behind the name.
type CommandHandler func(args string) Response

// ToolHandler does a tool's work. The arguments are a JSON object.
type ToolHandler func(args json.RawMessage) ToolResult

// ToolFuncHandler does a tool's work; an error becomes an error result.
type ToolFuncHandler func(ctx context.Context, args json.RawMessage) (ToolResult, error)

// EventHandler sees an event.
type EventHandler func(event Event)

// InterceptHandler lets a tool run, or says why not.
type InterceptHandler func(tool string, args json.RawMessage) (allow bool, reason string)

// ToolCallHandler decides whether and with which arguments a tool runs.
type ToolCallHandler func(tool string, args json.RawMessage) ToolCallDecision

// TurnStartHandler decides whether the model is called.
type TurnStartHandler func(step int) TurnStartDecision

// AssistantMessageHandler decides what is shown of an answer.
type AssistantMessageHandler func(text string) AssistantMessageDecision

// ToolCallDecision is what becomes of a tool call. The zero value lets it run as it is.
type ToolCallDecision struct {
	// Block keeps the tool from running; the model sees the reason.
	Block  bool
	Reason string
	// ModifiedArgs, a JSON object, replaces the arguments. What is no object blocks the call.
	ModifiedArgs json.RawMessage
}

// TurnStartDecision is what becomes of a model call. The zero value lets it happen.
type TurnStartDecision struct {
	Block  bool
	Reason string
}

// AssistantMessageDecision is what becomes of an answer. The zero value shows it as it is.
type AssistantMessageDecision struct {
	// Block hides the answer from the user.
	Block  bool
	Reason string
	// ReplaceText, where it is not empty, is shown instead.
	ReplaceText string
}

// Event is something that happened. Which fields it has depends on its name: turn_start has Step, turn_end has
// Stop and Error, tool_call has ToolID, ToolName and ToolArgs, assistant_message has Text.
type Event struct {
	Name     string
	Step     int
	Stop     string
	Error    string
	ToolID   string
	ToolName string
	ToolArgs json.RawMessage
	Text     string
}

// HostInfo is what the host said of itself.
type HostInfo struct {
	ProtocolVersion int
	ZotVersion      string
	Provider        string
	Model           string
	// CWD is the project's folder.
	CWD string
	// ExtensionDir is the extension's own folder.
	ExtensionDir string
	// DataDir is where state is kept: the extension's own folder where the host names no other.
	DataDir string
	// Capabilities are what the host can do beyond the first protocol.
	Capabilities []string
}

// Offers says whether the host has a capability, such as protocol.CapabilityDynamicTools.
func (h HostInfo) Offers(capability string) bool {
	return slices.Contains(h.Capabilities, capability)
}

func eventOf(frame protocol.HostEvent) Event {
	switch f := frame.(type) {
	case protocol.HostEventTurnStart:
		return Event{Name: "turn_start", Step: int(f.Step)}
	case protocol.HostEventTurnEnd:
		return Event{Name: "turn_end", Stop: string(f.Stop), Error: value(f.Error)}
	case protocol.HostEventToolCall:
		return Event{Name: "tool_call", ToolID: f.ToolID, ToolName: f.ToolName, ToolArgs: f.ToolArgs}
	case protocol.HostEventAssistantMessage:
		return Event{Name: "assistant_message", Text: value(f.Text)}
	}
	return Event{Name: "session_start"}
}

// value is what a pointer points to, or the zero value.
func value[T any](pointer *T) T {
	var zero T
	if pointer == nil {
		return zero
	}
	return *pointer
}
