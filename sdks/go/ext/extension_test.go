package ext_test

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/extproto/extproto/sdks/go/ext"
	"github.com/extproto/extproto/sdks/go/exttest"
	"github.com/extproto/extproto/sdks/go/protocol"
)

type nothing struct{}

func probe() *ext.Extension {
	return ext.New("probe", "1.2.3")
}

// lines gives frames as they stand on the wire.
func lines(t *testing.T, frames ...protocol.ExtensionFrame) []string {
	t.Helper()
	texts := make([]string, 0, len(frames))
	for _, frame := range frames {
		text, err := frame.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}

func expect(t *testing.T, frame protocol.ExtensionFrame, want string) {
	t.Helper()
	if got := lines(t, frame)[0]; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// text gives the first block of a result, and whether it is an error.
func text(t *testing.T, result protocol.ExtensionToolResult) (string, bool) {
	t.Helper()
	block, ok := result.Content[0].(protocol.TextBlock)
	if !ok {
		t.Fatalf("not a text: %v", result.Content[0])
	}
	return block.Text, result.IsError != nil && *result.IsError
}

func expectError(t *testing.T, result protocol.ExtensionToolResult, part string) {
	t.Helper()
	if got, failed := text(t, result); !failed || !strings.Contains(got, part) {
		t.Errorf("got %q, error %v; want an error with %q", got, failed, part)
	}
}

func TestHandshakeRegistersWhatWasOfferedInOrder(t *testing.T) {
	e := probe()
	e.Command("b", "second letter", func(string) ext.Response { return ext.Noop() })
	ext.AddTool(e, "a", "first letter", func(context.Context, nothing) (string, error) { return "a", nil })
	e.On("turn_start", func(ext.Event) {})
	e.InterceptToolCall(func(string, json.RawMessage) (bool, string) { return true, "" })
	e.OnFailure("block")
	host := exttest.Start(t, e)
	want := []string{
		`{"type":"hello","name":"probe","version":"1.2.3","capabilities":["commands","tools","tool_cancel","tool_progress","events","dynamic_tools"]}`,
		`{"type":"register_command","name":"b","description":"second letter"}`,
		`{"type":"register_tool","name":"a","description":"first letter","schema":{"type":"object","properties":{}}}`,
		`{"type":"subscribe","events":["turn_start"],"intercept":["tool_call"],"on_failure":"block"}`,
		`{"type":"ready"}`,
	}
	if got := lines(t, host.Frames()...); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if info := e.Host(); info.CWD != "/project" || info.DataDir != "/extension/data" || info.ProtocolVersion != 1 {
		t.Errorf("%+v", info)
	}
}

func TestAdditionsAreNotSentToAHostThatDoesNotOfferThem(t *testing.T) {
	e := probe()
	ext.AddTool(e, "slow", "", func(ctx context.Context, _ nothing) (string, error) {
		ext.CallOf(ctx).Progress("half way")
		return "done", nil
	})
	e.InterceptToolCall(func(string, json.RawMessage) (bool, string) { return true, "" })
	e.OnFailure("block")
	host := exttest.Start(t, e, exttest.WithCapabilities())
	host.CallTool("slow", nil)
	for _, line := range lines(t, host.Frames()...) {
		if strings.Contains(line, "on_failure") || strings.Contains(line, `"type":"tool_progress"`) {
			t.Error(line)
		}
	}
	err := e.Tool("later", "", nil, func(json.RawMessage) ext.ToolResult { return ext.TextResult("") })
	if err == nil || !strings.Contains(err.Error(), "dynamic_tools") {
		t.Error(err)
	}
	if err := e.RemoveTool("slow"); err == nil || !strings.Contains(err.Error(), "dynamic_tools") {
		t.Error(err)
	}
	if !strings.Contains(host.Logs(), "on_failure") {
		t.Error(host.Logs())
	}
}

func TestAnotherVersionOfTheProtocolEndsTheExtension(t *testing.T) {
	host := exttest.Start(t, probe(), exttest.WithAck(func(ack *protocol.HostHelloAck) { ack.ProtocolVersion = 99 }))
	if err := host.Wait(); !errors.Is(err, ext.ErrProtocolVersion) || !strings.Contains(host.Logs(), "99") {
		t.Error(err, host.Logs())
	}
}

func TestGreetingMayAddTools(t *testing.T) {
	e := probe()
	e.OnHello(func(info ext.HostInfo) {
		ext.AddTool(e, "where", "", func(context.Context, nothing) (string, error) { return info.CWD, nil })
		e.Notify("warn", "early")
	})
	host := exttest.Start(t, e)
	if got, _ := text(t, host.CallTool("where", nil)); got != "/project" {
		t.Error(got)
	}
	frames := lines(t, host.Frames()...)
	ready := slices.Index(frames, `{"type":"ready"}`)
	if note := slices.Index(frames, `{"type":"notify","level":"warn","message":"early"}`); note < ready {
		t.Errorf("the note came at %d, ready at %d", note, ready)
	}
}

func TestToolGetsArgumentsThatItsSchemaAllowsAndNoOthers(t *testing.T) {
	e := probe()
	type in struct {
		Count int `json:"count" min:"1"`
		Name  *string
	}
	ext.AddTool(e, "typed", "", func(_ context.Context, args in) (string, error) {
		name := "x"
		if args.Name != nil {
			name = *args.Name
		}
		return strings.Repeat(name, args.Count), nil
	})
	e.Tool("plain", "", json.RawMessage(`{"type":"object","required":["n"]}`), func(args json.RawMessage) ext.ToolResult {
		return ext.ToolResult{Content: []ext.ToolContent{ext.Text(string(args)), ext.ImageBytes("image/png", []byte{0, 0, 0})}}
	})
	host := exttest.Start(t, e)
	if got, failed := text(t, host.CallTool("typed", map[string]any{"count": 2, "name": "ab"})); got != "abab" || failed {
		t.Error(got)
	}
	expectError(t, host.CallTool("typed", nil), "invalid arguments: /count is missing")
	expectError(t, host.CallTool("typed", map[string]any{"count": 0}), "/count must be at least 1")
	expectError(t, host.CallTool("typed", map[string]any{"count": "2"}), "/count must be integer")
	expectError(t, host.CallTool("typed", json.RawMessage(`{"COUNT":2}`)), "/count is missing")
	// What differs in case alone is not the field, and does not get past its bounds.
	if got, _ := text(t, host.CallTool("typed", json.RawMessage(`{"count":1,"COUNT":-7}`))); got != "x" {
		t.Error(got)
	}
	expect(t, host.CallTool("plain", json.RawMessage(`{"n":12345678901234567890}`)),
		`{"type":"tool_result","id":"7","content":[{"type":"text","text":"{\"n\":12345678901234567890}"},{"type":"image","mime_type":"image/png","data":"AAAA"}]}`)
	expectError(t, host.CallTool("plain", nil), "/n is missing")
}

func TestToolThatPanicsFailsIsUnknownOrSaysTooMuchHasAnErrorAsItsResult(t *testing.T) {
	e := probe()
	ext.AddTool(e, "panics", "", func(context.Context, nothing) (string, error) { panic("no luck") })
	ext.AddTool(e, "exits", "", func(context.Context, nothing) (string, error) { runtime.Goexit(); return "", nil })
	ext.AddTool(e, "fails", "", func(context.Context, nothing) (string, error) { return "", errors.New("not today") })
	ext.AddTool(e, "huge", "", func(context.Context, nothing) (string, error) { return strings.Repeat("x", 5<<20), nil })
	ext.AddTool(e, "json", "", func(context.Context, nothing) (map[string]int, error) { return map[string]int{"a": 1}, nil })
	ext.AddTool(e, "empty", "", func(context.Context, nothing) (any, error) { return nil, nil })
	host := exttest.Start(t, e)
	expectError(t, host.CallTool("panics", nil), "no luck")
	expectError(t, host.CallTool("exits", nil), "goroutine")
	expectError(t, host.CallTool("fails", nil), "not today")
	expectError(t, host.CallTool("nobody", nil), `no handler for tool "nobody"`)
	expectError(t, host.CallTool("huge", nil), "4194304")
	if got, failed := text(t, host.CallTool("json", nil)); got != `{"a":1}` || failed {
		t.Error(got)
	}
	if content := host.CallTool("empty", nil).Content; content == nil || len(content) != 0 {
		t.Error(content)
	}
	if !strings.Contains(host.Logs(), "extension_test.go") {
		t.Error("the stack of the panic is not in the log")
	}
}

func TestToolsRunBesideEachOther(t *testing.T) {
	e := probe()
	gates := map[string]chan struct{}{"first": make(chan struct{}), "second": make(chan struct{})}
	ext.AddTool(e, "wait", "", func(_ context.Context, in struct{ Key string }) (string, error) {
		<-gates[in.Key]
		return in.Key, nil
	})
	host := exttest.Start(t, e)
	first := host.StartTool("wait", map[string]string{"key": "first"})
	second := host.StartTool("wait", map[string]string{"key": "second"})
	close(gates["second"])
	host.Result(second)
	close(gates["first"])
	host.Result(first)
}

func TestToolIsToldOfItsCancellationAndMayReportProgress(t *testing.T) {
	e := probe()
	var kept *ext.Call
	ext.AddTool(e, "long", "", func(ctx context.Context, _ nothing) (string, error) {
		kept = ext.CallOf(ctx)
		kept.Progress("begun")
		<-ctx.Done()
		return "", ctx.Err()
	})
	host := exttest.Start(t, e)
	id := host.StartTool("long", nil)
	exttest.Next(host, func(frame protocol.ExtensionToolProgress) bool { return frame.ID == id && frame.Text == "begun" })
	host.CancelTool(id)
	expectError(t, host.Result(id), "cancelled")
	kept.Progress("too late")
	host.CancelTool("nobody")
	host.CallTool("nobody", nil)
	for _, line := range lines(t, host.Frames()...) {
		if strings.Contains(line, "too late") {
			t.Error(line)
		}
	}
}

func TestToolsComeAndGoWhileTheExtensionRuns(t *testing.T) {
	e := probe()
	host := exttest.Start(t, e)
	if err := ext.AddTool(e, "late", "", func(context.Context, nothing) (string, error) { return "here", nil }); err != nil {
		t.Fatal(err)
	}
	exttest.Next(host, func(frame protocol.ExtensionRegisterTool) bool { return frame.Name == "late" })
	if got, _ := text(t, host.CallTool("late", nil)); got != "here" {
		t.Error(got)
	}
	if err := e.RemoveTool("late"); err != nil {
		t.Fatal(err)
	}
	exttest.Next(host, func(frame protocol.ExtensionUnregisterTool) bool { return frame.Name == "late" })
	expectError(t, host.CallTool("late", nil), "no handler")
	if err := e.Tool("bad", "", json.RawMessage(`{"type":"string"}`), nil); err == nil {
		t.Error("a schema that is not of an object was taken")
	}
}

func TestCommandAnswersWithEachActionAndWithAnError(t *testing.T) {
	e := probe()
	e.Command("ask", "", ext.Prompt)
	e.Command("put", "", func(string) ext.Response { return ext.Insert("here") })
	e.Command("show", "", func(string) ext.Response { return ext.Display("there") })
	e.Command("open", "", func(string) ext.Response { return ext.OpenPanel("p", "T", []string{"l"}, "f") })
	e.Command("nothing", "", func(string) ext.Response { return ext.Response{} })
	e.Command("fails", "", func(string) ext.Response { return ext.Errorf("no %d", 1) })
	e.Command("panics", "", func(string) ext.Response { panic(errors.New("thrown")) })
	e.Command("odd", "", func(string) ext.Response { return ext.Response{Action: "dance"} })
	e.CommandFunc("errs", "", func(context.Context, string) (ext.Response, error) { return ext.Noop(), errors.New("erred") })
	host := exttest.Start(t, e)
	for _, c := range []struct{ name, args, want string }{
		{"ask", "what?", `"action":"prompt","id":"1","prompt":"what?"`},
		{"put", "", `"action":"insert","id":"2","insert":"here"`},
		{"show", "", `"action":"display","id":"3","display":"there"`},
		{"open", "", `"action":"open_panel","id":"4","open_panel":{"id":"p","title":"T","lines":["l"],"footer":"f"}`},
		{"nothing", "", `"action":"noop","id":"5"`},
		{"fails", "", `"action":"noop","id":"6","error":"no 1"`},
		{"panics", "", `"action":"noop","id":"7","error":"thrown"`},
		{"odd", "", `"action":"noop","id":"8","error":"there is no action \"dance\""`},
		{"errs", "", `"action":"noop","id":"9","error":"erred"`},
		{"nobody", "", `"action":"noop","id":"10","error":"no handler for /nobody"`},
	} {
		expect(t, host.InvokeCommand(c.name, c.args), `{"type":"command_response",`+c.want+`}`)
	}
}

func TestInterceptorAllowsBlocksRewritesAndReplaces(t *testing.T) {
	e := probe()
	e.InterceptToolCallX(func(tool string, args json.RawMessage) ext.ToolCallDecision {
		switch tool {
		case "write":
			return ext.Block("not write")
		case "edit":
			return ext.Rewrite(map[string]any{"safe": true})
		case "broken":
			return ext.ToolCallDecision{ModifiedArgs: json.RawMessage("[1]")}
		case "panic":
			panic("confused")
		}
		return ext.ToolCallDecision{}
	})
	e.InterceptTurnStart(func(step int) ext.TurnStartDecision { return ext.TurnStartDecision{Block: step > 2, Reason: "enough"} })
	e.InterceptAssistantMessage(func(text string) ext.AssistantMessageDecision {
		return ext.Replace(strings.ReplaceAll(text, "a", "b"))
	})
	host := exttest.Start(t, e)
	args := map[string]int{"a": 1}
	for want, got := range map[string]protocol.ExtensionEventInterceptResponse{
		`"block":false`:                               host.InterceptToolCall("read", args),
		`"block":true,"reason":"not write"`:           host.InterceptToolCall("write", args),
		`"block":false,"modified_args":{"safe":true}`: host.InterceptToolCall("edit", args),
		`"block":true,"reason":"interceptor failed: ModifiedArgs is not a JSON object"`: host.InterceptToolCall("broken", args),
		`"block":true,"reason":"interceptor failed: confused"`:                          host.InterceptToolCall("panic", args),
		`"block":true,"reason":"enough"`:                                                host.InterceptTurnStart(3),
		`"block":false,"replace_text":"bc"`:                                             host.InterceptAssistantMessage("ac"),
	} {
		expect(t, got, `{"type":"event_intercept_response","id":"`+got.ID+`",`+want+`}`)
	}
	same := host.InterceptAssistantMessage("c")
	expect(t, same, `{"type":"event_intercept_response","id":"`+same.ID+`","block":false}`)
	host.SendLine(`{"type":"event_intercept","id":"x1","event":"later"}`)
	exttest.Next(host, func(frame protocol.ExtensionEventInterceptResponse) bool { return frame.ID == "x1" && !*frame.Block })
}

func TestSimpleInterceptorBlocks(t *testing.T) {
	e := probe()
	e.InterceptToolCall(func(tool string, _ json.RawMessage) (bool, string) { return tool != "bash", "not bash" })
	host := exttest.Start(t, e)
	expect(t, host.InterceptToolCall("bash", nil), `{"type":"event_intercept_response","id":"1","block":true,"reason":"not bash"}`)
}

// recorder is a list that several goroutines write.
type recorder struct {
	mu   sync.Mutex
	list []string
}

func (r *recorder) add(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, text)
}

func (r *recorder) is(want ...string) func() bool {
	return func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return reflect.DeepEqual(r.list, want)
	}
}

