package ext_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/extproto/extproto/sdks/go/ext"
	"github.com/extproto/extproto/sdks/go/exttest"
	"github.com/extproto/extproto/sdks/go/protocol"
)

// saying gives what a call panics with.
func saying(call func()) (words string) {
	defer func() { words = fmt.Sprint(recover()) }()
	call()
	return ""
}

func TestWhatTheProtocolForbidsIsRefusedWhereItIsWritten(t *testing.T) {
	e := probe()
	for want, call := range map[string]func(){
		`"allow" or "block", not "refuse"`:                                  func() { e.OnFailure("refuse") },
		`"tool_call" or "assistant_message", not "later"`:                   func() { e.On("later", func(ext.Event) {}) },
		`"info", "success", "warn" or "error", not "warning"`:               func() { e.Notify("warning", "x") },
		`"/c" cannot be the name of a command: letters, digits, underscore`: func() { e.Command("/c", "", nil) },
	} {
		if got := saying(call); !strings.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	handler := func(json.RawMessage) ext.ToolResult { return ext.ToolResult{} }
	for want, err := range map[string]error{
		"up to 64 letters, digits":  e.Tool("a b", "", nil, handler),
		"64 letters, digits":        e.Tool(strings.Repeat("a", 65), "", nil, handler),
		`whose "type" is "object"`:  e.Tool("a", "", json.RawMessage(`{"type":"array"}`), handler),
		`"type" is "object"`:        e.Tool("a", "", json.RawMessage(`{}`), handler),
		"letters, digits, undersco": ext.AddTool(e, "", "", func(context.Context, nothing) (string, error) { return "", nil }),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestRequestsAreAnsweredHoweverDeepTheyAre(t *testing.T) {
	e := probe()
	ext.AddTool(e, "t", "", func(context.Context, nothing) (string, error) { return "fine", nil })
	e.InterceptToolCall(func(string, json.RawMessage) (bool, string) { return true, "" })
	host := exttest.Start(t, e)
	deep := `{"x":["\"type\\",` + strings.Repeat("[", 2_000_000) + strings.Repeat("]", 2_000_000) + `]}`
	host.SendLine(`{"args":` + deep + `,"type":"tool_call","name":"t","id":"call"}`)
	expectError(t, host.Result("call"), "nested too deeply")
	host.SendLine(`{"id":"ask","type":"event_intercept","event":"tool_call","tool_id":"c","tool_name":"t","tool_args":` + deep + `}`)
	answer := exttest.Next(host, func(frame protocol.ExtensionEventInterceptResponse) bool { return frame.ID == "ask" })
	if !*answer.Block {
		t.Error("what cannot be read was let through")
	}
}

func TestIntegerMayBeWrittenWithAFraction(t *testing.T) {
	type typed struct {
		N    int8                `json:"n"`
		Many []int               `json:"many,omitempty"`
		F    float64             `json:"f,omitempty"`
		Sub  *struct{ K uint64 } `json:"sub,omitempty"`
	}
	e := probe()
	ext.AddTool(e, "typed", "", func(_ context.Context, in typed) (typed, error) { return in, nil })
	schema := json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"}}}`)
	e.Tool("raw", "", schema, func(args json.RawMessage) ext.ToolResult {
		var in struct{ N int }
		if err := json.Unmarshal(args, &in); err != nil {
			return ext.TextErrorResult(err.Error())
		}
		return ext.TextResult(fmt.Sprint(in.N))
	})
	host := exttest.Start(t, e)
	args := json.RawMessage(`{"n":2.0,"many":[1e2,-30E-1,4],"f":2.50,"sub":{"k":18446744073709551615.0}}`)
	want := `{"n":2,"many":[100,-3,4],"f":2.5,"sub":{"K":18446744073709551615}}`
	if got, failed := text(t, host.CallTool("typed", args)); got != want || failed {
		t.Error(got)
	}
	if got, failed := text(t, host.CallTool("raw", json.RawMessage(`{"n":2.0}`))); got != "2" || failed {
		t.Error(got)
	}
	got, failed := text(t, host.CallTool("typed", json.RawMessage(`{"n":300}`)))
	if !failed || got != "invalid arguments: /n cannot be number 300" {
		t.Error(got)
	}
}
