package orders

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/gen/api"
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
	for _, r := range table {
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
	for _, r := range table {
		if len(r.to) > 0 {
			want[string(r.from)] = sorted(names(r.to))
		}
	}
	for status := range shown {
		slices.Sort(shown[status])
	}
	if !reflect.DeepEqual(shown, want) {
		t.Errorf("the contract shows\n%v\nand the table holds\n%v", shown, want)
	}
	if !strings.Contains(description, "`refunded`, `partial_refund` and `disputed` need an order that was paid") {
		t.Error("the contract does not say what needs a payment")
	}
	if got := names(needMoney); !slices.Equal(got, []string{"refunded", "partial_refund", "disputed"}) {
		t.Errorf("%v need a payment", got)
	}
}

// withoutNote returns a row of the contract without the condition of its status,
// which has to be there.
func withoutNote(t *testing.T, status, row string) string {
	t.Helper()
	only := ruleOf(api.OrderStatus(status)).only
	if only == nil {
		return row
	}
	moves, noted := strings.CutSuffix(row, only.note)
	if !noted {
		t.Errorf("%s → %s does not say %q", status, row, only.note)
	}
	return moves
}
