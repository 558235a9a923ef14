// Refuses destructive commands, makes pushes dry runs and hides secrets.
package main

import "encoding/json"
import "regexp"
import "github.com/extproto/extproto/sdks/go/ext"

var destructive = regexp.MustCompile(`\brm\s+-\w*[rf]|\bmkfs\b|\bdd\s+if=|>\s*/dev/sd`)
var push = regexp.MustCompile(`^git push\b`)
var keys = regexp.MustCompile(`\b(sk|ghp|xoxb)[-_][A-Za-z0-9_-]{16,}`)

func main() {
	e := ext.New("guard", "1.0.0")
	e.OnFailure("block")
	e.InterceptToolCallX(func(tool string, raw json.RawMessage) (decision ext.ToolCallDecision) {
		var args map[string]any
		err := json.Unmarshal(raw, &args)
		command, isText := args["command"].(string)
		if tool == "bash" && (err != nil || !isText || destructive.MatchString(command)) {
			decision = ext.Block("destructive or unreadable command: " + command)
		} else if tool == "bash" && push.MatchString(command) {
			args["command"] = command + " --dry-run"
			decision = ext.Rewrite(args)
		}
		return decision
	})
	e.InterceptAssistantMessage(func(s string) ext.AssistantMessageDecision { return ext.Replace(keys.ReplaceAllString(s, "[secret]")) })
	e.Run()
}
