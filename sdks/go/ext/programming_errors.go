package ext

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extproto/extproto/sdks/go/protocol"
)

// What an author may not write is told where it is written: a host ignores such a frame, and a guard that is ignored
// guards nothing.

var eventNames = []string{
	string(protocol.EventNameSessionStart),
	string(protocol.EventNameTurnStart),
	string(protocol.EventNameTurnEnd),
	string(protocol.EventNameToolCall),
	string(protocol.EventNameAssistantMessage),
}

var policies = []string{string(protocol.FailurePolicyAllow), string(protocol.FailurePolicyBlock)}

var levels = []string{
	string(protocol.NoteLevelInfo),
	string(protocol.NoteLevelSuccess),
	string(protocol.NoteLevelWarn),
	string(protocol.NoteLevelError),
}

func mustBeOneOf(what string, known []string, given string) {
	if slices.Contains(known, given) {
		return
	}
	last := len(known) - 1
	panic(fmt.Sprintf(`%s "%s" or "%s", not %q`, what, strings.Join(known[:last], `", "`), known[last], given))
}

func mustBeCommandName(name string) {
	if !isName(name) {
		panic(fmt.Sprintf(
			"%q cannot be the name of a command: letters, digits, underscores and dashes, without the slash", name))
	}
}

func isName(name string) bool {
	other := func(r rune) bool {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		return !letter && !('0' <= r && r <= '9') && r != '_' && r != '-'
	}
	return name != "" && !strings.ContainsFunc(name, other)
}
