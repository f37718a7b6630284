package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/edge/console"
	"github.com/storefront/storefront/server/ops/cli"
	"github.com/storefront/storefront/server/platform/store"
)

type consoleCommand struct {
	Name            string `help:"Whose key the link signs in with, and makes if there is none; the user of the system if omitted."`
	Addr            string `env:"STOREFRONT_ADDR" default:"127.0.0.1:8080" help:"Address that the server listens on."`
	BaseURL         string `env:"STOREFRONT_BASE_URL" placeholder:"URL" help:"Public address of the server."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run prints a link that signs a person in to the console, once.
func (c *consoleCommand) Run(ctx context.Context) error {
	if !onlySeen() {
		return errors.New("anybody who reads the link can sign in with it, so it is printed only on a terminal that nothing records: " +
			"run storefront console in one, in a container with docker exec -it or kubectl exec -it")
	}
	return withStore(ctx, c.Database, c.Log, "console", func(ctx context.Context, st *store.Store) error {
		link, err := console.Link(ctx, st, cmp.Or(c.BaseURL, "http://"+reachable(c.Addr)), cmp.Or(c.Name, operator()))
		if err != nil {
			return err
		}
		fmt.Println(link)
		fmt.Fprintln(os.Stderr, "It works once, for ten minutes.")
		return nil
	})
}

// onlySeen reports whether a person sees what is printed and nothing keeps it. What the first process of a container
// prints, and those that it starts, is kept by the container's log even where that is a terminal.
func onlySeen() bool { return cli.IsTerminal(os.Stdout) && os.Getpid() != 1 && os.Getppid() != 1 }

// reachable returns an address to listen on as one that this machine can call.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if ip, parsed := netip.ParseAddr(host); err == nil && (host == "" || parsed == nil && ip.IsUnspecified()) {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return addr
}
