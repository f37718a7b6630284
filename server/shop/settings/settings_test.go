package settings_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestSettingsOfANewShop(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "settings:read")
	want := object{
		"shipping": object{"shippingFeeOere": 4900, "freeShippingThresholdOere": 49900},
		"branding": object{"storeName": "Storefront", "tagline": nil, "announcement": nil, "supportEmail": nil, "logoUrl": nil, "locale": "da"},
		"tax":      object{"vatRatePercent": 25},
	}
	var all object
	s.OK(t, key, "settings.get", object{}, &all)
	servertest.WantFields(t, "settings", all, want)
	for group, value := range want {
		var one object
		s.OK(t, key, "settings.get", object{"type": group}, &one)
		if !servertest.SameJSON(one, object{group: value, "updatedAt": all["updatedAt"]}) {
			t.Errorf("%s: %v", group, one)
		}
	}
	s.Refused(t, key, "settings.get", object{"type": "weather"}, problem.ValidationFailed)
	var shop object
	s.OK(t, "", "site.get_shop", object{}, &shop)
	if want := (object{
		"storeName": "Storefront", "tagline": nil, "announcement": nil, "supportEmail": nil, "logoUrl": nil, "locale": "da", "currency": "DKK",
		"shipping": want["shipping"], "vatRatePercent": 25, "url": s.URL,
	}); !servertest.SameJSON(shop, want) {
		t.Errorf("%v, want %v", shop, want)
	}
}

// A change is what everything says afterwards, and a replica says it at once too.
func TestSettingsChange(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	replica := s.Beside(t, servertest.Options{})
	key := s.Key(t, "settings:read,settings:write")
	var terms, tax object
	s.OK(t, key, "settings.update_shipping", object{"shippingFeeOere": 0, "freeShippingThresholdOere": 1000000}, &terms)
	changes := []object{
		{"path": "/shipping/freeShippingThresholdOere", "previousValue": 49900, "nextValue": 1000000, "text": "499,00 kr → 10.000,00 kr"},
		{"path": "/shipping/shippingFeeOere", "previousValue": 4900, "nextValue": 0, "text": "49,00 kr → 0,00 kr"},
	}
	if !servertest.SameJSON(terms["changes"], changes) {
		t.Errorf("%v", terms)
	}
	delete(terms, "changes")
	delete(terms, "updatedAt")
	servertest.WantFields(t, "terms", terms, object{"shippingFeeOere": 0, "freeShippingThresholdOere": 1000000})
	before, after := s.Wrote(t, "settings.update_shipping", "settings", "shop")
	servertest.WantFields(t, "before", before, object{"shipping": object{"shippingFeeOere": 4900, "freeShippingThresholdOere": 49900}})
	servertest.WantFields(t, "after", after, object{"shipping": terms})
	for sent, want := range map[float64]float64{0: 0, 100: 100, 12.5: 12.5, 8.1235: 8.1235, 0.0001: 0.0001, 99.9999: 99.9999, 0.07: 0.07} {
		s.OK(t, key, "settings.update_tax", object{"patch": object{"vatRatePercent": sent}}, &tax)
		servertest.WantFields(t, "tax", tax, object{"vatRatePercent": want})
		if changed := tax["changes"].([]any); len(changed) != 1 || changed[0].(object)["path"] != "/tax/vatRatePercent" || changed[0].(object)["nextValue"] != want {
			t.Errorf("%v", tax)
		}
		var shop object
		replica.OK(t, "", "site.get_shop", object{}, &shop)
		servertest.WantFields(t, "shop", shop, object{"vatRatePercent": want, "shipping": terms})
	}
	for sent, nearest := range map[float64]string{8.12345: "8.1235", 0.00001: "0", 25.00000000001: "25", 12.50005: "12.5001"} {
		p := s.Refused(t, key, "settings.update_tax", object{"patch": object{"vatRatePercent": sent}}, problem.ValidationFailed)
		if p.Errors[0].Pointer != "/patch/vatRatePercent" || !strings.Contains(p.Resolution, " to "+nearest+".") {
			t.Errorf("%v: %+v", sent, p)
		}
	}
	for _, bad := range []object{{}, {"patch": object{}}, {"patch": object{"vatRatePercent": 100.1}}, {"patch": object{"vatRatePercent": nil}}} {
		s.Refused(t, key, "settings.update_tax", bad, problem.ValidationFailed)
	}
	for _, bad := range []object{{}, {"shippingFeeOere": 1}, {"shippingFeeOere": 50001, "freeShippingThresholdOere": 0}, {"shippingFeeOere": 0, "freeShippingThresholdOere": 1000001}} {
		s.Refused(t, key, "settings.update_shipping", bad, problem.ValidationFailed)
	}
}

