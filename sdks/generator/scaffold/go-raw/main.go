// One JSON object a line: requests come in on standard input, answers go out on standard output.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

type object map[string]any

// receive acts on one frame of the host.
func receive(frame object) {
	id := frame["id"]
	switch frame["type"] {
	case "hello_ack":
		if version := frame["protocol_version"]; version != 1.0 {
			fmt.Fprintln(os.Stderr, "the host speaks version", version, "of the protocol")
			os.Exit(1)
		}
		send(object{"type": "register_command", "name": "greet", "description": "greets you"})
		send(object{"type": "register_tool", "name": "greet", "description": "Greets somebody.", "schema": object{
			"type":       "object",
			"properties": object{"name": object{"type": "string"}},
			"required":   []string{"name"},
		}})
		send(object{"type": "ready"})
	case "tool_call":
		args, _ := frame["args"].(map[string]any)
		name, known := args["name"].(string)
		known = known && frame["name"] == "greet"
		text := "greet needs a name"
		if known {
			text = "Hello, " + name + "!"
		}
		send(object{"type": "tool_result", "id": id, "content": []object{{"type": "text", "text": text}}, "is_error": !known})
	case "command_invoked":
		name, _ := frame["args"].(string)
		if name == "" {
			name = "you"
		}
		if frame["name"] == "greet" {
			send(object{"type": "command_response", "id": id, "action": "display", "display": "Hello, " + name + "!"})
		} else {
			send(object{"type": "command_response", "id": id, "action": "noop", "error": fmt.Sprint("no command /", frame["name"])})
		}
	case "shutdown":
		send(object{"type": "shutdown_ack"})
		os.Exit(0)
	}
}

func send(frame object) {
	line, err := json.Marshal(frame)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	os.Stdout.Write(append(line, '\n'))
}

func main() {
	send(object{"type": "hello", "name": "{{name}}", "version": "0.1.0", "capabilities": []string{"commands", "tools"}})
	reader := bufio.NewReaderSize(os.Stdin, 64*1024)
	for {
		line, err := reader.ReadBytes('\n')
		if err != nil {
			return
		}
		var frame object
		if json.Unmarshal(line, &frame) == nil && frame != nil {
			receive(frame)
		} else if len(line) > 1 {
			fmt.Fprintln(os.Stderr, "skipped a line that is no frame")
		}
	}
}