func TestEventsAreHandledOneAfterTheOther(t *testing.T) {
	seen := &recorder{}
	e := probe()
	e.On("turn_start", func(event ext.Event) {
		runtime.Gosched()
		seen.add("turn")
		if event.Step == 1 {
			panic("first")
		}
		if event.Step == 2 {
			runtime.Goexit()
		}
	})
	e.On("turn_end", func(event ext.Event) { seen.add(event.Stop + event.Error) })
	e.On("assistant_message", func(event ext.Event) { seen.add(event.Text) })
	host := exttest.Start(t, e)
	host.Emit(protocol.HostEventTurnStart{Step: 1})
	host.Emit(protocol.HostEventTurnStart{Step: 2})
	host.Emit(protocol.HostEventTurnEnd{Stop: "end", Error: protocol.Ptr("!")})
	host.SendLine(`{"type":"event","event":"from the future"}`)
	host.Emit(protocol.HostEventAssistantMessage{Text: protocol.Ptr("hi")})
	host.Until("all events", seen.is("turn", "turn", "end!", "hi"))
	if !strings.Contains(host.Logs(), "first") {
		t.Error(host.Logs())
	}
}

func TestKeysReachAPanelWhileItIsOpenAndNothingIsDrawnAfterItsEnd(t *testing.T) {
	seen := &recorder{}
	e := probe()
	e.OnPanelKey("p", func(key, text string) {
		seen.add(key + text)
		e.RenderPanel("p", "", []string{key}, "")
	}, func() { seen.add("closed") })
	e.Command("open", "", func(string) ext.Response { return ext.OpenPanel("p", "", nil, "") })
	host := exttest.Start(t, e)
	host.PressKey("p", "up", "")
	e.RenderPanel("p", "", []string{"too early"}, "")
	host.InvokeCommand("open", "")
	host.PressKey("p", "down", "")
	host.PressKey("p", "rune", "x")
	host.PressKey("other", "down", "")
	host.Until("two keys", seen.is("down", "runex"))
	exttest.Next(host, func(frame protocol.ExtensionPanelRender) bool { return frame.Lines[0] == "rune" })
	host.ClosePanel("p")
	host.Until("the end", seen.is("down", "runex", "closed"))
	e.RenderPanel("p", "", []string{"too late"}, "")
	e.ClosePanel("p")
	host.InvokeCommand("open", "")
	e.ClosePanel("p")
	exttest.Next(host, func(protocol.ExtensionPanelClose) bool { return true })
	var drawn []string
	for _, frame := range host.Frames() {
		if panel, ok := frame.(protocol.ExtensionPanelRender); ok {
			drawn = append(drawn, panel.Lines...)
		}
	}
	if !slices.Equal(drawn, []string{"down", "rune"}) {
		t.Error(drawn)
	}
}

