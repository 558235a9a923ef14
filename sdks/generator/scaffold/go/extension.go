package main

import (
	"context"

	"github.com/extproto/extproto/sdks/go/ext"
)

type greeting struct {
	Name string `json:"name" doc:"Whom to greet."`
}

// newExtension is the extension; main runs it, the test calls it.
func newExtension() *ext.Extension {
	e := ext.New("{{name}}", "0.1.0")
	ext.AddTool(e, "greet", "Greets somebody.", greet)
	e.Command("greet", "greets you", func(name string) ext.Response {
		if name == "" {
			name = "you"
		}
		return ext.Display("Hello, " + name + "!")
	})
	return e
}

func greet(_ context.Context, in greeting) (string, error) {
	return "Hello, " + in.Name + "!", nil
}
