//go:build metrics

package metrics

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/servertest"
)

// prometheus is a running Prometheus.
type prometheus struct{ url string }

// startPrometheus starts one with the example's settings, that scrapes the address every
// second.
func startPrometheus(t *testing.T, target string) *prometheus {
	t.Helper()
	rules, err := filepath.Abs(alerts)
	if err != nil {
		t.Fatal(err)
	}
	settings := strings.NewReplacer("127.0.0.1:9464", target, "15s", "1s", "alerts.yaml", rules).Replace(read(t, example))
	folder := t.TempDir()
	file := filepath.Join(folder, "prometheus.yml")
	if err := os.WriteFile(file, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	_ = l.Close()
	cmd := exec.CommandContext(context.Background(), "prometheus", "--config.file="+file, "--storage.tsdb.path="+filepath.Join(folder, "data"), "--web.listen-address="+address)
	var log servertest.Log
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("Prometheus logged:\n%s", log.String())
		}
	})
	p := &prometheus{"http://" + address}
	servertest.Eventually(t, time.Minute, func() bool {
		answer, err := http.Get(p.url + "/-/ready")
		if err != nil {
			return false
		}
		answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	})
	servertest.Eventually(t, time.Minute, func() bool { return p.value(t, "sum(up)") == 1 })
	return p
}

// ask decodes what the API answers; a fault of it fails the test.
func (p *prometheus) ask(t *testing.T, path string, into any) {
	t.Helper()
	answer, err := http.Get(p.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	envelope := struct {
		Status, Error string
		Data          any
	}{Data: into}
	if err := json.NewDecoder(answer.Body).Decode(&envelope); err != nil || envelope.Status != "success" {
		t.Fatalf("%s: %v %s", path, err, envelope.Error)
	}
}

// query returns the values of an expression, without those that are no number.
func (p *prometheus) query(t *testing.T, expression string) (values []float64) {
	t.Helper()
	var data struct {
		Result []struct{ Value [2]any }
	}
	p.ask(t, "/api/v1/query?query="+url.QueryEscape(expression), &data)
	for _, r := range data.Result {
		text, _ := r.Value[1].(string)
		if v, err := strconv.ParseFloat(text, 64); err == nil && v == v {
			values = append(values, v)
		}
	}
	return values
}

// value returns the value of an expression, 0 if there is none.
func (p *prometheus) value(t *testing.T, expression string) float64 {
	t.Helper()
	if values := p.query(t, expression); len(values) > 0 {
		return values[0]
	}
	return 0
}

type rule struct{ Name, Query, Health string }

func (p *prometheus) rules(t *testing.T) (all []rule) {
	t.Helper()
	var data struct {
		Groups []struct{ Rules []rule }
	}
	p.ask(t, "/api/v1/rules", &data)
	for _, g := range data.Groups {
		all = append(all, g.Rules...)
	}
	return all
}

// health returns what Prometheus says of a rule: ok once it was evaluated.
func (p *prometheus) health(t *testing.T, name string) string {
	t.Helper()
	for _, r := range p.rules(t) {
		if r.Name == name {
			return r.Health
		}
	}
	return ""
}
