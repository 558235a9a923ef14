package main

import "context"
import "github.com/extproto/extproto/sdks/go/ext"

type who struct{ Name string }

func main() {
	e := ext.New("hello", "1.0.0")
	ext.AddTool(e, "hello", "Greets somebody.", func(_ context.Context, in who) (string, error) { return "Hello, " + in.Name + "!", nil })
	e.Command("hello", "greets you", func(string) ext.Response { return ext.Display("Hello!") })
	e.Run()
}
