package main

import (
	"reflect"
	"testing"

	"github.com/extproto/extproto/sdks/go/exttest"
	"github.com/extproto/extproto/sdks/go/protocol"
)

func TestGreetsByName(t *testing.T) {
	host := exttest.Start(t, newExtension())
	result := host.CallTool("greet", greeting{Name: "Ada"})
	want := []protocol.ContentBlock{protocol.TextBlock{Text: "Hello, Ada!"}}
	if !reflect.DeepEqual(result.Content, want) {
		t.Errorf("got %v, want %v", result.Content, want)
	}
}
