// Command cluster runs a shop on several machines, all of which are this one, until it is
// interrupted: tests/nightly/cluster/serve. HAProxy leads to three replicas, which reach three PostgreSQL
// servers under Patroni, with etcd, through PgBouncer and HAProxy, and share their limits in
// Redis; Toxiproxy stands between the replicas and their databases.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

func main() {
	program := flag.String("program", "bin/storefront", "the built program")
	address := flag.String("addr", "127.0.0.1:8080", "where HAProxy serves the shop")
	flag.Parse()
	if err := run(*program, *address); err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
		os.Exit(1)
	}
}

func run(program, address string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	c, err := newCluster(ctx, program, address, "STOREFRONT_DEMO=true", "STOREFRONT_STALE_READS=30s")
	if err != nil {
		return err
	}
	defer c.close()
	if err := c.start(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	key, err := c.storefront(ctx, "keys", "create", "--name=cluster", "--scopes=all")
	if err != nil {
		return err
	}
	fmt.Printf("The shop is served at %s; a key with all scopes: %s\nThe logs of the parts are in %s. Ctrl-C stops it.\n\n", c.url(), key, c.folder)
	names := make([]string, 0, len(c.addresses))
	for name := range c.addresses {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Printf("%-20s %s\n", name, c.addresses[name])
	}
	<-ctx.Done()
	return nil
}
