package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/storefront/storefront/tests/load/catalogue"
	"github.com/storefront/storefront/tests/load/shop"
)

// session is one run of the harness.
type session struct {
	*options
	shop    *shop.Shop
	servers []*shop.Process
	peer    *shop.Process
	key     string
	report  *report
}

// measureAll starts the server and its peers and measures every operation, each
// together with what it is compared with.
func measureAll(ctx context.Context, sh *shop.Shop, o *options, real []catalogue.Product) error {
	wanted, err := regexp.Compile(o.Operations)
	if err != nil {
		return err
	}
	queries, err := readQueries(o.Catalogue)
	if err != nil {
		return err
	}
	sample, err := readSample(ctx, sh.URL, real)
	if err != nil {
		return err
	}
	s := &session{options: o, shop: sh}
	if s.report, err = newReport(o.Out); err != nil {
		return err
	}
	defer s.stop()
	if err := s.start(ctx, sample); err != nil {
		return err
	}
	if sample.carts, err = readCarts(ctx, sh.URL); err != nil {
		return err
	}
	bench, err := newPgbench(ctx, sh, sample, queries)
	if err != nil {
		return err
	}
	defer s.writeEachSecond(ctx, sample)()
	for _, op := range sample.operations(queries) {
		if wanted.MatchString(op.name) {
			if err := s.measure(ctx, op, bench); err != nil {
				return err
			}
		}
	}
	return s.report.close()
}

// start starts the server, then the peers with a stored body as large as the
// server's responses.
func (s *session) start(ctx context.Context, sample *sample) (err error) {
	var index string
	for range s.Replicas {
		server, err := s.shop.Serve(ctx, s.ServerEnv)
		if err != nil {
			return err
		}
		s.servers = append(s.servers, server)
		if index, err = s.shop.Filled(ctx, s.ServerEnv); err != nil {
			return err
		}
	}
	if s.key, _, err = s.shop.Run(ctx, "keys", "create", "--name", keyName, "--scopes", "all"); err != nil {
		return err
	}
	body, err := averageAnswer(ctx, s.servers[0].Base, sample.slugs)
	if err != nil {
		return err
	}
	file := filepath.Join(s.shop.Folder, "answer.json")
	if err := os.WriteFile(file, body, 0o600); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, self, "peer", "--database-url="+s.shop.URL, "--body="+file)
	cmd.Stderr = os.Stderr
	if s.peer, err = shop.Start(cmd); err != nil {
		return fmt.Errorf("peers: %w", err)
	}
	for _, server := range s.servers {
		if err := server.Limit(s.Share); err != nil {
			return err
		}
	}
	fmt.Printf("%s, %d cores, %s, %d products, %d orders, started and ready in %d ms, index: %s, an average products.get answer has %d bytes, server with %q\n",
		time.Now().UTC().Format(time.RFC3339), runtime.NumCPU(), runtime.Version(), s.Products, s.Orders, s.servers[0].Ready.Milliseconds(),
		index, len(body), strings.Join(s.ServerEnv, " "))
	return nil
}

// stop ends the processes that start has started.
func (s *session) stop() {
	for _, p := range append([]*shop.Process{s.peer}, s.servers...) {
		if p != nil {
			p.Stop()
		}
	}
	if s.servers == nil {
		return
	}
	if said, err := s.shop.Remembered(); err == nil {
		fmt.Println("\nanswers about products from memory:", said)
	}
}

// measure measures an operation and what it is compared with.
func (s *session) measure(ctx context.Context, op operation, bench *pgbench) error {
	s.report.begin(op.name)
	for _, n := range s.Connections {
		if op.prepare != nil {
			if err := op.prepare(ctx); err != nil {
				return fmt.Errorf("%s: %w", op.name, err)
			}
		}
		if err := s.take(ctx, s.who(), op.name, s.servers, n, s.targets(op)...); err != nil {
			return err
		}
		if op.name == "products.get" {
			stored := target{path: "/stored", bodies: op.bodies}
			if err := s.take(ctx, "net/http, stored body", op.name, []*shop.Process{s.peer}, n, stored); err != nil {
				return err
			}
		}
		if op.peer != "" {
			peer := target{path: op.peer, bodies: op.bodies}
			if err := s.take(ctx, "net/http + pgx", op.name, []*shop.Process{s.peer}, n, peer); err != nil {
				return err
			}
		}
		if f, ok, err := bench.run(ctx, s, op.name, n); err != nil {
			return err
		} else if ok {
			if err := s.report.add(f); err != nil {
				return err
			}
		}
	}
	return s.report.end()
}

// targets returns the targets of an operation, or of each one of a mixture.
func (s *session) targets(op operation) (all []target) {
	for _, part := range op.parts {
		all = append(all, s.targets(part)...)
	}
	if len(op.parts) == 0 {
		all = append(all, target{path: op.path, key: s.key, bodies: op.bodies, pages: op.pages})
	}
	return all
}

// who names the servers.
func (s *session) who() string {
	if s.Replicas == 1 && s.Share == 0 {
		return "storefront"
	}
	return fmt.Sprintf("storefront, %d with %g of a processor each", s.Replicas, s.Share)
}

// take measures one figure of servers that share the calls.
func (s *session) take(ctx context.Context, who, operation string, servers []*shop.Process, n int, t ...target) error {
	if s.Warmup > 0 {
		if _, err := drive(ctx, servers, t, n, s.Warmup); err != nil {
			return fmt.Errorf("%s: %w", operation, err)
		}
	}
	f, err := s.counted(who, operation, n, servers, func() (load, error) { return drive(ctx, servers, t, n, s.Time) })
	if err != nil {
		return fmt.Errorf("%s: %w", operation, err)
	}
	return s.report.add(f)
}
