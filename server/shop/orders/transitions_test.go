package orders

import (
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/sql"
)

// published returns what the contract says about the statuses.
func published(t *testing.T) (enum []string, description string) {
	t.Helper()
	var doc struct {
		Paths map[string]struct {
			Post struct {
				OperationID string `json:"operationId"`
				Description string
			}
		}
		Components struct {
			Schemas struct {
				OrderStatus struct{ Enum []string }
			}
		}
	}
	if err := json.Unmarshal(gen.OpenAPIJSON(), &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Components.Schemas.OrderStatus.Enum, doc.Paths["/api/v1/tools/orders.update_status"].Post.Description
}

func migration(t *testing.T) string {
	t.Helper()
	text, err := sql.Migrations.ReadFile("migrations/00002_orders.sql")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// constraint returns the values that a CHECK (column IN (…)) allows.
func constraint(t *testing.T, name, column string) []string {
	t.Helper()
	found := regexp.MustCompile(name + `\s+CHECK \(` + column + ` IN \(([^)]*)\)`).FindStringSubmatch(migration(t))
	if found == nil {
		t.Fatalf("no constraint %s", name)
	}
	var values []string
	for _, quoted := range regexp.MustCompile(`'([^']*)'`).FindAllStringSubmatch(found[1], -1) {
		values = append(values, quoted[1])
	}
	return values
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

func TestContractDatabaseAndTableKnowTheSameStatuses(t *testing.T) {
	t.Parallel()
	enum, _ := published(t)
	var rows []string
	for _, r := range transitions {
		rows = append(rows, string(r.from))
		for _, to := range r.to {
			if !to.Valid() {
				t.Errorf("%s leads to %q, which is no status", r.from, to)
			}
		}
	}
	if !slices.Equal(sorted(enum), sorted(rows)) {
		t.Errorf("the contract has %v, the table %v", enum, rows)
	}
	if check := constraint(t, "orders_status_check", "status"); !slices.Equal(sorted(enum), sorted(check)) {
		t.Errorf("the contract has %v, the database %v", enum, check)
	}
}

func TestDatabaseAndCodeKnowTheSameStages(t *testing.T) {
	t.Parallel()
	if check := constraint(t, "orders_stage_check", "stage"); !slices.Equal(check, stages) {
		t.Errorf("the database has %v, the code %v", check, stages)
	}
	for _, stage := range stages[1:] {
		if !api.OrderStatus(stage).Valid() {
			t.Errorf("the stage %s is no status", stage)
		}
	}
}

// The rows of the contract may share what they have in common; together they are
// the table.
func TestContractShowsTheTable(t *testing.T) {
	t.Parallel()
	_, description := published(t)
	shown := map[string][]string{}
	for line := range strings.Lines(description) {
		row, isRow := strings.CutPrefix(strings.TrimSpace(line), "- ")
		from, to, _ := strings.Cut(row, " → ")
		for status := range strings.SplitSeq(from, ", ") {
			if isRow {
				shown[status] = append(shown[status], strings.Split(withoutNote(t, status, to), ", ")...)
			}
		}
	}
	want := map[string][]string{}
	for _, r := range transitions {
		if len(r.to) > 0 {
			want[string(r.from)] = sorted(statusNames(r.to))
		}
	}
	for status := range shown {
		slices.Sort(shown[status])
	}
	if !reflect.DeepEqual(shown, want) {
		t.Errorf("the contract shows\n%v\nand the table holds\n%v", shown, want)
	}
	if !strings.Contains(description, "`refunded`, `partial_refund` and `disputed` need a paid order") {
		t.Error("the contract does not say what needs a payment")
	}
	if got := statusNames(needPayment); !slices.Equal(got, []string{"refunded", "partial_refund", "disputed"}) {
		t.Errorf("%v need a payment", got)
	}
}

// withoutNote returns a row of the contract without the condition of its status,
// which has to be there.
func withoutNote(t *testing.T, status, row string) string {
	t.Helper()
	only := transitionFrom(api.OrderStatus(status)).only
	if only == nil {
		return row
	}
	moves, noted := strings.CutSuffix(row, only.note)
	if !noted {
		t.Errorf("%s → %s does not say %q", status, row, only.note)
	}
	return moves
}

func TestAllowed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		facts moveFacts
		want  string
	}{
		{"new", moveFacts{Status: "pending_payment"}, "paid flagged_review cancelled"},
		{"to be paid later", moveFacts{Status: "pending"}, "paid processing flagged_review cancelled"},
		{"paid", moveFacts{Status: "paid", Paid: true}, "processing shipped flagged_review disputed partial_refund refunded cancelled"},
		{"packed before it is paid", moveFacts{Status: "processing", Stage: "processing"}, "shipped completed flagged_review cancelled"},
		{"shipped before it is paid", moveFacts{Status: "shipped", Stage: "shipped"}, "delivered completed"},
		{"completed before it is paid", moveFacts{Status: "completed", Stage: "completed"}, ""},
		{"completed", moveFacts{Status: "completed", Stage: "completed", Paid: true}, "disputed partial_refund refunded"},
		{"held before it was paid", moveFacts{Status: "flagged_review"}, "paid processing cancelled"},
		{"held after it was paid", moveFacts{Status: "flagged_review", Paid: true}, "paid processing cancelled refunded"},
		{"part given back before anything", moveFacts{Status: "partial_refund", Stage: "none", Paid: true}, "processing shipped delivered completed disputed refunded"},
		{"part given back while packing", moveFacts{Status: "partial_refund", Stage: "processing", Paid: true}, "processing shipped delivered completed disputed refunded"},
		{"part given back on the way", moveFacts{Status: "partial_refund", Stage: "shipped", Paid: true}, "shipped delivered completed disputed refunded"},
		{"part given back at the customer's", moveFacts{Status: "partial_refund", Stage: "delivered", Paid: true}, "delivered completed disputed refunded"},
		{"part given back at the end", moveFacts{Status: "partial_refund", Stage: "completed", Paid: true}, "completed disputed refunded"},
		{"disputed", moveFacts{Status: "disputed", Stage: "shipped", Paid: true}, "completed partial_refund refunded cancelled"},
		{"cancelled unpaid", moveFacts{Status: "cancelled", TotalOere: 100}, ""},
		{"cancelled with the money", moveFacts{Status: "cancelled", Paid: true, TotalOere: 100}, "refunded"},
		{"cancelled with part of the money", moveFacts{Status: "cancelled", Paid: true, TotalOere: 100, RefundedOere: 99}, "refunded"},
		{"cancelled with none of the money", moveFacts{Status: "cancelled", Paid: true, TotalOere: 100, RefundedOere: 100}, ""},
		{"cancelled and free", moveFacts{Status: "cancelled", Paid: true}, ""},
		{"refunded", moveFacts{Status: "refunded", Paid: true, TotalOere: 100, RefundedOere: 100}, ""},
		{"unheard of", moveFacts{Status: "lost"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			allowed := c.facts.allowed()
			if got := strings.Join(statusNames(allowed), " "); got != c.want {
				t.Errorf("allowed %q, want %q", got, c.want)
			}
			if allowed == nil {
				t.Error("allowed is nil, which is null in JSON")
			}
		})
	}
}

// TestCheckAgreesWithAllowed tries every move from every state.
func TestCheckAgreesWithAllowed(t *testing.T) {
	t.Parallel()
	for f := range everyFacts() {
		allowed := f.allowed()
		for _, r := range transitions {
			err := f.check(r.from)
			if (err == nil) != slices.Contains(allowed, r.from) {
				t.Errorf("%+v to %s: %v, allowed are %v", f, r.from, err, allowed)
			}
			if err != nil {
				checkRefusal(t, f, r.from, err)
			}
		}
	}
}

// checkRefusal checks that a refusal tells a program what to do.
func checkRefusal(t *testing.T, f moveFacts, to api.OrderStatus, err error) {
	t.Helper()
	p, ok := errors.AsType[*problem.Error](err)
	if !ok || p.Code != problem.IllegalTransition || p.Detail == "" {
		t.Errorf("%+v: %v", f, err)
		return
	}
	if !slices.Equal(p.Allowed, statusNames(f.allowed())) {
		t.Errorf("%+v: allowed are %v in the problem, %v in the facts", f, p.Allowed, f.allowed())
	}
	if to == f.Status {
		if !strings.Contains(p.Resolution, "Nothing to do") {
			t.Errorf("%+v: %q", f, p.Resolution)
		}
		return
	}
	for _, status := range p.Allowed {
		if !strings.Contains(p.Resolution, status) {
			t.Errorf("%+v: %q does not name %s", f, p.Resolution, status)
		}
	}
	if final := strings.Contains(p.Resolution, "final"); final != (len(p.Allowed) == 0) {
		t.Errorf("%+v: %q, allowed are %v", f, p.Resolution, p.Allowed)
	}
}

func everyFacts() func(yield func(moveFacts) bool) {
	return func(yield func(moveFacts) bool) {
		for _, r := range transitions {
			for _, stage := range stages {
				for _, paid := range []bool{false, true} {
					for _, refunded := range []int64{0, 40, 100} {
						if !yield(moveFacts{Status: r.from, Stage: stage, Paid: paid, RefundedOere: refunded, TotalOere: 100}) {
							return
						}
					}
				}
			}
		}
	}
}

func TestRefusalsSayWhyAndWhatToDo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name               string
		facts              moveFacts
		to                 api.OrderStatus
		detail, resolution string
	}{
		{"the same again", moveFacts{Status: "pending"}, "pending",
			"The order is pending already.", "Nothing to do: the order is pending already."},
		{"no such move", moveFacts{Status: "shipped", Stage: "shipped"}, "paid",
			"An order cannot go from shipped to paid.", `Set "status" to "delivered" or "completed".`},
		{"not paid", moveFacts{Status: "flagged_review"}, "refunded",
			"The order was never paid; refunded needs a payment.", `Set "status" to "paid", "processing" or "cancelled".`},
		{"backwards", moveFacts{Status: "partial_refund", Stage: "completed", Paid: true}, "shipped",
			"The order has reached completed and cannot go back to shipped.", `Set "status" to "completed", "disputed" or "refunded".`},
		{"one way left", moveFacts{Status: "cancelled", Paid: true, TotalOere: 1}, "paid",
			"An order cannot go from cancelled to paid.", `Set "status" to "refunded".`},
		{"no money left", moveFacts{Status: "cancelled", Paid: true, TotalOere: 1, RefundedOere: 1}, "refunded",
			"No money is left to refund.", "Leave the order as it is: cancelled is final."},
		{"final", moveFacts{Status: "refunded", Paid: true}, "paid",
			"An order cannot go from refunded to paid.", "Leave the order as it is: refunded is final."},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, ok := errors.AsType[*problem.Error](c.facts.check(c.to))
			if !ok {
				t.Fatal("the move is legal")
			}
			if p.Detail != c.detail || p.Resolution != c.resolution {
				t.Errorf("%q, %q", p.Detail, p.Resolution)
			}
		})
	}
}
