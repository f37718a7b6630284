package discounts_test

import (
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestDiscountsListPages(t *testing.T) {
	t.Parallel()
	s := servertest.NewEmpty(t)
	key := s.Key(t, discountScopes)
	s.WantList(t, key, "discounts.list", object{}, "code")
	for _, code := range []string{"first", "second", "third"} {
		s.OK(t, key, "discounts.create", object{"code": code, "type": "fixed", "value": 1}, nil)
	}
	s.WantList(t, key, "discounts.list", object{}, "code", "THIRD", "SECOND", "FIRST")
	s.WantList(t, key, "discounts.list", object{"limit": 2}, "code", "THIRD", "SECOND")
	s.WantList(t, key, "discounts.list", object{"limit": 2, "offset": 2}, "code", "FIRST")
	s.WantList(t, key, "discounts.list", object{"offset": 3}, "code")
}

func TestDiscountsOnlyActive(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now})
	key := s.Key(t, discountScopes)
	for code, more := range map[string]object{
		"good": {}, "off": {}, "expires": {"validUntil": wire.TimeOf(clock.Now().Add(10 * time.Second))}, "used-up": {"usageLimit": 2}, "half-used": {"usageLimit": 3},
	} {
		s.OK(t, key, "discounts.create", servertest.With(object{"code": code, "type": "fixed", "value": 1}, more), nil)
		clock.Advance(time.Second)
	}
	s.OK(t, key, "discounts.toggle", object{"code": "off"}, nil)
	s.Execute(t, "UPDATE discounts SET usage_count = 2 WHERE usage_limit IS NOT NULL")

	usable := func() map[string]bool {
		var list []object
		s.OK(t, key, "discounts.list", object{"onlyActive": true}, &list)
		codes := map[string]bool{}
		for _, d := range list {
			codes[d["code"].(string)] = true
		}
		return codes
	}
	if got := usable(); !servertest.SameJSON(got, object{"GOOD": true, "EXPIRES": true, "HALF-USED": true}) {
		t.Errorf("usable are %v", got)
	}
	clock.Advance(time.Minute)
	if got := usable(); !servertest.SameJSON(got, object{"GOOD": true, "HALF-USED": true}) {
		t.Errorf("later usable are %v", got)
	}
	var list []object
	if s.OK(t, key, "discounts.list", object{"onlyActive": false}, &list); len(list) != 5 {
		t.Errorf("without the filter there are %d", len(list))
	}
}