func TestTheEndTellsCallsThatAreOpen(t *testing.T) {
	e := probe()
	told := make(chan error, 1)
	begun := make(chan struct{})
	ext.AddTool(e, "long", "", func(ctx context.Context, _ nothing) (string, error) {
		close(begun)
		<-ctx.Done()
		told <- context.Cause(ctx)
		select {}
	})
	host := exttest.Start(t, e)
	host.StartTool("long", nil)
	<-begun
	if err := host.Shutdown(); err != nil {
		t.Error(err)
	}
	if err := <-told; !strings.Contains(err.Error(), "ends") {
		t.Error(err)
	}
	frames := lines(t, host.Frames()...)
	if last := frames[len(frames)-1]; last != `{"type":"shutdown_ack"}` {
		t.Error(last)
	}
	other := exttest.Start(t, probe())
	other.EndInput()
	if err := other.Wait(); err != nil {
		t.Error(err)
	}
}

func TestLinesThatAreNoFramesAreSurvivedAndRequestsAmongThemAnswered(t *testing.T) {
	e := probe()
	ext.AddTool(e, "t", "", func(context.Context, nothing) (string, error) { return "fine", nil })
	host := exttest.Start(t, e)
	for _, line := range []string{"", "  ", "nonsense", "[1]", `{"no":"type"}`, `{"type":"later"}`, strings.Repeat("x", 5<<20)} {
		host.SendLine(line)
	}
	if got, _ := text(t, host.CallTool("t", nil)); got != "fine" {
		t.Error(got)
	}
	host.SendLine(`{"type":"tool_call","id":"bad","name":7,"args":{}}`)
	expectError(t, host.Result("bad"), "/name")
	host.SendLine(`{"type":"command_invoked","id":"bad","name":""}`)
	exttest.Next(host, func(frame protocol.ExtensionCommandResponseNoop) bool { return frame.ID == "bad" && frame.Error != nil })
	host.SendLine(`{"type":"event_intercept","id":"bad","event":"turn_start"}`)
	exttest.Next(host, func(frame protocol.ExtensionEventInterceptResponse) bool { return frame.ID == "bad" && *frame.Block })
	if !strings.Contains(host.Logs(), "5242881") {
		t.Error("the line that was too long is not in the log")
	}
}

