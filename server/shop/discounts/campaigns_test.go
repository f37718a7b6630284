package discounts_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

const scopes = "marketing:write,discounts:read,discounts:write,settings:read,settings:write,cart:write"

func campaign(code string, more object) object {
	return servertest.With(object{"discountCode": code, "discountType": "percent", "discountValue": 20, "announcement": "Udsalg med " + code}, more)
}

func discountOf(t *testing.T, s *servertest.Server, key, code string) api.Discount {
	t.Helper()
	var list []api.Discount
	s.OK(t, key, "discounts.list", object{"limit": 100}, &list)
	for _, d := range list {
		if d.Code == code {
			return d
		}
	}
	t.Fatalf("there is no discount %s", code)
	return api.Discount{}
}

func TestCreateCampaign(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, scopes)
	var created, discount object
	s.OK(t, key, "marketing.create_campaign", campaign(" skolestart ", object{"validUntil": "2099-09-01T00:00Z"}), &created)
	s.OK(t, key, "discounts.list", object{}, &[]any{&discount})
	if discount["code"] != "SKOLESTART" || discount["validUntil"] != "2099-09-01T00:00:00.000Z" || discount["active"] != true || discount["value"] != 20.0 {
		t.Errorf("the discount is %v", discount)
	}
	if want := (object{
		"id": created["id"], "status": "running", "announcement": "Udsalg med  skolestart", "discount": object{"id": discount["id"], "code": "SKOLESTART"},
	}); !servertest.SameJSON(created, want) {
		t.Errorf("%v, want %v", created, want)
	}
	rows := s.Succeeded(t, "marketing.create_campaign")
	if len(rows) != 1 {
		t.Fatalf("%d rows in the audit", len(rows))
	}
	before, after := s.Wrote(t, "marketing.create_campaign", "campaign", created["id"].(string))
	if before != nil {
		t.Errorf("it was %v", before)
	}
	delete(discount, "usageCount")
	delete(discount, "updatedAt")
	servertest.WantFields(t, "the row", after, object{"discountCode": "SKOLESTART", "discount": discount, "endsAt": nil})
}

// The code expires with the campaign unless the request says otherwise.
func TestWhenTheCodeExpires(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, scopes)
	const end, later = "2099-01-01T00:00:00.000Z", "2099-06-01T00:00:00.000Z"
	for code, c := range map[string]struct {
		more object
		want any
	}{
		"NEVER": {object{}, nil}, "WITH": {object{"endsAt": end}, end}, "LATER": {object{"endsAt": end, "validUntil": later}, later},
		"EVER": {object{"endsAt": end, "validUntil": nil}, nil}, "UNTIL": {object{"validUntil": later}, later},
	} {
		s.OK(t, key, "marketing.create_campaign", campaign(code, c.more), nil)
		if got := discountOf(t, s, key, code).ValidUntil; !servertest.SameJSON(got, c.want) {
			t.Errorf("%s expires %v, want %v", code, got, c.want)
		}
	}
}

func TestCreateCampaignRefused(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, scopes)
	s.OK(t, key, "discounts.create", object{"code": "TAGET", "type": "fixed", "value": 100}, nil)
	before := s.Contents(t)
	s.Refused(t, key, "marketing.create_campaign", campaign("taget", nil), problem.CodeTaken)
	for _, bad := range []object{
		{"announcement": "Kort"}, {"announcement": nil}, {"discountValue": 101}, {"discountValue": 0}, {"discountType": "gift"},
		{"startsAt": "2099-01-01T00:00Z", "endsAt": "2099-01-01T00:00Z"}, {"endsAt": "2020-01-01T00:00Z"}, {"startsAt": nil},
		{"validUntil": "2020-01-01T00:00Z"}, {"validUntil": wire.TimeOf(time.Now().Add(-time.Second)).String()}, {"validUntil": "2020-01-01T00:00Z", "endsAt": "2099-01-01T00:00Z"},
		{"startsAt": "2099-01-01T00:00Z", "validUntil": "2098-12-31T00:00Z"}, {"startsAt": "2099-01-01T00:00Z", "validUntil": "2099-01-01T00:00Z"},
	} {
		s.Refused(t, key, "marketing.create_campaign", campaign("NY", bad), problem.ValidationFailed)
	}
	if s.Contents(t) != before {
		t.Error("a refused campaign left something")
	}
	if d := discountOf(t, s, key, "TAGET"); d.Value != 100 {
		t.Errorf("the discount that exists is %+v", d)
	}
}

