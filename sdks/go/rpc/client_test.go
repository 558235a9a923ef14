package rpc_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/extproto/extproto/sdks/go/protocol"
	"github.com/extproto/extproto/sdks/go/rpc"
)

// The test binary plays a host where this variable names a part to play.
const part = "RPC_TEST_PART"

func TestMain(m *testing.M) {
	if name := os.Getenv(part); name != "" {
		play(name)
		return
	}
	os.Exit(m.Run())
}

// play is a host that differs from the specification as zot does, or in ways that nobody should.
func play(name string) {
	in := bufio.NewScanner(os.Stdin)
	looks := 0
	for in.Scan() {
		var command struct{ Type, ID, Token, Message string }
		if json.Unmarshal(in.Bytes(), &command) != nil {
			os.Exit(3)
		}
		say := func(format string, args ...any) {
			fmt.Println(strings.ReplaceAll(fmt.Sprintf(format, args...), "ID", command.ID))
		}
		switch command.Type {
		case "hello":
			if command.Token != os.Getenv("ZOTCORE_RPC_TOKEN") {
				os.Exit(4)
			}
			say(`{"type":"ext_notify","extension":"e","level":"shout","message":"before the answer"}`)
			version := 1
			if name == "another-version" {
				version = 9
			}
			say(`{"type":"response","id":"ID","command":"hello","success":true,"data":{"protocol_version":%d,"version":"0","provider":"p","model":"m"}}`, version)
		case "prompt":
			if name == "dies" {
				fmt.Fprintln(os.Stderr, "out of cheese")
				os.Exit(7)
			}
			say(`{"type":"response","id":"ID","command":"prompt","success":true,"data":{"started":true}}`)
			if command.Message == "forever" {
				say(`{"type":"text_delta","delta":"and"}`)
				continue
			}
			say(`starting up`)
			say(`{"type":"text_delta","delta":"hi","later":1}`)
			say(`{"type":"from_the_future","id":"ID"}`)
			say(`{"type":"turn_end","stop":"end"}`)
			say(`{"type":"done"}`)
		case "abort":
			say(`{"type":"response","id":"ID","command":"abort","success":true}`)
			if name != "silent-abort" {
				say(`{"type":"turn_end","stop":"aborted"}`)
				say(`{"type":"done"}`)
			}
		case "compact":
			say(`{"type":"response","id":"ID","command":"compact","success":true}`)
			if name == "silent-abort" {
				fmt.Println(`{"type":"ext_notify","extension":"e","level":"info","message":"compacting"}`)
				continue
			}
			say(`{"type":"compact_done","summary":"short"}`)
		case "get_state":
			looks++
			busy := name == "silent-abort" && looks < 3
			say(`{"type":"response","id":"ID","command":"get_state","success":true,"data":{"provider":"p","model":"m","cwd":".","message_count":0,"busy":%t,"usage":{"input":0,"output":0,"cache_read":0,"cache_write":0,"cost_usd":0}}}`, busy)
		case "clear":
			say(`{"type":"response","id":"ID","command":"from_the_future","success":true}`)
		case "get_models":
			say(`{"type":"response","id":"ID","command":"get_models","success":true,"data":{"models":7}}`)
		default:
			say(`{"type":"response","id":"ID","command":"%s","success":false,"error":"no %s today"}`, command.Type, command.Type)
		}
	}
}

