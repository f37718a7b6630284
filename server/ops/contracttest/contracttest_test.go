package contracttest_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/ops/contracttest"
	"github.com/storefront/storefront/server/test/servertest"
)

// options returns options for a service, with keys.
func options(t *testing.T, s *servertest.Server) contracttest.Options {
	t.Helper()
	return contracttest.Options{BaseURL: s.URL, Key: s.Key(t, "all"), NarrowKey: s.Key(t, contracttest.NarrowScope), MaxWait: time.Minute}
}

// table returns the report as people read it.
func table(t *testing.T, r *contracttest.Report) string {
	t.Helper()
	var b strings.Builder
	if err := r.WriteTable(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTheServiceKeepsTheContract(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]bool{"read-only": false, "write": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := servertest.New(t, servertest.Options{})
			o := options(t, s)
			o.Write = write
			before := s.Contents(t)
			report, err := contracttest.Run(t.Context(), o)
			if err != nil || report.Broken() > 0 {
				t.Fatalf("%v\n%s", err, table(t, report))
			}
			if !write && s.Contents(t) != before {
				t.Error("a run that only reads changed something")
			}
			t.Log(table(t, report))
		})
	}
}

// findsEach plants one fault after the other, and expects that a run limited to
// its operation reports it.
func findsEach(t *testing.T, write bool, faults func(o contracttest.Options) []fault) {
	t.Helper()
	s := servertest.New(t, servertest.Options{})
	o := options(t, s)
	for _, f := range faults(o) {
		t.Run(f.name, func(t *testing.T) {
			limited := o
			limited.BaseURL, limited.Operations, limited.Write = planted(t, s.URL, f), []string{f.operation}, write
			report, err := contracttest.Run(t.Context(), limited)
			if text := table(t, report); err != nil || report.Broken() == 0 || !strings.Contains(text, f.wants) {
				t.Errorf("%v: want %q in\n%s", err, f.wants, text)
			}
		})
	}
}

func TestEachFaultIsFound(t *testing.T) {
	t.Parallel()
	findsEach(t, false, func(o contracttest.Options) []fault {
		return slices.Concat(answerFaults, acceptedFaults, callerFaults(o.Key, o.NarrowKey), contractFaults)
	})
}

func TestEachFaultOfAWriteIsFound(t *testing.T) {
	t.Parallel()
	findsEach(t, true, func(contracttest.Options) []fault { return writeFaults() })
}
