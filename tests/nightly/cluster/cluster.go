package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/storefront/storefront/server/ops/postgres"
)

// size is the number of replicas, of PostgreSQL servers, and of members of etcd.
const size = 3

// cluster is a shop on several machines, all of which are this one.
type cluster struct {
	program  string   // the path of the built program
	settings []string // of the replicas, besides those that the cluster needs, as NAME=value

	folder    string // has the data and logs of all parts
	postgres  postgres.Installation
	account   *syscall.Credential // for parts that refuse to run as root; nil without root
	addresses map[string]string   // host:port, by what is reached there
	password  string              // of PostgreSQL's roles
	secrets   string              // STOREFRONT_SECRETS_KEY

	parts  []*part
	cancel context.CancelFunc
}

// newCluster prepares a cluster whose shop is served at an address; port 0 is a free one.
func newCluster(ctx context.Context, program, address string, settings ...string) (*cluster, error) {
	program, err := filepath.Abs(program)
	if err != nil {
		return nil, err
	}
	c := &cluster{program: program, settings: settings, password: rand.Text()}
	if c.postgres, err = postgres.Find(ctx); err != nil {
		return nil, err
	}
	if c.account, err = unprivileged(); err != nil {
		return nil, err
	}
	if c.addresses, err = freeAddresses(address); err != nil {
		return nil, err
	}
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	c.secrets = base64.StdEncoding.EncodeToString(key)
	return c, c.makeFolder()
}

// unprivileged returns the user for PostgreSQL when this process runs as root, or nil.
func unprivileged() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, err
}

// freeAddresses returns an address for everything that listens.
func freeAddresses(shop string) (map[string]string, error) {
	names := []string{"primary", "pgbouncer", "redis", "toxiproxy"}
	for i := range size {
		for _, name := range []string{"etcd", "etcd-peer", "pg", "patroni", "replica", "replica-database", "replica-redis"} {
			names = append(names, numbered(name, i))
		}
	}
	addresses := map[string]string{}
	if shop != anyAddress {
		addresses["shop"] = shop
	} else {
		names = append(names, "shop")
	}
	port := firstPort + mathrand.IntN(lastPort-firstPort-len(names))
	for _, name := range names {
		for ; !isFree(port); port++ {
			if port == lastPort {
				return nil, errors.New("no port is free")
			}
		}
		addresses[name] = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
		port++
	}
	return addresses, nil
}

// anyAddress stands for an address with a free port.
const anyAddress = "127.0.0.1:0"

// The ports of the parts are below those that Linux gives to connections, or one of these
// could have the port of a part before it listens, or while it is started again.
const firstPort, lastPort = 20_000, 32_000

func isFree(port int) bool {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))) //nolint:noctx // it returns at once
	if err != nil {
		return false
	}
	return l.Close() == nil
}

// numbered returns the name of one of several, which are numbered from 1.
func numbered(name string, i int) string { return name + "-" + strconv.Itoa(i+1) }

// port returns the port of an address.
func (c *cluster) port(name string) string {
	_, port, _ := net.SplitHostPort(c.addresses[name])
	return port
}

// makeFolder makes the folder of the cluster, which PostgreSQL's user can enter.
func (c *cluster) makeFolder() (err error) {
	if c.folder, err = os.MkdirTemp("/tmp", "storefront-cluster-"); err != nil {
		return err
	}
	if c.account == nil {
		return nil
	}
	return os.Chown(c.folder, int(c.account.Uid), int(c.account.Gid))
}

// write writes a file of the cluster, which PostgreSQL's user may read, and returns its path.
func (c *cluster) write(name, content string) (string, error) {
	path := filepath.Join(c.folder, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		return "", err
	}
	if c.account == nil {
		return path, nil
	}
	return path, os.Chown(path, int(c.account.Uid), int(c.account.Gid))
}

// start starts all parts, and returns when the shop is served. Close ends them.
func (c *cluster) start(ctx context.Context) error {
	ctx, c.cancel = context.WithCancel(ctx)
	stages := []func(context.Context) error{
		c.startEtcd, c.startPostgres, c.startRedis, c.startToxiproxy, c.startBalancer, c.makeDatabase, c.startPooler, c.startReplicas,
	}
	for _, stage := range stages {
		if err := stage(ctx); err != nil {
			return err
		}
	}
	return c.whole(ctx)
}

// run starts a part.
func (c *cluster) run(ctx context.Context, p *part) error {
	p.cluster = c
	c.parts = append(c.parts, p)
	return p.start(ctx)
}

// close stops all parts, those first that were started last.
func (c *cluster) close() {
	if c.cancel != nil {
		c.cancel()
	}
	for i := len(c.parts) - 1; i >= 0; i-- {
		c.parts[i].stop()
	}
	for i := range size {
		c.killPostgres(i) // of a Patroni that was killed
	}
	_ = os.RemoveAll(c.folder)
}

// storefront runs a command of the program on the primary.
func (c *cluster) storefront(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, c.program, args...)
	cmd.Env = append(os.Environ(), "DATABASE_URL="+c.databaseURL("primary"))
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("storefront %s: %w: %s", strings.Join(args, " "), err, complaints.String())
	}
	return strings.TrimSpace(string(out)), nil
}

// await asks until the answer is nil, for two minutes.
func await(ctx context.Context, what string, ask func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	for {
		err := ask(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", what, errors.Join(ctx.Err(), err))
		case <-time.After(50 * time.Millisecond):
		}
	}
}
