package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The test starts itself as the extension.
func TestMain(m *testing.M) {
	if os.Getenv("RUN_THE_EXTENSION") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// answers are the lines that the extension writes in answer to these frames.
func answers(t *testing.T, frames ...string) []string {
	t.Helper()
	all := append([]string{`{"type":"hello_ack","protocol_version":1,"zot_version":"test","provider":"test","model":"test","cwd":"."}`}, frames...)
	extension := exec.Command(os.Args[0])
	extension.Env = append(os.Environ(), "RUN_THE_EXTENSION=1")
	extension.Stdin = strings.NewReader(strings.Join(append(all, `{"type":"shutdown"}`), "\n") + "\n")
	written, err := extension.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(written), "\n")
}

func TestGreetsByName(t *testing.T) {
	want := `{"content":[{"text":"Hello, Ada!","type":"text"}],"id":"1","is_error":false,"type":"tool_result"}`
	found := answers(t, `{"type":"tool_call","id":"1","name":"greet","args":{"name":"Ada"}}`)
	for _, line := range found {
		if line == want {
			return
		}
	}
	t.Errorf("got %v, want %v in it", found, want)
}
