package main

import (
	"context"
	"fmt"
	"path/filepath"
)

// haproxyConfig is the configuration of HAProxy. Calls go to the replicas that are ready;
// when none is, because the database is away, to any that runs. "primary" leads to the
// PostgreSQL that Patroni calls the primary.
const haproxyConfig = `global
  stats socket %[1]s level admin
defaults
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout check 500ms
frontend shop
  mode http
  bind %[2]s
  option forwardfor
  use_backend ready if { nbsrv(ready) gt 0 }
  default_backend running
backend ready
  mode http
  option httpchk GET /readyz
  option redispatch 1
  default-server check inter 250ms fall 1 rise 1
%[3]s
backend running
  mode http
  option httpchk GET /healthz
  option redispatch 1
  default-server check inter 500ms fall 1 rise 1
%[3]s
listen primary
  mode tcp
  bind %[4]s
  option httpchk OPTIONS /primary
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
%[5]s`

// startBalancer starts HAProxy.
func (c *cluster) startBalancer(ctx context.Context) error {
	var replicas, servers string
	for i := range size {
		replicas += fmt.Sprintf("  server %s %s\n", numbered("replica", i), c.addresses[numbered("replica", i)])
		servers += fmt.Sprintf("  server %s %s port %s\n", numbered("pg", i), c.addresses[numbered("pg", i)], c.port(numbered("patroni", i)))
	}
	config, err := c.write("haproxy.cfg", fmt.Sprintf(haproxyConfig, c.haproxySocket(), c.addresses["shop"], replicas, c.addresses["primary"], servers))
	if err != nil {
		return err
	}
	return c.run(ctx, &part{name: "haproxy", command: []string{"haproxy", "-db", "-f", config}})
}

func (c *cluster) haproxySocket() string { return filepath.Join(c.folder, "haproxy.sock") }

// pgbouncerConfig is the configuration of PgBouncer, which gives up a server that does not answer.
const pgbouncerConfig = `[databases]
storefront = host=127.0.0.1 port=%[1]s dbname=storefront user=storefront password=%[2]s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %[3]s
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 30
server_connect_timeout = 2
server_login_retry = 0.2
query_wait_timeout = 10
tcp_keepalive = 1
tcp_keepidle = 2
tcp_keepintvl = 1
tcp_keepcnt = 3
ignore_startup_parameters = default_transaction_read_only,statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`

// startPooler starts PgBouncer.
func (c *cluster) startPooler(ctx context.Context) error {
	config, err := c.write("pgbouncer.ini", fmt.Sprintf(pgbouncerConfig, c.port("primary"), c.password, c.port("pgbouncer")))
	if err != nil {
		return err
	}
	return c.run(ctx, &part{name: "pgbouncer", command: []string{"pgbouncer", config}, dropped: true})
}

// startRedis starts Redis, which keeps nothing.
func (c *cluster) startRedis(ctx context.Context) error {
	return c.run(ctx, &part{name: "redis", command: []string{
		"redis-server", "--bind", "127.0.0.1", "--port", c.port("redis"), "--save", "", "--appendonly", "no", "--dir", c.folder,
	}})
}
