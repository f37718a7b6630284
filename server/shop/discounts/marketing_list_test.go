package discounts_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// Pages of any size make the whole list, also when campaigns are created meanwhile.
func TestListCampaigns(t *testing.T) {
	t.Parallel()
	s := servertest.NewEmpty(t)
	key := s.Key(t, scopes)
	want := map[string][]string{}
	for i := range 9 {
		status, more := "running", object{}
		switch i % 3 {
		case 1:
			status, more = "scheduled", object{"startsAt": "2099-01-01T00:00Z"}
		case 2:
			status, more = "ended", object{"startsAt": "2020-01-01T00:00Z", "endsAt": "2020-02-01T00:00Z"}
		}
		code := fmt.Sprintf("KODE%d", i)
		s.OK(t, key, "marketing.create_campaign", campaign(code, more), nil)
		for _, list := range []string{"", status} {
			want[list] = append([]string{code}, want[list]...)
		}
	}
	for status, codes := range want {
		for _, limit := range []int{1, 2, 3, 100} {
			body := object{"limit": limit}
			if status != "" {
				body["status"] = status
			}
			var got []string
			for more := true; more; {
				var page api.MarketingListCampaignsResult
				s.OK(t, key, "marketing.list_campaigns", body, &page)
				if len(page.Items) > limit {
					t.Fatalf("%d campaigns", len(page.Items))
				}
				for _, c := range page.Items {
					got = append(got, c.DiscountCode)
				}
				if more = page.NextCursor != nil; more {
					body["cursor"] = *page.NextCursor
				}
			}
			if !slices.Equal(got, codes) {
				t.Errorf("%q by %d: %v, want %v", status, limit, got, codes)
			}
		}
	}
	var page api.MarketingListCampaignsResult
	s.OK(t, key, "marketing.list_campaigns", object{"limit": 1}, &page)
	s.Refused(t, key, "marketing.list_campaigns", object{"status": "ended", "cursor": *page.NextCursor}, problem.ValidationFailed)
	for _, bad := range []object{{"cursor": "x"}, {"status": "over"}, {"limit": 0}, {"limit": 101}} {
		s.Refused(t, key, "marketing.list_campaigns", bad, problem.ValidationFailed)
	}
}
