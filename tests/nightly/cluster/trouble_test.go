//go:build cluster

package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"
)

// part returns the part of a name.
func (c *cluster) part(name string) (*part, error) {
	for _, p := range c.parts {
		if p.name == name {
			return p, nil
		}
	}
	return nil, fmt.Errorf("there is no part %s", name)
}

// hold sets whether the part stays away once it has ended.
func (p *part) hold(held bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held = held
}

// shutdownSessions has HAProxy close all of its connections to the replicas and the databases.
func (c *cluster) shutdownSessions(ctx context.Context) error {
	for i := range size {
		for _, server := range []string{"ready/" + numbered("replica", i), "primary/" + numbered("pg", i)} {
			if err := c.tellHAProxy(ctx, "shutdown sessions server "+server); err != nil {
				return err
			}
		}
	}
	return nil
}

// tellHAProxy sends a command to its socket.
func (c *cluster) tellHAProxy(ctx context.Context, command string) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", c.haproxySocket())
	if err != nil {
		return err
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(5 * time.Second))
	_, err = fmt.Fprintln(conn, command)
	return err
}

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
