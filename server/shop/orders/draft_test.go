package orders

import (
	"maps"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
)

func sound() Draft {
	return Draft{Email: "Freja@Example.com ", Channel: ChannelAPI, Lines: []Line{{Slug: "a", Quantity: 1}}}
}

func TestDraftRefuses(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*Draft){
		"no lines":      func(d *Draft) { d.Lines = nil },
		"201 lines":     func(d *Draft) { d.Lines = make([]Line, maxLines+1) },
		"no pieces":     func(d *Draft) { d.Lines[0].Quantity = 0 },
		"fewer than 0":  func(d *Draft) { d.Lines[0].Quantity = -1 },
		"1,000 pieces":  func(d *Draft) { d.Lines[0].Quantity = maxQuantity + 1 },
		"no e-mail":     func(d *Draft) { d.Email = "" },
		"of no channel": func(d *Draft) { d.Channel = "" },
	} {
		d := sound()
		spoil(&d)
		if d.complete(noon, store.RandomID) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestDraftComplete(t *testing.T) {
	t.Parallel()
	d := sound()
	if err := d.complete(noon, store.RandomID); err != nil || d.ID == uuid.Nil || d.ID.Version() != 7 || !d.At.Equal(noon) {
		t.Errorf("%v, %+v", err, d)
	}
	id, at := d.ID, noon.Add(-time.Hour+1700*time.Microsecond)
	d.At = at
	if err := d.complete(noon, store.RandomID); err != nil || d.ID != id || !d.At.Equal(at.Truncate(time.Millisecond)) {
		t.Errorf("%v, %+v", err, d)
	}
}

func TestDraftWanted(t *testing.T) {
	t.Parallel()
	large, small := uuid.UUID{1}, uuid.UUID{2}
	d := Draft{Lines: []Line{{"b", 2, uuid.Nil}, {"a", 1, uuid.Nil}, {"b", 3, uuid.Nil}, {"c", 1, large}, {"c", 2, small}, {"c", 4, large}}}
	if got := d.wanted(); !maps.Equal(got, map[catalog.Goods]int64{{Slug: "a"}: 1, {Slug: "b"}: 5, {Slug: "c", Variant: large}: 5, {Slug: "c", Variant: small}: 2}) {
		t.Errorf("%v", got)
	}
}

func TestDraftRow(t *testing.T) {
	t.Parallel()
	d := sound()
	if row := d.row(Totals{}); row.EmailKey != "freja@example.com" || row.BillingName != nil || row.DiscountCode != nil || row.IsAiGenerated {
		t.Errorf("%+v", row)
	}
	if d.row(Totals{}).Status != "pending_payment" {
		t.Error("an order does not wait for its payment")
	}
	d.Billing, d.Discount = &Address{Name: "Shop ApS"}, &Discount{Code: "X10"}
	if row := d.row(Totals{}); *row.BillingName != "Shop ApS" || row.BillingCountry != nil || *row.DiscountCode != "X10" {
		t.Errorf("%+v", row)
	}
	agent := "claude"
	for channel, want := range map[string]bool{"web": false, ChannelAPI: false, ChannelMCP: true, ChannelACP: true} {
		if d := (Draft{Channel: channel}); d.byAgent() != want {
			t.Errorf("%s: by an agent is %v", channel, !want)
		}
		if d := (Draft{Channel: channel, AIAgentSource: &agent}); !d.byAgent() {
			t.Errorf("%s: by an agent that says so is false", channel)
		}
	}
}
