package contracttest_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/storefront/storefront/server/ops/contracttest"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/test/servertest"
)

// options returns options for a service, with keys.
func options(t *testing.T, s *servertest.Server) contracttest.Options {
	t.Helper()
	return contracttest.Options{BaseURL: s.URL, Key: s.Key(t, "owner"), NarrowKey: s.Key(t, contracttest.NarrowScope), MaxWait: time.Minute}
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
	s := servertest.Borrow(t, servertest.Demo)
	o := options(t, s)
	before := s.Contents(t)
	report, err := contracttest.Run(t.Context(), o)
	if err != nil || report.Broken() > 0 {
		t.Fatalf("%v\n%s", err, table(t, report))
	}
	if s.Contents(t) != before {
		t.Error("a run that only reads changed something")
	}
	tested := map[string]bool{}
	for _, result := range report.Results {
		tested[result.Operation] = true
	}
	for _, op := range s.Contract.Tools() {
		if !tested[op.Name] {
			t.Errorf("%s was not tested", op.Name)
		}
	}
}

// A run that writes carries out the examples of every operation, and names each that left something.
func TestTheServiceKeepsTheContractOfWrites(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	o := options(t, s)
	o.Write = true
	report, err := contracttest.Run(t.Context(), o)
	if err != nil || report.Broken() > 0 {
		t.Fatalf("%v\n%s", err, table(t, report))
	}
	for _, result := range report.Results {
		// The address of an asset only the page of this build names; and what only a provider sends is signed.
		if result.Skipped != "" && !slices.Contains([]string{"system.console_asset", "system.pay_decide", "system.payment_hook"}, result.Operation) {
			t.Errorf("%s: %s: %s", result.Operation, result.Name, result.Skipped)
		}
	}
	there := servertest.One[int](t, s, `SELECT count(*) FROM discounts WHERE code = 'HALVTREDS' AND deleted_at IS NULL`) > 0
	listed := slices.Contains(report.Written, "discounts.create: example amount")
	if !there || !listed || !strings.Contains(table(t, report), "discounts.create: example amount") {
		t.Errorf("there %v, listed in %q", there, report.Written)
	}
}

// A deployment that carries out what it should refuse must not be harmed by a run that only
// reads: operations that write are sent no field that they have.
func TestAReadOnlyRunSendsNothingThatCouldChangeAShop(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	var mu sync.Mutex
	writes := map[string]bool{}
	o := options(t, s)
	o.BaseURL = planted(t, s.URL, fault{path: contract.ToolPath, request: func(r *http.Request) {
		op := s.Contract.Tool(strings.TrimPrefix(r.URL.Path, contract.ToolPath))
		if op == nil || op.ReadOnly || r.Method != http.MethodPost {
			return
		}
		sentText(func(body string) string {
			mu.Lock()
			defer mu.Unlock()
			writes[op.Name] = true
			if strings.TrimRight(body, " }") != `{"noSuchField":true` {
				t.Errorf("%s was sent %.200s", op.Name, body)
			}
			return body
		})(r)
	}})
	if _, err := contracttest.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if len(writes) != 66 {
		t.Errorf("%d operations that write were called: %v", len(writes), writes)
	}
}

// A report may be public.
func TestAReportHasNoPersonalData(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	o := options(t, s)
	o.Operations = []string{"orders.get", "orders.list"}
	o.BaseURL = planted(t, s.URL, fault{path: contract.ToolPath + "orders", answer: header(http.StatusOK, "X-Request-Id", "")})
	report, err := contracttest.Run(t.Context(), o)
	text := table(t, report)
	if err != nil || report.Broken() == 0 || !strings.Contains(text, "(personal data)") || strings.Contains(text, "shippingName") || strings.Contains(text, "sfk_") {
		t.Errorf("%v\n%s", err, text)
	}
}

// findsEach plants one fault after the other, and expects that a run limited to
// its operation reports it.
func findsEach(t *testing.T, write bool, faults func(o contracttest.Options) []fault) {
	t.Helper()
	s := servertest.Borrow(t, servertest.Demo)
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
