package main

import (
	"context"
	"net/http"
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

// cut sets whether a network is cut: its connections are closed, and new ones are refused.
func (c *cluster) cut(ctx context.Context, network string, cut bool) error {
	return post(ctx, c.toxic("/proxies/"+network), map[string]any{"enabled": !cut}, nil)
}

// slow delays what comes from a network by some milliseconds.
func (c *cluster) slow(ctx context.Context, network string, milliseconds int) error {
	return post(ctx, c.toxic("/proxies/"+network+"/toxics"), map[string]any{
		"name": "trouble", "type": "latency", "stream": "downstream", "attributes": map[string]int{"latency": milliseconds, "jitter": milliseconds / 4},
	}, nil)
}

// swallow has a network lose everything, while its connections stay open.
func (c *cluster) swallow(ctx context.Context, network string) error {
	return post(ctx, c.toxic("/proxies/"+network+"/toxics"), map[string]any{
		"name": "trouble", "type": "timeout", "stream": "downstream", "attributes": map[string]int{"timeout": 0},
	}, nil)
}

// mend ends slow or swallow.
func (c *cluster) mend(ctx context.Context, network string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodDelete, c.toxic("/proxies/"+network+"/toxics/trouble"), nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	return answer.Body.Close()
}
