// Asks a coding agent: go run . [-host "extproto-host rpc"] What is in this folder?
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"github.com/extproto/extproto/sdks/go/protocol"
	"github.com/extproto/extproto/sdks/go/rpc"
)

func main() {
	command := flag.String("host", "extproto-host rpc", "how the host is started")
	flag.Parse()
	// The first interrupt aborts the prompt, and the host ends in order.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := ask(ctx, strings.Fields(*command), strings.Join(flag.Args(), " ")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func ask(ctx context.Context, command []string, question string) error {
	host, err := rpc.Start(ctx, rpc.Options{Command: command})
	if err != nil {
		return err
	}
	defer host.Close()
	for event, err := range host.Prompt(ctx, question) {
		if err != nil {
			return err
		}
		switch e := event.(type) {
		case protocol.ServerTextDelta:
			fmt.Print(printable(e.Delta))
		case protocol.ServerToolCall:
			fmt.Fprintf(os.Stderr, "[%s %s]\n", printable(e.Name), e.Args)
		case protocol.ServerExtNotify:
			fmt.Fprintf(os.Stderr, "%s: %s\n", printable(e.Extension), printable(e.Message))
		case protocol.ServerError:
			return fmt.Errorf("the host failed: %s", e.Message)
		}
	}
	fmt.Println()
	return nil
}

// printable removes what a terminal would act on.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, text)
}
