package main

import (
	"context"
)

// startToxiproxy starts Toxiproxy, through which each replica reaches PgBouncer and Redis.
func (c *cluster) startToxiproxy(ctx context.Context) error {
	err := c.run(ctx, &part{name: "toxiproxy", command: []string{"toxiproxy", "-host", "127.0.0.1", "-port", c.port("toxiproxy")}, env: []string{"LOG_LEVEL=error"}})
	if err != nil {
		return err
	}
	for i := range size {
		for name, upstream := range map[string]string{"replica-database": "pgbouncer", "replica-redis": "redis"} {
			name = numbered(name, i)
			proxy := map[string]any{"name": name, "listen": c.addresses[name], "upstream": c.addresses[upstream], "enabled": true}
			err := await(ctx, "Toxiproxy", func(ctx context.Context) error { return post(ctx, c.toxic("/proxies"), proxy, nil) })
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// toxic returns the address of something at Toxiproxy.
func (c *cluster) toxic(path string) string { return "http://" + c.addresses["toxiproxy"] + path }
