package contracttest_test

import (
	"net/http"
	"regexp"
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
	s := servertest.New(t, servertest.Options{})
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

// A run that writes tests every operation fully, and leaves nothing but what no
// operation removes, which it lists.
func TestTheServiceKeepsTheContractOfWrites(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	o := options(t, s)
	o.Write = true
	report, err := contracttest.Run(t.Context(), o)
	if err != nil || report.Broken() > 0 {
		t.Fatalf("%v\n%s", err, table(t, report))
	}
	for _, result := range report.Results {
		if result.Skipped != "" && !regexp.MustCompile(`^(settings|features|marketing|redirects)\.|^webhooks\.redeliver$`).MatchString(result.Operation) { // they belong to the whole shop
			t.Errorf("%s: %s: %s", result.Operation, result.Name, result.Skipped)
		}
	}
	left := map[string]bool{}
	for _, line := range report.Left {
		group, _, _ := strings.Cut(line, ":")
		left[group] = true
	}
	for table, want := range map[string]bool{"discounts": false, "services": false, "products": false, "categories": false, "pages": false} {
		column := "slug"
		if table == "discounts" {
			column = "code"
		}
		there := servertest.One[int](t, s, `SELECT count(*) FROM `+table+` WHERE `+column+` ILIKE 'contract-test-%' AND deleted_at IS NULL`) > 0
		if there != want || left[table] != want {
			t.Errorf("%s: there %v, listed %v", table, there, left[table])
		}
	}
}

// What a deployment does not remove is listed for its owner.
func TestWhatIsNotRemovedIsListed(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	o := options(t, s)
	o.Write, o.Operations = true, []string{"services.create"}
	o.BaseURL = planted(t, s.URL, fault{path: contract.ToolPath + "services.delete", request: func(r *http.Request) { r.URL.Path = "/none" }})
	report, err := contracttest.Run(t.Context(), o)
	made := servertest.One[int](t, s, "SELECT count(*) FROM services WHERE slug LIKE 'contract-test-%' AND deleted_at IS NULL")
	if err != nil || made == 0 || len(report.Left) != made || !strings.Contains(table(t, report), report.Left[0]) || !strings.HasPrefix(report.Left[0], "services: slug contract-test-") {
		t.Errorf("%v: %d were made, and %q are listed", err, made, report.Left)
	}
}

// A deployment that carries out what it should refuse must not be harmed by a
// run that only reads: it is sent no creation at all, and only changes of what
// cannot exist.
func TestAReadOnlyRunSendsNothingThatCouldChangeAShop(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	harmless := regexp.MustCompile(`"(slug|code)":"contract-test-[0-9a-f]{12}-missing"|"(id|orderId|cartId|customerId|campaignId|auditLogId|deliveryId)":"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-`)
	var mu sync.Mutex
	changes := map[string]int{}
	o := options(t, s)
	o.BaseURL = planted(t, s.URL, fault{path: contract.ToolPath, request: func(r *http.Request) {
		op := s.Contract.Tool(strings.TrimPrefix(r.URL.Path, contract.ToolPath))
		if op == nil || op.ReadOnly || r.Method != http.MethodPost {
			return
		}
		sentText(func(body string) string {
			mu.Lock()
			defer mu.Unlock()
			changes[op.Name]++
			if !harmless.MatchString(body) {
				t.Errorf("%s was sent %.200s", op.Name, body)
			}
			return body
		})(r)
	}})
	if _, err := contracttest.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if len(changes) != 30 {
		t.Errorf("changes were sent to %v", changes)
	}
}

// A report may be public.
func TestAReportHasNoPersonalData(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
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
