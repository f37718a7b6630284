package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
)

// startEtcd starts etcd, where Patroni keeps who is the primary.
func (c *cluster) startEtcd(ctx context.Context) error {
	var members []string
	for i := range size {
		members = append(members, numbered("etcd", i)+"=http://"+c.addresses[numbered("etcd-peer", i)])
	}
	for i := range size {
		name := numbered("etcd", i)
		client, peer := "http://"+c.addresses[name], "http://"+c.addresses[numbered("etcd-peer", i)]
		err := c.run(ctx, &part{name: name, command: []string{
			"etcd", "--name=" + name, "--data-dir=" + filepath.Join(c.folder, name), "--logger=zap", "--log-level=warn",
			"--listen-client-urls=" + client, "--advertise-client-urls=" + client,
			"--listen-peer-urls=" + peer, "--initial-advertise-peer-urls=" + peer,
			"--initial-cluster=" + strings.Join(members, ","), "--initial-cluster-state=new",
		}})
		if err != nil {
			return err
		}
	}
	return await(ctx, "etcd has no leader", func(ctx context.Context) error {
		_, err := c.etcdLeader(ctx)
		return err
	})
}

// etcdLeader returns the number of the member of etcd that leads.
func (c *cluster) etcdLeader(ctx context.Context) (int, error) { //nolint:unparam // the test kills the leader
	for i := range size {
		var status struct {
			Header struct {
				ID string `json:"member_id"`
			}
			Leader string
		}
		if err := post(ctx, "http://"+c.addresses[numbered("etcd", i)]+"/v3/maintenance/status", struct{}{}, &status); err == nil && status.Leader != "" && status.Leader == status.Header.ID {
			return i, nil
		}
	}
	return 0, fmt.Errorf("no member of etcd says that it leads")
}

// post sends JSON and decodes the answer, unless result is nil.
func post(ctx context.Context, url string, body, result any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode >= 300 {
		return fmt.Errorf("%s: %s", url, answer.Status)
	}
	if result == nil {
		return nil
	}
	return json.NewDecoder(answer.Body).Decode(result)
}
