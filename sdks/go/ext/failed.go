package ext

import "github.com/extproto/extproto/sdks/go/protocol"

// failedAnswer is the answer to a request, told by its type, that says what went wrong. An interceptor that could
// not look blocks. It is nil for what is no request.
func failedAnswer(request, id, problem string) protocol.ExtensionFrame {
	switch request {
	case "tool_call":
		return failedResult(id, problem)
	case "command_invoked":
		return protocol.ExtensionCommandResponseNoop{ID: id, Error: &problem}
	case "event_intercept":
		return protocol.ExtensionEventInterceptResponse{ID: id, Block: protocol.Ptr(true), Reason: &problem}
	}
	return nil
}

// failedInstead is the answer that takes the place of one that cannot be sent; nil for what is no answer.
func failedInstead(frame protocol.ExtensionFrame, problem string) protocol.ExtensionFrame {
	switch f := frame.(type) {
	case protocol.ExtensionToolResult:
		return failedAnswer("tool_call", f.ID, problem)
	case protocol.ExtensionEventInterceptResponse:
		return failedAnswer("event_intercept", f.ID, problem)
	case protocol.ExtensionCommandResponse:
		return failedAnswer("command_invoked", f.FrameID(), problem)
	}
	return nil
}

func failedResult(id, problem string) protocol.ExtensionToolResult {
	return protocol.ExtensionToolResult{
		ID:      id,
		Content: []protocol.ContentBlock{protocol.TextBlock{Text: problem}},
		IsError: protocol.Ptr(true),
	}
}