func withTimeout(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// played starts the test binary as a host.
func played(t *testing.T, name string, onEvent func(rpc.Event)) *rpc.Client {
	t.Helper()
	host, err := rpc.Start(withTimeout(t), rpc.Options{
		Command: []string{os.Args[0]},
		Env:     []string{part + "=" + name},
		OnEvent: onEvent,
		Stderr:  &strings.Builder{},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(host.Kill)
	return host
}

func typesOf(t *testing.T, host *rpc.Client, message string) []string {
	t.Helper()
	var types []string
	for event, err := range host.Prompt(withTimeout(t), message) {
		if err != nil {
			t.Fatal(err)
		}
		types = append(types, event.FrameType())
	}
	return types
}

func TestClientTakesWhatZotDoesDifferently(t *testing.T) {
	var first rpc.Event
	host := played(t, "zot", func(event rpc.Event) {
		if first == nil {
			first = event
		}
	})
	if note, ok := first.(protocol.ServerExtNotify); !ok || note.Level != "shout" {
		t.Errorf("%v", first)
	}
	want := []string{"text_delta", "from_the_future", "turn_end", "done"}
	if got := typesOf(t, host, "go"); !slices.Equal(got, want) {
		t.Error(got)
	}
	if summary, err := host.Compact(withTimeout(t)); summary != "short" || err != nil {
		t.Error(summary, err)
	}
	var refused *rpc.CommandError
	if err := host.SetModel(withTimeout(t), "m"); !errors.As(err, &refused) || refused.Message != "no set_model today" {
		t.Error(err)
	}
	if err := host.Clear(withTimeout(t)); err == nil || !strings.Contains(err.Error(), "not known, from_the_future") {
		t.Error(err)
	}
	var fault *protocol.DecodeError
	if _, err := host.Models(withTimeout(t)); !errors.As(err, &fault) || fault.Path != "/data/models" {
		t.Error(err)
	}
	if err := host.Close(); err != nil {
		t.Error(err)
	}
}

func TestCompactionThatIsAbortedInSilenceIsOver(t *testing.T) {
	begun := make(chan struct{}, 2)
	host := played(t, "silent-abort", func(event rpc.Event) {
		if note, ok := event.(protocol.ServerExtNotify); ok && note.Message == "compacting" {
			begun <- struct{}{}
		}
	})
	over := make(chan error)
	go func() {
		_, err := host.Compact(withTimeout(t))
		over <- err
	}()
	<-begun
	if _, err := host.Compact(withTimeout(t)); err == nil || err.Error() != "compact: a compaction is running already" {
		t.Error(err)
	}
	if err := host.Abort(withTimeout(t)); err != nil {
		t.Fatal(err)
	}
	if err := <-over; err == nil || err.Error() != "compact: aborted" {
		t.Error(err)
	}
}

func TestEndOfTheContextAbortsThePrompt(t *testing.T) {
	host := played(t, "zot", nil)
	ctx, cancel := context.WithCancel(withTimeout(t))
	defer cancel()
	var last error
	for event, err := range host.Prompt(ctx, "forever") {
		if event != nil {
			cancel()
		}
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Error(last)
	}
	// The next prompt gets its own events, and none of the one before.
	if got := typesOf(t, host, "go"); got[0] != "text_delta" || got[len(got)-1] != "done" || slices.Contains(got[:len(got)-1], "done") {
		t.Error(got)
	}
}

func TestHostThatEndsOrIsNotThereIsAnError(t *testing.T) {
	host := played(t, "dies", nil)
	var gone *rpc.GoneError
	if _, err := host.Ask(withTimeout(t), "go"); !errors.As(err, &gone) || !strings.Contains(err.Error(), "out of cheese: exit status 7") {
		t.Error(err)
	}
	if err := host.Ping(withTimeout(t)); !errors.As(err, &gone) {
		t.Error(err)
	}
	if _, err := rpc.Start(withTimeout(t), rpc.Options{Command: []string{"/no/such/program"}}); err == nil || !strings.Contains(err.Error(), "cannot be started") {
		t.Error(err)
	}
	_, err := rpc.Start(withTimeout(t), rpc.Options{Command: []string{os.Args[0]}, Env: []string{part + "=another-version"}})
	if !errors.As(err, &gone) || !strings.Contains(err.Error(), "version 9") {
		t.Error(err)
	}
}

// reference starts the reference host of the repository.
func reference(t *testing.T, onEvent func(rpc.Event), args ...string) *rpc.Client {
	t.Helper()
	bin, err := filepath.Abs("../../../reference-host/bin/extproto-host.mjs")
	if err == nil {
		_, err = os.Stat(bin)
	}
	node, missing := exec.LookPath("node")
	if err != nil || missing != nil {
		t.Skip("the reference host is in the repository, not in the module, and needs Node")
	}
	home := t.TempDir()
	host, err := rpc.Start(withTimeout(t), rpc.Options{
		Command: append([]string{node, bin, "rpc", "--provider", "scripted"}, args...),
		Dir:     home,
		Env:     []string{"ZOT_HOME=" + home},
		OnEvent: onEvent,
		Stderr:  &strings.Builder{},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(host.Kill)
	return host
}

func TestClientOfTheReferenceHost(t *testing.T) {
	host := reference(t, nil)
	ctx := withTimeout(t)
	if info := host.Info(); info.ProtocolVersion != 1 || info.Provider != "scripted" {
		t.Errorf("%+v", info)
	}
	// Prompts that are sent together are answered one after the other, each with its own events.
	first, second := host.Prompt(ctx, "say one"), host.Prompt(ctx, "say two")
	for _, events := range []func(func(rpc.Event, error) bool){second, first} {
		var types []string
		for event, err := range events {
			if err != nil {
				t.Fatal(err)
			}
			types = append(types, event.FrameType())
		}
		if slices.Index(types, "done") != len(types)-1 || !slices.Contains(types, "text_delta") {
			t.Error(types)
		}
	}
	if text, err := host.Ask(ctx, "say hello"); text == "" || err != nil {
		t.Error(text, err)
	}
	if messages, err := host.Messages(ctx); len(messages) < 6 || err != nil {
		t.Error(messages, err)
	}
	if state, err := host.State(ctx); state.Busy || state.Provider != "scripted" || err != nil {
		t.Error(state, err)
	}
	if models, err := host.Models(ctx); len(models) == 0 || err != nil {
		t.Error(models, err)
	}
	if err := errors.Join(host.Ping(ctx), host.Clear(ctx)); err != nil {
		t.Error(err)
	}
	if messages, err := host.Messages(ctx); len(messages) != 0 || err != nil {
		t.Error(messages, err)
	}
	var refused *rpc.CommandError
	if err := host.SetModel(ctx, "no such model"); !errors.As(err, &refused) {
		t.Error(err)
	}
	if err := host.Close(); err != nil {
		t.Error(err)
	}
}

func TestCommandsPanelsAndExtensionsOfTheReferenceHost(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "kitchen-sink")
	if err := os.CopyFS(folder, os.DirFS("../examples/kitchen-sink")); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command("go", "build", "-o", filepath.Join(folder, "kitchen-sink"), "../examples/kitchen-sink").CombinedOutput(); err != nil {
		t.Fatalf("%s %v", text, err)
	}
	var mu sync.Mutex
	arrived := map[string]chan struct{}{"ext_panel_open": make(chan struct{}), "ext_panel_render": make(chan struct{})}
	host := reference(t, func(event rpc.Event) {
		mu.Lock()
		defer mu.Unlock()
		if gate := arrived[event.FrameType()]; gate != nil {
			close(gate)
			delete(arrived, event.FrameType())
		}
	}, "--ext", folder)
	opened, rendered := arrived["ext_panel_open"], arrived["ext_panel_render"]
	ctx := withTimeout(t)
	extensions, err := host.Extensions(ctx)
	if err != nil || len(extensions) != 1 || extensions[0].Name != "kitchen-sink" {
		t.Fatal(extensions, err)
	}
	commands, err := host.Commands(ctx)
	if err != nil || !slices.ContainsFunc(commands, func(c protocol.CommandInfo) bool { return c.Name == "show" }) {
		t.Error(commands, err)
	}
	if action, err := host.InvokeCommand(ctx, "open", ""); action != protocol.CommandActionOpenPanel || err != nil {
		t.Error(action, err)
	}
	<-opened
	if err := host.PanelKey(ctx, "sink", protocol.PanelKeyNameDown, ""); err != nil {
		t.Error(err)
	}
	<-rendered
	if err := host.ClosePanel(ctx, "sink"); err != nil {
		t.Error(err)
	}
	if _, err := host.InvokeCommand(ctx, "wrong", ""); err == nil || !strings.Contains(err.Error(), "as promised") {
		t.Error(err)
	}
	if reloaded, err := host.ReloadExtensions(ctx); reloaded.Loaded != 1 || err != nil {
		t.Error(reloaded, err)
	}
	if err := host.Close(); err != nil {
		t.Error(err)
	}
}
