package servertest

import (
	"maps"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Sample is a series that was scraped.
type Sample struct {
	Name   string
	Labels map[string]string
	Value  float64
}

var (
	sampleLine = regexp.MustCompile(`^([a-z_]\w*)(?:\{(.*)\})? (\S+)$`)
	labelPair  = regexp.MustCompile(`(\w+)="([^"]*)"`)
)

// Scrape returns what Prometheus would be shown now.
func (s *Server) Scrape(t testing.TB) []Sample {
	t.Helper()
	return s.scrape(t, "")
}

// scrape returns the series whose name begins so.
func (s *Server) scrape(t testing.TB, prefix string) (samples []Sample) {
	t.Helper()
	w := httptest.NewRecorder()
	s.metrics.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	for line := range strings.Lines(w.Body.String()) {
		if strings.HasPrefix(line, "#") || !strings.HasPrefix(line, prefix) {
			continue
		}
		found := sampleLine.FindStringSubmatch(strings.TrimSpace(line))
		if found == nil {
			t.Fatalf("no sample: %s", line)
		}
		sample := Sample{Name: found[1], Labels: map[string]string{}}
		for _, pair := range labelPair.FindAllStringSubmatch(found[2], -1) {
			sample.Labels[pair[1]] = pair[2]
		}
		var err error
		if sample.Value, err = strconv.ParseFloat(found[3], 64); err != nil {
			t.Fatal(err)
		}
		samples = append(samples, sample)
	}
	return samples
}

// Metric returns the sum of the series with this name that have these labels, given as
// name and value in turn, and whether there is any.
func (s *Server) Metric(t testing.TB, name string, labels ...string) (sum float64, found bool) {
	t.Helper()
	want := map[string]string{}
	for i := 0; i+1 < len(labels); i += 2 {
		want[labels[i]] = labels[i+1]
	}
	for _, sample := range s.scrape(t, name) {
		has := maps.Clone(sample.Labels)
		maps.DeleteFunc(has, func(name, value string) bool { v, asked := want[name]; return !asked || v != value })
		if sample.Name == name && len(has) == len(want) {
			sum, found = sum+sample.Value, true
		}
	}
	return sum, found
}
