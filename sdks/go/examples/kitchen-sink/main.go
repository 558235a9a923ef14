// Uses every feature of the SDK; the conformance kit checks it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/extproto/extproto/sdks/go/ext"
	"github.com/extproto/extproto/sdks/go/protocol"
)

const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

type nothing struct{}

type said struct {
	Text string `json:"text"`
}

type count struct {
	To int `json:"to" min:"0" max:"20"`
}

// seen is what the events told.
type seen struct {
	mu   sync.Mutex
	list []string
}

func (s *seen) add(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, what)
}

func (s *seen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.list, ", ")
}

func main() {
	sink := ext.New("kitchen-sink", "1.0.0")
	addTools(sink)
	addCommands(sink)
	addInterceptions(sink)
	sink.Run()
}

func addTools(sink *ext.Extension) {
	ext.AddTool(sink, "echo", "Says what it was told.", func(_ context.Context, in said) (string, error) {
		return in.Text, nil
	})
	ext.AddTool(sink, "draw", "Draws a dot.", func(context.Context, nothing) ([]ext.ToolContent, error) {
		return []ext.ToolContent{ext.Text("a dot:"), ext.Image("image/png", dot)}, nil
	})
	ext.AddTool(sink, "count", "Counts slowly.", func(ctx context.Context, in count) (string, error) {
		for i := 1; i <= in.To; i++ {
			ext.CallOf(ctx).Progress(fmt.Sprintf("%d of %d", i, in.To))
			select {
			case <-time.After(5 * time.Millisecond):
			case <-ctx.Done():
				return "", ctx.Err()
			}
		}
		return fmt.Sprintf("counted to %d", in.To), nil
	})
	ext.AddTool(sink, "fail", "Always fails.", func(context.Context, nothing) (string, error) {
		return "", errors.New("as promised")
	})
	ext.AddTool(sink, "throw", "Fails with a panic.", func(context.Context, nothing) (string, error) {
		panic("thrown")
	})
	ext.AddTool(sink, "print", "Prints to standard output, where nothing but frames belongs.",
		func(ctx context.Context, _ nothing) (string, error) {
			fmt.Println("a stray print")
			syscall.Write(1, []byte("a stray write\n"))
			ext.CallOf(ctx).Logf("a line of the log")
			return "printed", nil
		})
	sink.Tool("raw", "Takes any JSON Schema.", json.RawMessage(`{"type":"object","properties":{"n":{"type":"number"}}}`),
		func(args json.RawMessage) ext.ToolResult {
			var in struct{ N json.Number }
			if err := json.Unmarshal(args, &in); err != nil {
				return ext.TextErrorResult(err.Error())
			}
			return ext.TextResult(in.N.String())
		})
	ext.AddTool(sink, "grow", "Registers one more tool, where the host can have it.",
		func(ctx context.Context, _ nothing) (string, error) {
			if !ext.CallOf(ctx).Host().Offers(protocol.CapabilityDynamicTools) {
				return "", errors.New("the host does not offer dynamic_tools")
			}
			err := ext.AddTool(sink, "grown", "Came later.", func(context.Context, nothing) (string, error) {
				return "grown", nil
			})
			return "grew and shrank", errors.Join(err, sink.RemoveTool("grown"))
		})
}

func addCommands(sink *ext.Extension) {
	events := &seen{}
	sink.On("session_start", func(e ext.Event) { events.add(e.Name) })
	sink.On("turn_start", func(e ext.Event) { events.add(fmt.Sprintf("turn %d", e.Step)) })
	sink.On("turn_end", func(e ext.Event) { events.add(e.Stop) })
	sink.On("tool_call", func(e ext.Event) { events.add(e.ToolName) })
	sink.On("assistant_message", func(e ext.Event) { events.add(fmt.Sprint(len(e.Text))) })

	sink.Command("ask", "submits a prompt", func(args string) ext.Response { return ext.Prompt(or(args, "What is next?")) })
	sink.Command("put", "puts a text where you type", func(args string) ext.Response { return ext.Insert(or(args, "text")) })
	sink.Command("show", "shows a text", func(string) ext.Response { return ext.Display("seen: " + events.String()) })
	sink.Command("open", "opens a panel", func(string) ext.Response {
		return ext.OpenPanel("sink", "Sink", []string{"press a key"}, "esc")
	})
	sink.Command("nothing", "does nothing", func(string) ext.Response { return ext.Noop() })
	sink.Command("wrong", "fails", func(string) ext.Response { return ext.Errorf("as %s", "promised") })
	sink.Command("note", "shows a note", func(string) ext.Response {
		sink.Notify("info", "running in "+sink.Host().CWD)
		return ext.Noop()
	})
	sink.OnPanelKey("sink", func(key, text string) {
		if key == "esc" {
			sink.ClosePanel("sink")
		} else {
			sink.RenderPanel("sink", "Sink", []string{key + " " + text}, "")
		}
	}, func() { sink.Logf("the panel is closed") })
}

func addInterceptions(sink *ext.Extension) {
	sink.InterceptToolCallX(func(tool string, raw json.RawMessage) ext.ToolCallDecision {
		args := map[string]any{}
		if err := json.Unmarshal(raw, &args); err != nil {
			panic(err)
		}
		if args["forbidden"] == true {
			return ext.Block("it is forbidden")
		}
		if tool == "echo" && args["text"] == "rewrite me" {
			args["text"] = "rewritten"
			return ext.Rewrite(args)
		}
		return ext.ToolCallDecision{}
	})
	sink.InterceptTurnStart(func(step int) ext.TurnStartDecision {
		return ext.TurnStartDecision{Block: step > 1000, Reason: "enough"}
	})
	sink.InterceptAssistantMessage(func(text string) ext.AssistantMessageDecision {
		if strings.Contains(text, "secret") {
			return ext.Replace("(removed)")
		}
		return ext.AssistantMessageDecision{}
	})
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
