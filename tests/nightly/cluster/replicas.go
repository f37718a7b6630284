package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// startReplicas starts the replicas of the service.
func (c *cluster) startReplicas(ctx context.Context) error {
	for i := range size {
		name := numbered("replica", i)
		err := c.run(ctx, &part{name: name, command: []string{c.program, "serve", "--addr=" + c.addresses[name]}, env: append([]string{
			"DATABASE_URL=" + c.databaseURL(numbered("replica-database", i)),
			"REDIS_URL=redis://" + c.addresses[numbered("replica-redis", i)],
			"STOREFRONT_SECRETS_KEY=" + c.secrets,
			"STOREFRONT_BASE_URL=" + c.url(),
			"STOREFRONT_TRUSTED_PROXIES=127.0.0.1/32",
			"STOREFRONT_MAX_CONNECTIONS=8",
			"STOREFRONT_REDIS_TIMEOUT=1s",
			"STOREFRONT_ADMIN_ADDR=off",
		}, c.settings...)})
		if err != nil {
			return err
		}
	}
	return nil
}

// url returns the address of the shop, at HAProxy.
func (c *cluster) url() string { return "http://" + c.addresses["shop"] }

// replicaURL returns the address of one replica.
func (c *cluster) replicaURL(i int) string { return "http://" + c.addresses[numbered("replica", i)] }

// whole waits until every part works: two standbys follow the primary, one of them
// synchronously, and every replica is ready and has nothing to complain about.
func (c *cluster) whole(ctx context.Context) error {
	return await(ctx, "the cluster is not whole", func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		if _, _, err := c.roles(ctx); err != nil {
			return err
		}
		if _, err := c.etcdLeader(ctx); err != nil {
			return err
		}
		for i := range size {
			if err := ready(ctx, c.replicaURL(i)); err != nil {
				return fmt.Errorf("%s: %w", numbered("replica", i), err)
			}
		}
		return ready(ctx, c.url())
	})
}

// ready returns what a replica complains about.
func ready(ctx context.Context, url string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/readyz", nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	var report struct{ Reasons []string }
	if err := json.NewDecoder(answer.Body).Decode(&report); err != nil || answer.StatusCode != http.StatusOK || len(report.Reasons) > 0 {
		return fmt.Errorf("%s %s", answer.Status, strings.Join(report.Reasons, "; "))
	}
	return nil
}