// A patch changes what it names, and null clears what may be null.
func TestSettingsUpdateBranding(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	replica := s.Beside(t, servertest.Options{})
	key := s.Key(t, "settings:read,settings:write")
	want := object{"storeName": "Storefront", "tagline": nil, "announcement": nil, "supportEmail": nil, "logoUrl": nil, "locale": "da"}
	for _, patch := range []object{
		{"storeName": " Nordlys Optik ", "tagline": "Briller siden 1987", "announcement": "Fri fragt", "supportEmail": "butik@example.com",
			"logoUrl": "https://images.example/logo.svg", "locale": "en"},
		{"tagline": nil}, {"announcement": nil, "locale": "da"}, {"supportEmail": nil, "logoUrl": nil}, {"storeName": "N"},
	} {
		was := servertest.With(want, nil)
		want = servertest.With(want, patch)
		want["storeName"] = strings.TrimSpace(want["storeName"].(string))
		var branding, all, shop object
		s.OK(t, key, "settings.update_branding", object{"patch": patch}, &branding)
		if !servertest.SameJSON(branding, servertest.With(want, object{"hiddenBy": nil, "changes": branding["changes"], "updatedAt": branding["updatedAt"]})) || len(branding["changes"].([]any)) != len(patch) {
			t.Errorf("%v gives %v, want %v", patch, branding, want)
		}
		before, after := s.Wrote(t, "settings.update_branding", "settings", "shop")
		servertest.WantFields(t, "before", before, object{"branding": was})
		servertest.WantFields(t, "after", after, object{"branding": want})
		replica.OK(t, key, "settings.get", object{"type": "branding"}, &all)
		servertest.WantFields(t, "settings", all, object{"branding": want})
		replica.OK(t, "", "site.get_shop", object{}, &shop)
		servertest.WantFields(t, "shop", shop, want)
	}
	for _, bad := range []object{
		{}, {"storeName": ""}, {"storeName": nil}, {"locale": nil}, {"locale": "sv"}, {"tagline": " "}, {"supportEmail": "butik"},
		{"logoUrl": "http://images.example/logo.svg"}, {"logoUrl": "javascript:alert(1)"}, {"colour": "red"},
	} {
		s.Refused(t, key, "settings.update_branding", object{"patch": bad}, problem.ValidationFailed)
	}
}

// Changes at once all succeed, each of what it names.
func TestSettingsChangesAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "settings:read,settings:write")
	statuses, _ := servertest.Together(16, func(i int) servertest.Reply {
		if i%2 == 0 {
			return s.Call(t, key, "settings.update_tax", object{"patch": object{"vatRatePercent": 12}})
		}
		return s.Call(t, key, "settings.update_shipping", object{"shippingFeeOere": 7, "freeShippingThresholdOere": 8})
	})
	if statuses[200] != 16 {
		t.Errorf("%v", statuses)
	}
	var all object
	s.OK(t, key, "settings.get", object{}, &all)
	servertest.WantFields(t, "settings", all, object{"tax": object{"vatRatePercent": 12}, "shipping": object{"shippingFeeOere": 7, "freeShippingThresholdOere": 8}})
}

// An announcement that a campaign hides is said to be hidden.
func TestABrandingThatACampaignHides(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "settings:write,marketing:write")
	var branding, campaign object
	for _, want := range []any{"Vinterudsalg: 15 % på alle stel med koden VINTER15", nil} {
		s.OK(t, key, "settings.update_branding", object{"patch": object{"announcement": "Fri fragt"}}, &branding)
		if branding["announcement"] != "Fri fragt" || branding["hiddenBy"] != want {
			t.Errorf("%v, want %v", branding, want)
		}
		if want != nil {
			s.OK(t, key, "marketing.end_campaign", object{"campaignId": "01994f5e-0000-7000-8000-00000000ca01", "confirm": true}, &campaign)
		}
	}
}

// Shipping, branding and tax have one version together, and the synonyms their own.
func TestTheVersionsOfTheSettings(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "settings:read,settings:write")
	read := func(body object) string {
		var settings struct{ UpdatedAt string }
		s.OK(t, key, "settings.get", body, &settings)
		return settings.UpdatedAt
	}
	all, synonyms := read(object{}), read(object{"type": "search"})
	for _, c := range []struct {
		tool string
		body object
		call string // that shows the version
	}{
		{"settings.update_shipping", object{"shippingFeeOere": 100, "freeShippingThresholdOere": 200}, "settings.get"},
		{"settings.update_tax", object{"patch": object{"vatRatePercent": 12}}, "settings.get"},
		{"settings.update_branding", object{"patch": object{"tagline": "Briller"}}, "settings.get"},
		{"settings.update_payments", object{"patch": object{"captureOn": "shipment", "refundLatePayments": false}}, "settings.get"},
		{"settings.update_search", object{"synonyms": []any{}}, `settings.get with type "search"`},
	} {
		seen, group := &all, object{}
		if c.tool == "settings.update_search" {
			seen, group = &synonyms, object{"type": "search"}
		}
		before := *seen
		*seen = s.OneWins(t, key, c.tool, before, c.body)
		if now := read(group); now != *seen {
			t.Errorf("%s: settings.get shows %s, not %s", c.tool, now, *seen)
		}
		p := s.Refused(t, key, c.tool, servertest.With(c.body, object{"expectedUpdatedAt": before}), problem.VersionConflict)
		if !strings.HasPrefix(p.Resolution, "Call "+c.call+" and set ") {
			t.Errorf("%s: %+v", c.tool, p)
		}
	}
}