func TestNothingCanBeAddedToARunningExtensionButTools(t *testing.T) {
	e := probe()
	exttest.Start(t, e)
	defer func() {
		if recover() == nil {
			t.Error("a command was added")
		}
	}()
	e.Command("late", "", func(string) ext.Response { return ext.Noop() })
}

// moody is an error whose nil pointer panics when it is asked for anything.
type moody struct{ words string }

func (m *moody) Error() string { return m.words }

func (m *moody) Is(error) bool { return m.words == "" }

func TestErrorThatPanicsIsAnErrorOfItsCallAndOfNothingElse(t *testing.T) {
	e := probe()
	var none *moody
	ext.AddTool(e, "returns", "", func(context.Context, nothing) (string, error) { return "", none })
	ext.AddTool(e, "panics", "", func(context.Context, nothing) (string, error) { panic(none) })
	ext.AddTool(e, "waits", "", func(ctx context.Context, _ nothing) (string, error) {
		<-ctx.Done()
		return "", none
	})
	ext.AddTool(e, "fine", "", func(context.Context, nothing) (string, error) { return "fine", nil })
	e.Command("panics", "", func(string) ext.Response { panic(none) })
	e.InterceptToolCall(func(string, json.RawMessage) (bool, string) { panic(none) })
	host := exttest.Start(t, e)
	expectError(t, host.CallTool("returns", nil), "a *ext_test.moody, that panics")
	expectError(t, host.CallTool("panics", nil), "nil")
	id := host.StartTool("waits", nil)
	host.CancelTool(id)
	expectError(t, host.Result(id), "a *ext_test.moody, that panics")
	expect(t, host.InvokeCommand("panics", ""), `{"type":"command_response","action":"noop","id":"4","error":"<nil>"}`)
	if answer := host.InterceptToolCall("bash", nil); answer.Block == nil || !*answer.Block {
		t.Errorf("%+v", answer)
	}
	if got, failed := text(t, host.CallTool("fine", nil)); got != "fine" || failed {
		t.Error(got, failed)
	}
}
