package openapi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/contract"
)

// operations are all operations of the service, each with its scope and its marks: anonymous (A; a: over REST alone),
// read-only (R), destructive (D), idempotent (I), or none (-). They are written here a second time, so that none is lost,
// gets another scope or becomes anonymous without a change of this list.
const operations = `
analytics.agent_activity       analytics:read   RI
analytics.discount_performance analytics:read   RI
analytics.low_stock            analytics:read   RI
analytics.sales_over_time      analytics:read   RI
analytics.search_terms         analytics:read   RI
analytics.summary              analytics:read   RI
analytics.top_products         analytics:read   RI
audit.get                      audit:read       RI
audit.list                     audit:read       RI
audit.revert                   audit:revert     D
cart.add                       cart:write       -
cart.apply_discount            cart:write       I
cart.clear                     cart:write       DI
cart.create                    cart:write       -
cart.get_summary               cart:write       RI
cart.remove                    cart:write       I
cart.update_quantity           cart:write       I
categories.delete              categories:write D
categories.list                categories:read  ARI
categories.upsert              categories:write I
customer.erase                 settings:write   D
customer.export                customer:read    RI
customer.get                   customer:read    RI
customer.list                  customer:read    RI
customer.lookup_by_email       customer:read    RI
customer.lookup_by_phone       customer:read    RI
discounts.create               discounts:write  -
discounts.delete               discounts:write  D
discounts.list                 discounts:read   RI
discounts.toggle               discounts:write  -
discounts.update               discounts:write  I
features.get                   features:read    RI
features.set                   features:write   I
marketing.create_campaign      marketing:write  -
marketing.end_campaign         marketing:write  D
marketing.list_campaigns       marketing:write  RI
orders.add_note                orders:write     -
orders.create                  orders:write     -
orders.get                     orders:read      RI
orders.history                 orders:read      RI
orders.list                    orders:read      RI
orders.refund                  orders:write     D
orders.set_tracking            orders:write     I
orders.transitions             orders:read      RI
orders.update_status           orders:write     D
pages.delete                   pages:write      D
pages.get                      pages:read       RI
pages.get_layout               pages:read       RI
pages.list                     pages:read       RI
pages.section_types            pages:read       RI
pages.set_layout               pages:write      I
pages.upsert                   pages:write      I
products.adjust_stock          products:write   -
products.attach_image          products:write   I
products.bulk_upsert           products:write   I
products.create                products:write   -
products.delete                products:write   D
products.detach_image          products:write   DI
products.facets                catalog:read     aRI
products.get                   catalog:read     ARI
products.restore               products:write   I
products.search                catalog:read     ARI
products.suggest               catalog:read     aRI
products.update                products:write   I
redirects.delete               settings:write   D
redirects.import               settings:write   I
redirects.list                 settings:read    RI
services.create                pages:write      -
services.delete                pages:write      D
services.get                   pages:read       aRI
services.list                  pages:read       aRI
services.update                pages:write      I
settings.get                   settings:read    RI
settings.update_branding       settings:write   I
settings.update_search         settings:write   I
settings.update_shipping       settings:write   I
settings.update_tax            settings:write   I
site.get_page                  pages:read       ARI
site.get_shop                  pages:read       aRI
site.list_pages                pages:read       ARI
webhooks.create                settings:write   -
webhooks.delete                settings:write   D
webhooks.deliveries            settings:read    RI
webhooks.list                  settings:read    RI
webhooks.redeliver             settings:write   I
webhooks.rotate_secret         settings:write   -
`

func TestTheContractHasExactlyTheseOperations(t *testing.T) {
	t.Parallel()
	c, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(operations), "\n")
	if !slices.Equal(want, slices.Compact(slices.Sorted(slices.Values(want)))) {
		t.Error("the list is not sorted, or has a line twice")
	}
	got := make([]string, 0, len(want))
	for _, op := range c.Tools() {
		got = append(got, strings.Join([]string{op.Name, op.Scope, marksOf(op)}, " "))
	}
	for i, line := range want {
		want[i] = strings.Join(strings.Fields(line), " ")
	}
	for _, line := range without(want, got) {
		t.Errorf("the contract lacks: %s", line)
	}
	for _, line := range without(got, want) {
		t.Errorf("the list lacks: %s", line)
	}
}

// marksOf returns the marks of an operation, as the list has them.
func marksOf(op *contract.Operation) string {
	var marks strings.Builder
	for _, m := range []struct {
		letter string
		holds  bool
	}{
		{"A", op.AnonymousMCP}, {"a", op.Anonymous && !op.AnonymousMCP}, {"R", op.ReadOnly}, {"D", op.Destructive}, {"I", op.Idempotent},
	} {
		if m.holds {
			marks.WriteString(m.letter)
		}
	}
	if marks.Len() == 0 {
		return "-"
	}
	return marks.String()
}

// without returns the lines that the others lack.
func without(lines, others []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(others, line) })
}
