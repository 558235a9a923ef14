// Package rpc embeds a coding agent: it starts a host, sends it commands and follows its events.
//
//	host, err := rpc.Start(ctx, rpc.Options{})
//	...
//	defer host.Close()
//	for event, err := range host.Prompt(ctx, "What is in this folder?") {
//		if err != nil {
//			return err
//		}
//		if text, ok := event.(protocol.ServerTextDelta); ok {
//			fmt.Print(text.Delta)
//		}
//	}
package rpc

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/extproto/extproto/sdks/go/internal/lines"
	"github.com/extproto/extproto/sdks/go/protocol"
)

// A line of a host may be as long as its messages; there has to be some bound.
const longestLine = 256 << 20

// Event is an event of the host; one of a type that this version does not know is a protocol.UnknownFrame.
type Event = protocol.ServerFrame

// Options say how a host is started.
type Options struct {
	// Command is the program and its arguments; extproto-host rpc unless given.
	Command []string
	// Dir is the folder that it runs in; that of this process unless given.
	Dir string
	// Env has variables beside those of this process, each as name=value.
	Env []string
	// Token is what the host asks for: a random one unless given.
	Token string
	// NoToken starts the host without a token.
	NoToken bool
	// OnEvent takes every event, also those that belong to no prompt. It must not wait for the host.
	OnEvent func(event Event)
	// Stderr takes what the host writes there; that of this process unless given.
	Stderr io.Writer
}

// Client is a host that is running. Made by Start. Its methods may be called from several goroutines.
type Client struct {
	options Options
	command *exec.Cmd
	stdin   io.WriteCloser
	token   *string
	info    protocol.HelloData
	ended   chan struct{}
	status  error
	last    tail

	writing sync.Mutex

	mu         sync.Mutex
	ids        int
	pending    map[string]*pending
	prompts    []*queue
	compacting *compaction
	gone       *GoneError
}

type pending struct {
	accepted func()
	answer   chan answer
}

type answer struct {
	response protocol.ServerResponse
	err      error
}

// Start starts a host and greets it; the context is for the greeting.
func Start(ctx context.Context, options Options) (*Client, error) {
	c := &Client{options: options, ended: make(chan struct{}), pending: map[string]*pending{}}
	if err := c.start(); err != nil {
		return nil, err
	}
	data, err := request[protocol.ServerResponseHello](ctx, c, "hello", func(id *string) protocol.ClientFrame {
		return protocol.ClientHello{ID: id, Token: c.token}
	})
	if err != nil {
		c.Kill()
		return nil, err
	}
	if data.Data.ProtocolVersion != protocol.Version {
		c.Close()
		return nil, &GoneError{Reason: fmt.Sprintf("the host speaks version %d of the protocol", data.Data.ProtocolVersion)}
	}
	c.info = data.Data
	return c, nil
}

func (c *Client) start() error {
	words := c.options.Command
	if len(words) == 0 {
		words = []string{"extproto-host", "rpc"}
	}
	c.command = exec.Command(words[0], words[1:]...)
	c.command.Dir = c.options.Dir
	c.command.Env = append(os.Environ(), c.options.Env...)
	if !c.options.NoToken {
		token := c.options.Token
		if token == "" {
			secret := make([]byte, 16)
			rand.Read(secret)
			token = hex.EncodeToString(secret)
		}
		c.token = &token
		c.command.Env = append(c.command.Env, "ZOTCORE_RPC_TOKEN="+token)
	}
	c.last.to = c.options.Stderr
	if c.last.to == nil {
		c.last.to = os.Stderr
	}
	c.command.Stderr = &c.last
	c.command.WaitDelay = 2 * time.Second
	stdin, err := c.command.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := c.command.StdoutPipe()
	if err != nil {
		return err
	}
	c.stdin = stdin
	if err := c.command.Start(); err != nil {
		return &GoneError{Reason: words[0] + " cannot be started", Err: err}
	}
	go c.listen(stdout)
	return nil
}

// listen reads until the host closes its output, then waits for its end.
func (c *Client) listen(stdout io.Reader) {
	lines.Read(stdout, longestLine, c.line, func(int) { c.command.Process.Kill() })
	err := c.command.Wait()
	reason := "the host has ended"
	if words := strings.TrimSpace(c.last.String()); words != "" {
		reason += ": " + words
	}
	gone := &GoneError{Reason: reason, Err: err}
	c.mu.Lock()
	c.gone, c.status = gone, err
	waiting, prompts, compacting := c.pending, c.prompts, c.compacting
	c.pending, c.prompts, c.compacting = map[string]*pending{}, nil, nil
	c.mu.Unlock()
	for _, p := range waiting {
		p.answer <- answer{err: gone}
	}
	for _, q := range prompts {
		q.end(gone)
	}
	if compacting != nil {
		close(compacting.event)
	}
	close(c.ended)
}

