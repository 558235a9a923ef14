package ext_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// process is the kitchen sink as a host starts it.
type process struct {
	t       *testing.T
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	stderr  strings.Builder
}

func start(t *testing.T, version int) *process {
	t.Helper()
	program := filepath.Join(t.TempDir(), "kitchen-sink")
	if text, err := exec.Command("go", "build", "-o", program, "../examples/kitchen-sink").CombinedOutput(); err != nil {
		t.Fatalf("%s %v", text, err)
	}
	p := &process{t: t, command: exec.Command(program)}
	in, err := p.command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.command.Stderr = &p.stderr
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.command.Process.Kill() })
	p.in, p.out = in, bufio.NewReader(out)
	p.send(`{"type":"hello_ack","protocol_version":%d,"zot_version":"1","provider":"p","model":"m","cwd":"/","capabilities":[]}`, version)
	return p
}

func started(t *testing.T) *process {
	p := start(t, 1)
	for p.frame()["type"] != "ready" {
	}
	return p
}

func (p *process) send(format string, args ...any) {
	p.t.Helper()
	if _, err := fmt.Fprintf(p.in, format+"\n", args...); err != nil {
		p.t.Fatal(err)
	}
}

// frame reads a line: anything that is no frame fails.
func (p *process) frame() map[string]any {
	p.t.Helper()
	line, err := p.out.ReadBytes('\n')
	if err != nil {
		p.t.Fatal(err, p.stderr.String())
	}
	var frame map[string]any
	if err := json.Unmarshal(line, &frame); err != nil || frame["type"] == nil {
		p.t.Fatalf("not a frame: %s", line)
	}
	return frame
}

// rest reads what is left and gives the exit code.
func (p *process) rest() (string, int) {
	p.t.Helper()
	text, err := io.ReadAll(p.out)
	if err != nil {
		p.t.Fatal(err)
	}
	p.command.Wait()
	return string(text), p.command.ProcessState.ExitCode()
}

func TestStrayPrintsDoNotBreakFrames(t *testing.T) {
	p := started(t)
	p.send(`{"type":"tool_call","id":"1","name":"print","args":{}}`)
	if frame := p.frame(); frame["type"] != "tool_result" {
		t.Error(frame)
	}
	p.send(`{"type":"shutdown"}`)
	if rest, code := p.rest(); rest != `{"type":"shutdown_ack"}`+"\n" || code != 0 {
		t.Error(rest, code)
	}
	for _, part := range []string{"a stray print\n", "a stray write\n", "[kitchen-sink] a line of the log\n"} {
		if !strings.Contains(p.stderr.String(), part) {
			t.Errorf("%q is not on standard error:\n%s", part, p.stderr.String())
		}
	}
}

func TestProcessEndsWithItsInputAndAtSIGTERMWhileACallIsOpen(t *testing.T) {
	first := started(t)
	first.send(`{"type":"tool_call","id":"1","name":"count","args":{"to":20}}`)
	first.in.Close()
	if _, code := first.rest(); code != 0 {
		t.Error(code)
	}
	second := started(t)
	second.send(`{"type":"tool_call","id":"1","name":"count","args":{"to":20}}`)
	second.command.Process.Signal(syscall.SIGTERM)
	if _, code := second.rest(); code != 0 {
		t.Error(code)
	}
}

func TestProcessExitsWithOneWhereTheHostSpeaksAnotherVersion(t *testing.T) {
	p := start(t, 99)
	if _, code := p.rest(); code != 1 || !strings.Contains(p.stderr.String(), "version 99") {
		t.Error(code, p.stderr.String())
	}
}

// TestSoak takes long: EXTPROTO_SOAK says how many calls it makes.
func TestSoak(t *testing.T) {
	calls, err := strconv.Atoi(os.Getenv("EXTPROTO_SOAK"))
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("set EXTPROTO_SOAK to a number of calls, on Linux")
	}
	p := started(t)
	text := strings.Repeat("x", 1000)
	many := func(count, atOnce int) {
		for range count / atOnce {
			for id := range atOnce {
				p.send(`{"type":"tool_call","id":"%d","name":"echo","args":{"text":"%s"}}`, id, text)
			}
			for range atOnce {
				p.frame()
			}
		}
	}
	// More at once than later, so that the runtime has all the threads that it will want.
	many(1024, 64)
	many(calls/10, 8)
	before := p.state()
	many(calls, 8)
	after := p.state()
	t.Logf("before %+v, after %+v", before, after)
	if after.threads > before.threads || after.handles > before.handles || after.memory > before.memory+32<<20 {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

type state struct{ threads, handles, memory int }

func (p *process) state() state {
	p.t.Helper()
	folder := fmt.Sprintf("/proc/%d/", p.command.Process.Pid)
	text, err := os.ReadFile(folder + "status")
	if err != nil {
		p.t.Fatal(err)
	}
	number := func(name string) int {
		_, after, _ := strings.Cut(string(text), name+":")
		value, err := strconv.Atoi(strings.Fields(after)[0])
		if err != nil {
			p.t.Fatal(err)
		}
		return value
	}
	handles, err := os.ReadDir(folder + "fd")
	if err != nil {
		p.t.Fatal(err)
	}
	return state{number("Threads"), len(handles), number("VmRSS") << 10}
}
