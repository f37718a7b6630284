package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/cli"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/wire"
)

type callCommand struct {
	Tool           string        `arg:"" help:"The tool, such as products.search; \"storefront tools\" lists them, and --help after one describes it."`
	JSON           string        `name:"json" placeholder:"OBJECT" help:"The body, or - for standard input. Fields that are given besides win."`
	IdempotencyKey string        `placeholder:"TEXT" help:"Marks a call that writes, so that another process can repeat it within 24 hours and it is done once. Each call has one of its own."`
	Timeout        time.Duration `default:"30s" help:"How long each attempt may take."`
	Retries        int           `default:"3" help:"How often the call is sent again after a failure of the network, or when the service asks for that. Nothing is done twice."`
	MaxWait        time.Duration `default:"1m" help:"How long to wait between the attempts, in all."`
	config.Target  `embed:""`
	tool           calledTool `kong:"-"`
}

// errShown means that the reason of a failure was printed.
var errShown = errors.New("the reason was printed")

// Run calls the tool and prints the answer: for people on a terminal, and as it is in a pipe.
func (c *callCommand) Run(ctx context.Context) error {
	if c.tool.Tool == nil || c.tool.Name != c.Tool {
		return exitError{fmt.Errorf("there is no tool %q: write the tool first, after call", c.Tool), cli.BadCommandLine.Status}
	}
	address, err := wire.ParseAddress(c.BaseURL)
	if err != nil {
		return exitError{fmt.Errorf("--base-url: %w", err), cli.BadCommandLine.Status}
	}
	body, err := c.body(ctx)
	if err != nil {
		return err
	}
	answer, err := cli.Call(ctx, c.tool.Tool, body, cli.CallOptions{
		Address: address, Key: os.Getenv("STOREFRONT_KEY"), IdempotencyKey: c.IdempotencyKey, Agent: "storefront/" + config.Version(),
		Timeout: c.Timeout, Retries: c.Retries, MaxWait: c.MaxWait, Waits: reportWait,
	})
	if ctx.Err() != nil {
		return exitError{errors.New("interrupted"), cli.Interrupted.Status}
	}
	if err != nil {
		return exitError{err, cli.NotReached.Status}
	}
	return show(answer, address)
}

// reportWait tells a person why nothing happens. In a pipe standard error is for problems alone.
func reportWait(d time.Duration, why string) {
	if cli.IsTerminal(os.Stderr) {
		fmt.Fprintf(os.Stderr, "storefront: %s: trying again in %s\n", cli.Safe(why), d)
	}
}

// body returns the body of the call.
func (c *callCommand) body(ctx context.Context) ([]byte, error) {
	text, err := []byte(c.JSON), error(nil)
	given := c.tool.given()
	switch {
	case c.JSON == standard, c.JSON == "" && len(given) == 0 && c.tool.requires() && isFed(os.Stdin):
		text, err = readAll(ctx, os.Stdin)
	case c.JSON == "":
		text = []byte("{}")
	}
	if err != nil {
		return nil, err
	}
	body, err := cli.Body(text, given)
	if err != nil {
		return nil, exitError{err, cli.BadCommandLine.Status}
	}
	if len(body) > contract.MaxBody {
		return nil, exitError{fmt.Errorf("the body is larger than %d bytes, which the service refuses", contract.MaxBody), cli.Invalid.Status}
	}
	return body, nil
}

// isFed reports whether a file is a pipe or a file on disk: reading a terminal or a device could
// last for ever.
func isFed(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && (info.Mode().IsRegular() || info.Mode()&os.ModeNamedPipe != 0)
}

// readAll reads a body, or so much of it that it is seen to be too large. A read cannot be
// interrupted, so it is left behind when ctx ends.
func readAll(ctx context.Context, from io.Reader) ([]byte, error) {
	type result struct {
		text []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		text, err := io.ReadAll(io.LimitReader(from, contract.MaxBody+1))
		done <- result{text, err}
	}()
	select {
	case <-ctx.Done():
		return nil, exitError{errors.New("interrupted"), cli.Interrupted.Status}
	case r := <-done:
		return r.text, r.err
	}
}

// show prints an answer. A success goes to standard output, everything else to standard error.
func show(answer *cli.Answer, address string) error {
	class := answer.Class()
	switch {
	case class == cli.Done:
		return write(os.Stdout, answer.Body, cli.Style.JSON)
	case answer.IsProblem():
		return exitError{errors.Join(errShown, write(os.Stderr, answer.Body, cli.Style.Problem)), class.Status}
	}
	said := fmt.Sprintf("%s answered with status %d and %q, which is no answer of a Storefront: is --base-url right?", address, answer.Status, answer.Header.Get("Content-Type"))
	if to := answer.Header.Get("Location"); to != "" {
		said = fmt.Sprintf("%s answered with status %d, a redirect to %s, which is not followed: give the right address as --base-url", address, answer.Status, to)
	}
	return exitError{errors.New(cli.Safe(said)), class.Status}
}

// write writes a text to a file: in a form for people on a terminal, and else as it is.
func write(to *os.File, text []byte, form func(cli.Style, []byte) string) error {
	if cli.IsTerminal(to) {
		text = []byte(form(cli.StyleOf(to), text))
	}
	_, err := to.Write(text)
	return err
}
