package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/segmentio/encoding/json"

	"github.com/storefront/storefront/server/ops/cli"
	"github.com/storefront/storefront/server/platform/wire"
)

type healthCommand struct {
	BaseURL string        `placeholder:"URL" help:"The address to ask; else that of --addr on this machine."`
	Addr    string        `env:"STOREFRONT_ADDR" default:"127.0.0.1:8080" help:"The address that serve listens on."`
	Live    bool          `help:"Ask whether the process answers, not whether it can take calls."`
	Timeout time.Duration `default:"3s" help:"How long to wait for the answer."`
}

// Run asks whether a service can take calls, prints it in one line, and fails if it cannot. It uses
// the address that the service listens on: the public one may lead to another replica.
func (c *healthCommand) Run(ctx context.Context) error {
	address, err := c.address()
	if err != nil {
		return exitError{err, cli.BadCommandLine.Status}
	}
	known, err := outline()
	if err != nil {
		return err
	}
	operation := "system.readiness"
	if c.Live {
		operation = "system.health"
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address+known.Path(operation), http.NoBody)
	if err != nil {
		return err
	}
	response, err := wire.NewClient(c.Timeout).Do(r)
	if err != nil {
		return fmt.Errorf("not ready: %w", err)
	}
	defer response.Body.Close()
	const longest = 64 << 10
	body, err := io.ReadAll(io.LimitReader(response.Body, longest))
	if err != nil {
		return fmt.Errorf("not ready: %s: %w", r.URL, err)
	}
	return printHealth(r.URL.String(), response.StatusCode, body)
}

func printHealth(url string, status int, body []byte) error {
	var said struct {
		Status, Detail string
		Reasons        []string
	}
	invalid := json.Unmarshal(body, &said)
	switch {
	case status != http.StatusOK && said.Detail != "":
		return fmt.Errorf("not ready: %s: %s", url, wire.Safe(said.Detail))
	case status != http.StatusOK, invalid != nil, said.Status == "":
		return fmt.Errorf("not ready: %s answered with status %d, and not as a Storefront does", url, status)
	}
	line := said.Status + ": " + url
	for _, reason := range said.Reasons {
		line += "; " + reason
	}
	_, err := fmt.Println(wire.Safe(line))
	return err
}

// address returns the address to ask. A service that listens on all addresses is asked on this machine's own.
func (c *healthCommand) address() (string, error) {
	if c.BaseURL != "" {
		return wire.ParseAddress(c.BaseURL)
	}
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return "", fmt.Errorf("--addr: %w", err)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
		if ip != nil && ip.To4() == nil {
			host = "::1"
		}
	}
	return "http://" + net.JoinHostPort(host, port), nil
}
