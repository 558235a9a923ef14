package rpc

import (
	"context"

	"github.com/extproto/extproto/sdks/go/protocol"
)

// State is what the host is doing, and with which model.
func (c *Client) State(ctx context.Context) (protocol.StateData, error) {
	response, err := request[protocol.ServerResponseGetState](ctx, c, "get_state", func(id *string) protocol.ClientFrame {
		return protocol.ClientGetState{ID: id}
	})
	return response.Data, err
}

// Messages is the conversation.
func (c *Client) Messages(ctx context.Context) ([]protocol.Message, error) {
	response, err := request[protocol.ServerResponseGetMessages](ctx, c, "get_messages", func(id *string) protocol.ClientFrame {
		return protocol.ClientGetMessages{ID: id}
	})
	return response.Data.Messages, err
}

// Clear forgets the conversation.
func (c *Client) Clear(ctx context.Context) error {
	_, err := request[protocol.ServerResponseClear](ctx, c, "clear", func(id *string) protocol.ClientFrame {
		return protocol.ClientClear{ID: id}
	})
	return err
}

// SetModel changes the model.
func (c *Client) SetModel(ctx context.Context, model string) error {
	_, err := request[protocol.ServerResponseSetModel](ctx, c, "set_model", func(id *string) protocol.ClientFrame {
		return protocol.ClientSetModel{ID: id, Model: model}
	})
	return err
}

// Models are the models that the host knows.
func (c *Client) Models(ctx context.Context) ([]protocol.Model, error) {
	response, err := request[protocol.ServerResponseGetModels](ctx, c, "get_models", func(id *string) protocol.ClientFrame {
		return protocol.ClientGetModels{ID: id}
	})
	return response.Data.Models, err
}

// Ping asks whether the host is there.
func (c *Client) Ping(ctx context.Context) error {
	_, err := request[protocol.ServerResponsePing](ctx, c, "ping", func(id *string) protocol.ClientFrame {
		return protocol.ClientPing{ID: id}
	})
	return err
}

// Commands are the slash commands, in a host that offers slash_commands.
func (c *Client) Commands(ctx context.Context) ([]protocol.CommandInfo, error) {
	response, err := request[protocol.ServerResponseListCommands](ctx, c, "list_commands", func(id *string) protocol.ClientFrame {
		return protocol.ClientListCommands{ID: id}
	})
	return response.Data.Commands, err
}

// InvokeCommand runs a slash command, in a host that offers slash_commands.
func (c *Client) InvokeCommand(ctx context.Context, name, args string) (protocol.CommandAction, error) {
	response, err := request[protocol.ServerResponseInvokeCommand](ctx, c, "invoke_command", func(id *string) protocol.ClientFrame {
		return protocol.ClientInvokeCommand{ID: id, Name: name, Args: &args}
	})
	return response.Data.Action, err
}

// PanelKey presses a key in a panel, in a host that offers panels; the text is for the key rune.
func (c *Client) PanelKey(ctx context.Context, panel string, key protocol.PanelKeyName, text string) error {
	_, err := request[protocol.ServerResponsePanelKey](ctx, c, "panel_key", func(id *string) protocol.ClientFrame {
		frame := protocol.ClientPanelKey{ID: id, PanelID: panel, Key: key}
		if text != "" {
			frame.Text = &text
		}
		return frame
	})
	return err
}

// ClosePanel closes a panel, in a host that offers panels.
func (c *Client) ClosePanel(ctx context.Context, panel string) error {
	_, err := request[protocol.ServerResponsePanelClose](ctx, c, "panel_close", func(id *string) protocol.ClientFrame {
		return protocol.ClientPanelClose{ID: id, PanelID: panel}
	})
	return err
}

// Extensions are the extensions, in a host that offers extensions.
func (c *Client) Extensions(ctx context.Context) ([]protocol.ExtensionInfo, error) {
	response, err := request[protocol.ServerResponseListExtensions](ctx, c, "list_extensions", func(id *string) protocol.ClientFrame {
		return protocol.ClientListExtensions{ID: id}
	})
	return response.Data.Extensions, err
}

// ReloadExtensions loads the extensions again, in a host that offers extensions.
func (c *Client) ReloadExtensions(ctx context.Context) (protocol.ReloadData, error) {
	response, err := request[protocol.ServerResponseReloadExtensions](ctx, c, "reload_extensions", func(id *string) protocol.ClientFrame {
		return protocol.ClientReloadExtensions{ID: id}
	})
	return response.Data, err
}

// ApproveTool answers a tool_approval_request, in a host that offers tool_approval.
func (c *Client) ApproveTool(ctx context.Context, approval string, allow bool, reason string) error {
	_, err := request[protocol.ServerResponseToolApproval](ctx, c, "tool_approval", func(id *string) protocol.ClientFrame {
		frame := protocol.ClientToolApproval{ID: id, ApprovalID: approval, Allow: allow}
		if reason != "" {
			frame.Reason = &reason
		}
		return frame
	})
	return err
}
