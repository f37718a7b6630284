//go:build metrics

// Package metrics tests what a real Prometheus learns of the built program, and the
// dashboard and the alerts that read it: make test-metrics.
package metrics

import (
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	definitions "github.com/storefront/storefront/server/ops/metrics"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

const (
	dashboard = "../../../deploy/grafana/storefront.json"
	alerts    = "../../../deploy/prometheus/alerts.yaml"
	example   = "../../../deploy/prometheus/prometheus.yml"
)

// metricName finds the metrics that an expression reads. Names of functions and labels
// have none of these prefixes.
var metricName = regexp.MustCompile(`\b(?:storefront|process|go)_\w+|\bup\b`)

func TestPrometheusFindsAllThatIsNamed(t *testing.T) {
	shop := servertest.New(t, servertest.Options{})
	key := shop.Key(t, "all")
	redis := miniredis.RunT(t)
	s := serve(t, "DATABASE_URL="+shop.DatabaseURL, "REDIS_URL=redis://"+redis.Addr(), "STOREFRONT_SECRETS_KEY="+strings.Repeat("A", 43)+"=")
	p := startPrometheus(t, s.admin)
	s.use(t, key)
	servertest.Eventually(t, time.Minute, func() bool { return p.value(t, `sum(rate(storefront_calls_total{status="200"}[10s]))`) > 0 })

	named := map[string]bool{}
	for _, expression := range dashboardExpressions(t) {
		for _, name := range metricName.FindAllString(expression, -1) {
			named[name] = true
		}
		if strings.Contains(expression, `status=~"5.."`) {
			p.query(t, expression) // nothing has failed
			continue
		}
		servertest.Eventually(t, time.Minute, func() bool {
			s.use(t, key) // so that rates are there
			return len(p.query(t, expression)) > 0
		})
	}
	rules := p.rules(t)
	if len(rules) < 12 {
		t.Errorf("%d rules", len(rules))
	}
	for _, rule := range rules {
		servertest.Eventually(t, time.Minute, func() bool { return p.health(t, rule.Name) == "ok" })
		for _, name := range metricName.FindAllString(rule.Query, -1) {
			named[name] = true
		}
	}
	for name := range named {
		if p.value(t, `count({__name__="`+name+`"})`) == 0 {
			t.Errorf("%s is named, and Prometheus has not found it", name)
		}
	}
	for _, d := range definitions.Definitions() {
		series := d.Name
		if d.Type == "histogram" {
			series += "_bucket"
		}
		if p.value(t, `count({__name__="`+series+`"})`) == 0 {
			t.Errorf("%s is defined, and Prometheus has not found it", series)
		}
		if !named[d.Name] && !named[d.Name+"_bucket"] && !named[d.Name+"_count"] {
			t.Errorf("neither the dashboard nor an alert shows %s", d.Name)
		}
	}
}

// promtool knows the customs of Prometheus for names, types and units.
func TestTheNamesFollowTheCustoms(t *testing.T) {
	shop := servertest.New(t, servertest.Options{})
	s := serve(t, "DATABASE_URL="+shop.DatabaseURL)
	s.use(t, shop.Key(t, "all"))
	run(t, s.scrape(t), "promtool", "check", "metrics")
}

func TestTheRulesAreRight(t *testing.T) {
	run(t, "", "promtool", "check", "config", example)
	run(t, "", "promtool", "check", "rules", alerts)
	run(t, "", "promtool", "test", "rules", strings.TrimSuffix(alerts, ".yaml")+".test.yaml")
}

// Each rule leads to a row of the docs.
func TestTheDocsSayWhatToDoAboutEachAlert(t *testing.T) {
	text := read(t, alerts)
	docs := read(t, "../../../docs/operate.md")
	names := regexp.MustCompile(`alert: (\w+)`).FindAllStringSubmatch(text, -1)
	const runbook = "runbook: docs/operate.md#when-something-is-wrong\n"
	if !strings.Contains(docs, "\n## When something is wrong\n") || strings.Count(text, runbook) != len(names) {
		t.Errorf("not every alert has %s", runbook)
	}
	for _, name := range names {
		if !strings.Contains(docs, "\n| `"+name[1]+"`") {
			t.Errorf("docs/operate.md has no row %s", name[1])
		}
	}
}

// dashboardExpressions returns what the panels ask, for all replicas and operations.
func dashboardExpressions(t *testing.T) (all []string) {
	t.Helper()
	var board struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	if err := json.Unmarshal([]byte(read(t, dashboard)), &board); err != nil {
		t.Fatal(err)
	}
	for _, panel := range board.Panels {
		for _, target := range panel.Targets {
			all = append(all, strings.NewReplacer("$__rate_interval", "20s", "$instance", ".*", "$operation", ".*", "$job", ".*").Replace(target.Expr))
		}
	}
	if len(all) < 40 {
		t.Fatalf("%d expressions", len(all))
	}
	return all
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func run(t *testing.T, input, program string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Stdin = strings.NewReader(input)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s %v: %v\n%s", program, args, err, out)
	}
}
