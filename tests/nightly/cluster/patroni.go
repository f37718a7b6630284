package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
)

// patroniConfig is the configuration of one Patroni. A commit is acknowledged when it is on
// the disk of the primary and of a standby. A primary that is not heard of for ttl seconds
// has a successor.
const patroniConfig = `scope: shop
name: %[1]s
restapi: {listen: "%[2]s", connect_address: "%[2]s"}
etcd3: {hosts: [%[3]s]}
bootstrap:
  dcs:
    ttl: 8
    loop_wait: 2
    retry_timeout: 3
    primary_start_timeout: 0
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      parameters: {max_connections: 100, shared_buffers: 64MB, wal_keep_size: 256MB}
  initdb: [{encoding: UTF8}, {locale: C.UTF-8}, data-checksums]
postgresql:
  listen: "%[4]s"
  connect_address: "%[4]s"
  bin_dir: %[5]s
  data_dir: %[6]s
  pgpass: %[6]s.pgpass
  authentication:
    superuser: {username: postgres, password: %[7]s}
    replication: {username: replicator, password: %[7]s}
  parameters: {unix_socket_directories: ""}
  pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication replicator 127.0.0.1/32 scram-sha-256"]
`

// startPostgres starts the PostgreSQL servers, each with a Patroni that starts and promotes it.
func (c *cluster) startPostgres(ctx context.Context) error {
	var hosts []string
	for i := range size {
		hosts = append(hosts, strconv.Quote(c.addresses[numbered("etcd", i)]))
	}
	for i := range size {
		name := numbered("pg", i)
		config, err := c.write(name+".yaml", fmt.Sprintf(patroniConfig,
			name, c.addresses[numbered("patroni", i)], strings.Join(hosts, ", "), c.addresses[name], c.postgres.BinDir, c.dataFolder(i), c.password))
		if err != nil {
			return err
		}
		if err := c.run(ctx, &part{name: name, command: []string{"patroni", config}, dropped: true}); err != nil {
			return err
		}
	}
	return nil
}

func (c *cluster) dataFolder(i int) string { return filepath.Join(c.folder, numbered("data", i)) }

// killPostgres ends one PostgreSQL server as kill -9 does; its Patroni stays.
func (c *cluster) killPostgres(i int) {
	text, err := os.ReadFile(filepath.Join(c.dataFolder(i), "postmaster.pid"))
	if err != nil {
		return
	}
	line, _, _ := strings.Cut(string(text), "\n")
	if pid, err := strconv.Atoi(line); err == nil && pid > 1 {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// database connects to one PostgreSQL server as its superuser.
func (c *cluster) database(ctx context.Context, address, name string) (*pgx.Conn, error) {
	return pgx.Connect(ctx, fmt.Sprintf("postgres://postgres:%s@%s/%s?sslmode=disable&connect_timeout=2", c.password, c.addresses[address], name))
}

// roles returns the numbers of the primary and of the standby that has what was acknowledged.
func (c *cluster) roles(ctx context.Context) (primary, standby int, err error) { //nolint:unparam // the test kills them
	db, err := c.database(ctx, "primary", "postgres")
	if err != nil {
		return 0, 0, err
	}
	defer db.Close(context.WithoutCancel(ctx))
	var port int
	var name string
	err = db.QueryRow(ctx, `
		SELECT inet_server_port(), (SELECT application_name FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync')
		WHERE (SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming') = $1`, size-1).Scan(&port, &name)
	if err != nil {
		return 0, 0, fmt.Errorf("not all servers follow the primary: %w", err)
	}
	primary, standby = -1, -1
	for i := range size {
		if c.port(numbered("pg", i)) == strconv.Itoa(port) {
			primary = i
		}
		if numbered("pg", i) == name {
			standby = i
		}
	}
	if primary < 0 || standby < 0 {
		return 0, 0, fmt.Errorf("the primary at port %d with standby %q is none of the cluster", port, name)
	}
	return primary, standby, nil
}

// makeDatabase makes the shop's database, and its role with the settings that a pooler drops.
func (c *cluster) makeDatabase(ctx context.Context) error {
	err := await(ctx, "PostgreSQL has no primary with two standbys", func(ctx context.Context) error {
		_, _, err := c.roles(ctx)
		return err
	})
	if err != nil {
		return err
	}
	db, err := c.database(ctx, "primary", "postgres")
	if err != nil {
		return err
	}
	defer db.Close(context.WithoutCancel(ctx))
	for _, statement := range []string{
		"CREATE ROLE storefront LOGIN PASSWORD '" + c.password + "'",
		"CREATE DATABASE storefront OWNER storefront",
		"ALTER ROLE storefront SET default_transaction_read_only = on",
		"ALTER ROLE storefront SET statement_timeout = 15000",
		"ALTER ROLE storefront SET lock_timeout = 5000",
		"ALTER ROLE storefront SET idle_in_transaction_session_timeout = 30000",
	} {
		if _, err := db.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	_, err = c.storefront(ctx, "migrate")
	return err
}

// databaseURL returns the address of the shop's database, through a part of the cluster.
func (c *cluster) databaseURL(through string) string {
	return fmt.Sprintf("postgres://storefront:%s@%s/storefront?sslmode=disable", c.password, c.addresses[through])
}