// Info is what the host said of itself.
func (c *Client) Info() protocol.HelloData {
	return c.info
}

// Close lets the host finish its work and end; the error is that of its exit status.
func (c *Client) Close() error {
	c.stdin.Close()
	<-c.ended
	return c.status
}

// Kill ends the host at once.
func (c *Client) Kill() {
	c.command.Process.Kill()
	<-c.ended
}

// line acts on a line of the host.
func (c *Client) line(line []byte) {
	frame, err := protocol.DecodeServerFrame(line)
	if err != nil {
		c.badLine(err)
		return
	}
	switch f := frame.(type) {
	case protocol.ServerResponse:
		c.settle(f.FrameID(), answer{response: f})
	case protocol.UnknownFrame:
		if f.Type == "response" {
			c.unknownResponse(f)
		} else {
			c.event(f)
		}
	default:
		c.event(f)
	}
}

// unknownResponse fails the command that was answered as one that is not known.
func (c *Client) unknownResponse(frame protocol.UnknownFrame) {
	var response struct {
		ID      string `json:"id"`
		Command string `json:"command"`
	}
	if json.Unmarshal(frame.Raw, &response) == nil {
		c.settle(response.ID, answer{err: fmt.Errorf("the response is not valid: it answers a command that is not known, %s", response.Command)})
	}
}

// badLine fails the command that a broken response belongs to. Other lines that are no frames are none of a client's
// business.
func (c *Client) badLine(err error) {
	var fault *protocol.DecodeError
	if !errors.As(err, &fault) || string(fault.Object["type"]) != `"response"` {
		return
	}
	var id string
	if json.Unmarshal(fault.Object["id"], &id) == nil {
		c.settle(id, answer{err: err})
	}
}

func (c *Client) settle(id string, a answer) {
	c.mu.Lock()
	p := c.pending[id]
	delete(c.pending, id)
	c.mu.Unlock()
	if p == nil {
		return
	}
	failure, failed := a.response.(protocol.ServerResponseFailure)
	switch {
	case failed:
		a.err = &CommandError{Command: failure.Command, Message: failure.Error}
	case a.err == nil && p.accepted != nil:
		// The events follow the response, so they are tied to it before the next line is read.
		p.accepted()
	}
	p.answer <- a
}

func (c *Client) event(event Event) {
	if c.options.OnEvent != nil {
		c.options.OnEvent(event)
	}
	_, done := event.(protocol.ServerDone)
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.prompts) > 0 {
		c.prompts[0].push(event)
		if done {
			c.prompts[0].end(nil)
			c.prompts = c.prompts[1:]
		}
		return
	}
	switch event.(type) {
	case protocol.ServerCompactDone, protocol.ServerError, protocol.ServerDone:
		if c.compacting != nil {
			c.compacting.event <- event
			c.compacting = nil
		}
	}
}

// post writes a command; its answer comes to the channel. Frames are made in the order in which they leave.
func (c *Client) post(frame func(id *string) protocol.ClientFrame, accepted func()) (string, *pending, error) {
	p := &pending{accepted: accepted, answer: make(chan answer, 1)}
	c.writing.Lock()
	defer c.writing.Unlock()
	c.mu.Lock()
	if c.gone != nil {
		defer c.mu.Unlock()
		return "", nil, c.gone
	}
	c.ids++
	id := strconv.Itoa(c.ids)
	c.pending[id] = p
	c.mu.Unlock()
	line, err := frame(&id).MarshalJSON()
	if err == nil && len(line) >= protocol.RPCClientLineLimit {
		err = fmt.Errorf("the command is longer than the %d bytes of a line", protocol.RPCClientLineLimit)
	}
	if err != nil {
		c.forget(id)
		return "", nil, err
	}
	// Where the host is gone, the end of its output fails what is pending.
	c.stdin.Write(append(line, '\n'))
	return id, p, nil
}

func (c *Client) forget(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pending, id)
}

// request sends a command and waits for its response.
func request[R protocol.ServerResponse](ctx context.Context, c *Client, command string, frame func(id *string) protocol.ClientFrame) (R, error) {
	var none R
	id, p, err := c.post(frame, nil)
	if err != nil {
		return none, err
	}
	select {
	case a := <-p.answer:
		if a.err != nil {
			return none, a.err
		}
		response, ok := a.response.(R)
		if !ok {
			return none, &CommandError{Command: command, Message: fmt.Sprintf("was answered by a %T", a.response)}
		}
		return response, nil
	case <-ctx.Done():
		c.forget(id)
		return none, context.Cause(ctx)
	}
}

// tail passes on what the host writes to its standard error, and keeps the end of it for errors.
type tail struct {
	to   io.Writer
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, text...)
	if extra := len(t.text) - 2000; extra > 0 {
		t.text = append([]byte{}, t.text[extra:]...)
	}
	return t.to.Write(text)
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
