package orders

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
)

var noon = time.Date(2026, time.November, 1, 12, 0, 0, 0, time.UTC)

func TestMoved(t *testing.T) {
	t.Parallel()
	early := noon.Add(-time.Hour)
	for _, c := range []struct {
		name   string
		before db.Order
		to     api.OrderStatus
		want   db.Order
	}{
		{"paid for the first time", db.Order{Status: "pending", Stage: "none"}, "paid", db.Order{Status: "paid", Stage: "none", PaidAt: &noon}},
		{"paid again after a review", db.Order{Status: "flagged_review", Stage: "processing", PaidAt: &early}, "paid",
			db.Order{Status: "paid", Stage: "processing", PaidAt: &early}},
		{"shipped", db.Order{Status: "paid", Stage: "none"}, "shipped", db.Order{Status: "shipped", Stage: "shipped"}},
		{"a review does not hide the stage", db.Order{Status: "processing", Stage: "processing"}, "flagged_review",
			db.Order{Status: "flagged_review", Stage: "processing"}},
		{"a part given back", db.Order{Status: "shipped", Stage: "shipped", PaidAt: &early, TotalOere: 100}, "partial_refund",
			db.Order{Status: "partial_refund", Stage: "shipped", PaidAt: &early, RefundedAt: &noon, TotalOere: 100}},
		{"the rest given back", db.Order{Status: "partial_refund", Stage: "shipped", PaidAt: &early, RefundedAt: &early, TotalOere: 100, RefundedOere: 30}, "refunded",
			db.Order{Status: "refunded", Stage: "shipped", PaidAt: &early, RefundedAt: &early, TotalOere: 100, RefundedOere: 100}},
		{"disputed a second time", db.Order{Status: "completed", Stage: "completed", PaidAt: &early, DisputedAt: &early}, "disputed",
			db.Order{Status: "disputed", Stage: "completed", PaidAt: &early, DisputedAt: &early}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := afterMove(c.before, c.to, noon)
			if !got.UpdatedAt.Equal(noon) {
				t.Errorf("updated at %s", got.UpdatedAt)
			}
			if got.Status != c.want.Status || got.Stage != c.want.Stage || got.RefundedOere != c.want.RefundedOere {
				t.Errorf("%s %s %d, want %s %s %d", got.Status, got.Stage, got.RefundedOere, c.want.Status, c.want.Stage, c.want.RefundedOere)
			}
			for name, pair := range map[string][2]*time.Time{
				"paidAt": {got.PaidAt, c.want.PaidAt}, "refundedAt": {got.RefundedAt, c.want.RefundedAt}, "disputedAt": {got.DisputedAt, c.want.DisputedAt},
			} {
				if !sameMoment(pair[0], pair[1]) {
					t.Errorf("%s is %v, want %v", name, pair[0], pair[1])
				}
			}
		})
	}
}

func sameMoment(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}

func TestGivesBackStock(t *testing.T) {
	t.Parallel()
	for _, r := range transitions {
		for _, stage := range stages {
			want := r.from == "cancelled" || r.from == "refunded" && (stage == "none" || stage == "processing")
			if got := returnsAllGoods(&db.Order{Status: string(r.from), Stage: stage}); got != want {
				t.Errorf("%s at %s: %v", r.from, stage, got)
			}
		}
	}
}

// TestWalks takes orders through random moves, legal and illegal, and checks the
// invariants after each.
func TestWalks(t *testing.T) {
	t.Parallel()
	const walks, steps = 2000, 40
	for seed := range uint64(walks) {
		random := rand.New(rand.NewPCG(seed, 0)) // the same numbers in every run
		o := db.Order{Status: []string{"pending_payment", "pending"}[random.IntN(2)], Stage: "none", TotalOere: random.Int64N(3) * 50, UpdatedAt: noon}
		for range steps {
			to := transitions[random.IntN(len(transitions))].from
			if factsOf(&o).check(to) != nil {
				continue
			}
			after := afterMove(o, to, o.UpdatedAt.Add(time.Second))
			checkStep(t, seed, &o, &after)
			o = after
		}
	}
}

func checkStep(t *testing.T, seed uint64, o, after *db.Order) {
	t.Helper()
	for what, broken := range map[string]bool{
		"left refunded":                        o.Status == "refunded",
		"stood still":                          o.Status == after.Status,
		"changed paidAt":                       o.PaidAt != nil && !sameMoment(o.PaidAt, after.PaidAt),
		"is paid without having been paid":     after.Status == "paid" && after.PaidAt == nil,
		"was paid by another status":           o.PaidAt == nil && after.PaidAt != nil && after.Status != "paid",
		"changed refundedAt":                   o.RefundedAt != nil && !sameMoment(o.RefundedAt, after.RefundedAt),
		"gave back money that was never taken": after.RefundedAt != nil && after.PaidAt == nil,
		"is disputed without a moment":         after.Status == "disputed" && after.DisputedAt == nil,
		"changed disputedAt":                   o.DisputedAt != nil && !sameMoment(o.DisputedAt, after.DisputedAt),
		"went back in stage":                   stageRank(after.Stage) < stageRank(o.Stage),
		"hides its stage":                      stageRank(after.Status) > stageRank(after.Stage),
		"is refunded in part":                  after.Status == "refunded" && after.RefundedOere != after.TotalOere,
		"is refunded in silence":               after.Status != "refunded" && after.RefundedOere != o.RefundedOere,
	} {
		if broken {
			t.Errorf("walk %d: %s → %s %s", seed, o.Status, after.Status, what)
		}
	}
}