// The announcement is that of the running campaign that started last, or else the
// one that the owner has set. Nothing but time has to pass.
func TestTheAnnouncementFollowsTheCampaigns(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now})
	key := s.Key(t, scopes)
	at := func(hours int) string {
		return wire.TimeOf(clock.Now().Add(time.Duration(hours) * time.Hour)).String()
	}
	shown := func() any {
		t.Helper()
		var shop, settings struct {
			Announcement *string
			Branding     struct{ Announcement *string }
		}
		s.OK(t, "", "site.get_shop", object{}, &shop)
		s.OK(t, key, "settings.get", object{"type": "branding"}, &settings)
		if own := settings.Branding.Announcement; own == nil || *own != "Fri fragt" { // or a client that writes back what it read would keep the campaign's
			t.Errorf("the settings say %v", own)
		}
		if shop.Announcement == nil {
			return nil
		}
		return *shop.Announcement
	}
	status := func(code string) (is api.CampaignStatus) {
		t.Helper()
		var page api.MarketingListCampaignsResult
		s.OK(t, key, "marketing.list_campaigns", object{}, &page)
		for _, c := range page.Items {
			if c.DiscountCode == code {
				is = c.Status
			}
		}
		return is
	}
	want := func(announcement any, first, second, third api.CampaignStatus) {
		t.Helper()
		if got := shown(); got != announcement {
			t.Errorf("announced is %v, want %v", got, announcement)
		}
		if a, b, c := status("ONE"), status("TWO"), status("THREE"); a != first || b != second || c != third {
			t.Errorf("the campaigns are %s, %s, %s; want %s, %s, %s", a, b, c, first, second, third)
		}
	}
	const scheduled, running, ended = api.CampaignStatusScheduled, api.CampaignStatusRunning, api.CampaignStatusEnded
	s.OK(t, key, "marketing.create_campaign", campaign("TWO", object{"startsAt": at(2), "endsAt": at(4)}), nil)
	s.OK(t, key, "marketing.create_campaign", campaign("ONE", object{"startsAt": at(1), "endsAt": at(6)}), nil)
	s.OK(t, key, "marketing.create_campaign", campaign("THREE", object{"startsAt": at(3), "endsAt": at(5)}), nil)
	s.OK(t, key, "settings.update_branding", object{"patch": object{"announcement": "Fri fragt"}}, nil)
	_, own := s.Wrote(t, "settings.update_branding", "settings", "shop")
	servertest.WantFields(t, "audited", own["branding"].(object), object{"announcement": "Fri fragt"})

	want("Fri fragt", scheduled, scheduled, scheduled)
	for _, step := range []struct {
		announcement         string
		first, second, third api.CampaignStatus
	}{
		{"Udsalg med ONE", running, scheduled, scheduled}, {"Udsalg med TWO", running, running, scheduled}, {"Udsalg med THREE", running, running, running},
		{"Udsalg med THREE", running, ended, running}, {"Udsalg med ONE", running, ended, ended}, {"Fri fragt", ended, ended, ended},
	} {
		clock.Advance(time.Hour)
		want(step.announcement, step.first, step.second, step.third)
	}
}

// Ending a campaign ends its announcement and switches its code off.
func TestEndCampaign(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, scopes)
	for code, more := range map[string]object{"RUNNING": {}, "PLANNED": {"startsAt": "2099-01-01T00:00Z"}, "OVER": {"startsAt": "2020-01-01T00:00Z", "endsAt": "2020-02-01T00:00Z"}} {
		var created, ended object
		s.OK(t, key, "marketing.create_campaign", campaign(code, more), &created)
		end := object{"campaignId": created["id"], "confirm": true}
		for range 2 {
			s.OK(t, key, "marketing.end_campaign", end, &ended)
			if !servertest.SameJSON(ended, object{"id": created["id"], "status": "ended"}) || discountOf(t, s, key, code).Active {
				t.Errorf("%s: %v, active %v", code, ended, discountOf(t, s, key, code).Active)
			}
		}
		s.Refused(t, key, "cart.apply_discount", object{"cartId": newCart(t, s, key), "code": code}, problem.DiscountNotApplicable)
		var shop object
		if s.OK(t, "", "site.get_shop", object{}, &shop); shop["announcement"] != nil {
			t.Errorf("%s: the shop announces %v", code, shop["announcement"])
		}
	}
	if n := servertest.One[int](t, s, `SELECT count(*) FROM audit_log WHERE tool = 'marketing.end_campaign' AND outcome = 'success'
		AND before #>> '{discount,active}' = 'true' AND after #>> '{discount,active}' = 'false'`); n != 3 {
		t.Errorf("%d rows say that a code was switched off, want 3", n)
	}
	s.Refused(t, key, "marketing.end_campaign", object{"campaignId": "ingen", "confirm": true}, problem.CampaignNotFound)
	s.Refused(t, key, "marketing.end_campaign", object{"campaignId": "01994f5e-0000-7000-8000-00000000ffff", "confirm": true}, problem.CampaignNotFound)
	s.Refused(t, key, "marketing.end_campaign", object{"campaignId": "01994f5e-0000-7000-8000-00000000ffff"}, problem.ValidationFailed)
}

func newCart(t *testing.T, s *servertest.Server, key string) string {
	t.Helper()
	var cart api.Cart
	s.OK(t, key, "cart.create", object{}, &cart)
	return cart.CartId
}

// A campaign whose code was deleted can still be ended.
func TestEndCampaignWithoutItsCode(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, scopes)
	s.OK(t, key, "discounts.delete", object{"code": "VINTER15", "confirm": true}, nil)
	const id = "01994f5e-0000-7000-8000-00000000ca01"
	s.OK(t, key, "marketing.end_campaign", object{"campaignId": id, "confirm": true}, nil)
	before, after := s.Wrote(t, "marketing.end_campaign", "campaign", id)
	if before["endsAt"] != nil || after["endsAt"] == nil || after["discountCode"] != "VINTER15" {
		t.Errorf("%v → %v", before, after)
	}
}

// Of calls at once with one code, one makes the campaign.
func TestCreateCampaignAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, scopes)
	statuses, _ := servertest.Together(8, func(int) servertest.Reply {
		return s.Call(t, key, "marketing.create_campaign", campaign("ENE", nil))
	})
	if statuses[200] != 1 || statuses[409] != 7 {
		t.Errorf("%v", statuses)
	}
	s.WantList(t, key, "discounts.list", object{}, "code", "ENE")
}

// Pages of any size make the whole list, also when campaigns are created meanwhile.
func TestListCampaigns(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
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
