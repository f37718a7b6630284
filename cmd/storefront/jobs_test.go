package main_test

import (
	"regexp"
	"slices"
	"testing"
	"time"
)

// The jobs of a new service have run soon after its start, and are listed.
func TestTheJobsAreListed(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	p.serve(t, "--demo")
	row := regexp.MustCompile(`(?m)^(\S+) +\S+Z +\S+Z +\S+Z +\d+ +-$`)
	var listed string
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		listed = p.ok(t, "", "jobs")
		var names []string
		for _, found := range row.FindAllStringSubmatch(listed, -1) {
			names = append(names, found[1])
		}
		if slices.Equal(names, []string{"carts.expire", "customers.erase", "events.prune", "idempotency.prune", "insight.fold", "insight.prune", "orders.expire"}) {
			return
		}
	}
	t.Errorf("the jobs are\n%s", listed)
}
