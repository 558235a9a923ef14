package ext

import (
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/extproto/extproto/sdks/go/protocol"
)

// ToolContent is a part of a tool's result: a text, or a picture in base64. Made by Text, Image and ImageBytes.
type ToolContent struct {
	// Type is text or image.
	Type     string
	Text     string
	MimeType string
	Data     string
}

// ToolResult is what a tool answers.
type ToolResult struct {
	Content []ToolContent
	IsError bool
}

// Text is a block of text.
func Text(text string) ToolContent {
	return ToolContent{Type: "text", Text: text}
}

// Image is a picture whose bytes are in base64 already.
func Image(mimeType, base64Data string) ToolContent {
	return ToolContent{Type: "image", MimeType: mimeType, Data: base64Data}
}

// ImageBytes is a picture.
func ImageBytes(mimeType string, data []byte) ToolContent {
	return Image(mimeType, base64.StdEncoding.EncodeToString(data))
}

// TextResult is a result of one text.
func TextResult(text string) ToolResult {
	return ToolResult{Content: []ToolContent{Text(text)}}
}

// TextErrorResult is a result of one text that the model sees as an error.
func TextErrorResult(text string) ToolResult {
	return ToolResult{Content: []ToolContent{Text(text)}, IsError: true}
}

// Panel is what a panel shows.
type Panel struct {
	ID     string
	Title  string
	Lines  []string
	Footer string
}

// Response is what a command answers. Made by Prompt, Insert, Display, OpenPanel, Noop and Errorf; the zero
// value does nothing.
type Response struct {
	// Action is prompt, insert, display, open_panel or noop.
	Action    string
	Prompt    string
	Insert    string
	Display   string
	OpenPanel *Panel
	// Error is shown to the user as one.
	Error string
}

// Prompt submits a text to the model as if the user had typed it.
func Prompt(text string) Response {
	return Response{Action: "prompt", Prompt: text}
}

// Insert puts a text where the user types.
func Insert(text string) Response {
	return Response{Action: "insert", Insert: text}
}

// Display shows a text to the user.
func Display(text string) Response {
	return Response{Action: "display", Display: text}
}

// OpenPanel opens a panel; OnPanelKey says what its keys do.
func OpenPanel(id, title string, lines []string, footer string) Response {
	return Response{Action: "open_panel", OpenPanel: &Panel{ID: id, Title: title, Lines: lines, Footer: footer}}
}

// Noop does nothing further.
func Noop() Response {
	return Response{Action: "noop"}
}

// Errorf says that the command could not do its work.
func Errorf(format string, args ...any) Response {
	return Response{Action: "noop", Error: fmt.Sprintf(format, args...)}
}

// frame is the response on the wire.
func (r Response) frame(id string) (protocol.ExtensionCommandResponse, error) {
	problem := present(r.Error)
	switch r.Action {
	case "prompt":
		return protocol.ExtensionCommandResponsePrompt{ID: id, Prompt: r.Prompt, Error: problem}, nil
	case "insert":
		return protocol.ExtensionCommandResponseInsert{ID: id, Insert: r.Insert, Error: problem}, nil
	case "display":
		return protocol.ExtensionCommandResponseDisplay{ID: id, Display: r.Display, Error: problem}, nil
	case "noop", "":
		return protocol.ExtensionCommandResponseNoop{ID: id, Error: problem}, nil
	case "open_panel":
		if r.OpenPanel == nil || r.OpenPanel.ID == "" {
			return nil, fmt.Errorf("open_panel needs a panel with an id")
		}
		panel := protocol.Panel{
			ID:     r.OpenPanel.ID,
			Title:  present(r.OpenPanel.Title),
			Lines:  r.OpenPanel.Lines,
			Footer: present(r.OpenPanel.Footer),
		}
		return protocol.ExtensionCommandResponseOpenPanel{ID: id, OpenPanel: panel, Error: problem}, nil
	}
	return nil, fmt.Errorf("there is no action %q", r.Action)
}

// frame is the result on the wire.
func (r ToolResult) frame(id string) (protocol.ExtensionToolResult, error) {
	frame := protocol.ExtensionToolResult{ID: id, Content: []protocol.ContentBlock{}}
	if r.IsError {
		frame.IsError = protocol.Ptr(true)
	}
	for _, part := range r.Content {
		switch part.Type {
		case "text", "":
			frame.Content = append(frame.Content, protocol.TextBlock{Text: part.Text})
		case "image":
			if part.MimeType == "" {
				return frame, fmt.Errorf("a picture needs a MIME type, such as image/png")
			}
			frame.Content = append(frame.Content, protocol.ImageBlock{MimeType: part.MimeType, Data: part.Data})
		default:
			return frame, fmt.Errorf("there is no content of the type %q", part.Type)
		}
	}
	return frame, nil
}

// resultOf turns what a handler of AddTool returned into a result: a text, content or a result as it is, anything
// else as JSON.
func resultOf(answer any) (ToolResult, error) {
	switch a := answer.(type) {
	case nil, struct{}:
		return ToolResult{}, nil
	case string:
		return TextResult(a), nil
	case ToolResult:
		return a, nil
	case ToolContent:
		return ToolResult{Content: []ToolContent{a}}, nil
	case []ToolContent:
		return ToolResult{Content: a}, nil
	}
	text, err := json.Marshal(answer)
	return TextResult(string(text)), err
}

// present is nil for the empty text: what is optional is left out.
func present(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// Block keeps a tool from running; the model sees the reason.
func Block(reason string) ToolCallDecision {
	return ToolCallDecision{Block: true, Reason: reason}
}

// Rewrite lets a tool run with other arguments: what JSON makes an object of. What it cannot blocks the call.
func Rewrite(args any) ToolCallDecision {
	text, err := json.Marshal(args)
	if err != nil {
		return Block("the rewritten arguments are no JSON: " + err.Error())
	}
	return ToolCallDecision{ModifiedArgs: text}
}

// Replace shows another text than the assistant's.
func Replace(text string) AssistantMessageDecision {
	return AssistantMessageDecision{ReplaceText: text}
}
