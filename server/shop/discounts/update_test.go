package discounts_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// find returns the code as discounts.list shows it, nil when it is not there.
func find(t *testing.T, s *servertest.Server, key, code string) object {
	t.Helper()
	var list []object
	s.OK(t, key, "discounts.list", object{}, &list)
	for _, d := range list {
		if d["code"] == code {
			return d
		}
	}
	return nil
}

func TestDiscountsUpdate(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, discountScopes)
	s.OK(t, key, "discounts.create", object{"code": "SOMMER", "type": "percent", "value": 25, "usageLimit": 500}, nil)
	id := find(t, s, key, "SOMMER")["id"].(string)
	for _, step := range []struct{ patch, changes object }{
		{object{"value": 100}, object{"value": 100}},
		{object{"validUntil": "2099-08-31T21:59Z"}, object{"validUntil": "2099-08-31T21:59:00.000Z"}},
		{object{"usageLimit": 1}, object{"usageLimit": 1}},
		{object{"value": 5, "usageLimit": 9007199254740991}, object{"value": 5, "usageLimit": 9007199254740991}},
		{object{"usageLimit": nil}, object{"usageLimit": nil}},
		{object{"validUntil": nil}, object{"validUntil": nil}},
		{object{"validUntil": nil, "usageLimit": nil}, nil},
	} {
		was := find(t, s, key, "SOMMER")
		var result object
		s.OK(t, key, "discounts.update", object{"code": " sommer ", "patch": step.patch}, &result)
		now := find(t, s, key, "SOMMER")
		if !servertest.SameJSON(result, now) || result["id"] != id {
			t.Errorf("%v answers %v, want %v", step.patch, result, now)
		}
		if want := servertest.With(was, servertest.With(step.changes, object{"updatedAt": now["updatedAt"]})); !servertest.SameJSON(now, want) {
			t.Errorf("%v makes it %v, want %v", step.patch, now, want)
		}
		before, after := s.Wrote(t, "discounts.update", "discount", id)
		if !servertest.SameJSON(before, was) || !servertest.SameJSON(after, now) {
			t.Errorf("%v left %v → %v", step.patch, before, after)
		}
	}
}

func TestDiscountsUpdateRefusals(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, discountScopes)
	s.OK(t, key, "discounts.create", object{"code": "PROCENT", "type": "percent", "value": 25}, nil)
	s.OK(t, key, "discounts.create", object{"code": "KRONER", "type": "fixed", "value": 2500}, nil)
	before := s.Contents(t)
	refused := func(patch any, code problem.Code) problem.Document {
		return s.Refused(t, key, "discounts.update", object{"code": "PROCENT", "patch": patch}, code)
	}
	for _, bad := range []any{
		object{}, nil, "value", object{"value": 0}, object{"value": nil}, object{"value": "25"}, object{"value": 2.5}, object{"value": 9007199254740992},
		object{"usageLimit": 0}, object{"usageLimit": "none"}, object{"usageLimit": 9007199254740992},
		object{"validUntil": "tomorrow"}, object{"validUntil": "2027-02-30T00:00Z"}, object{"validUntil": 1}, object{"active": false},
	} {
		refused(bad, problem.ValidationFailed)
	}
	s.Refused(t, key, "discounts.update", object{"patch": object{"value": 1}}, problem.ValidationFailed)
	s.Refused(t, key, "discounts.update", object{"code": "PROCENT"}, problem.ValidationFailed)
	s.Refused(t, key, "discounts.update", object{"code": "ingen", "patch": object{"value": 1}}, problem.DiscountNotFound)

	p := refused(object{"value": 101, "usageLimit": 3}, problem.ValidationFailed)
	if want := (schema.Fault{Pointer: "/patch/value", Code: schema.CodeMaximum, Detail: "must be at most 100 for a percentage"}); len(p.Errors) != 1 || p.Errors[0] != want {
		t.Errorf("errors %+v, want %+v", p.Errors, want)
	}
	for field, value := range map[string]string{"code": "NY", "type": "fixed"} {
		p := refused(object{"value": 10, field: value}, problem.ValidationFailed)
		if len(p.Errors) != 1 || p.Errors[0].Pointer != "/patch/"+field || p.Errors[0].Code != schema.CodeImmutable ||
			p.Resolution != `Remove "patch.`+field+`" from the body: it cannot be changed.` {
			t.Errorf("%s: %+v, %s", field, p.Errors, p.Resolution)
		}
	}
	if after := s.Contents(t); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
	s.OK(t, key, "discounts.update", object{"code": "KRONER", "patch": object{"value": 101}}, nil) // an amount
}

// A limit is at least the number of uses there were.
func TestDiscountsUpdateOfAUsedCode(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, discountScopes)
	s.OK(t, key, "discounts.create", object{"code": "BRUGT", "type": "fixed", "value": 1, "usageLimit": 12}, nil)
	s.Execute(t, "UPDATE discounts SET usage_count = 12")
	update := func(patch object) object { return object{"code": "brugt", "patch": patch} }

	p := s.Refused(t, key, "discounts.update", update(object{"usageLimit": 11, "value": 2}), problem.LimitReached)
	if p.Detail != `The usageCount of "BRUGT" is 12; a usageLimit of 11 is below it.` ||
		p.Resolution != `Set "patch.usageLimit" to at least 12, or switch the code off with discounts.toggle.` {
		t.Errorf("detail %q, resolution %q", p.Detail, p.Resolution)
	}
	servertest.WantFields(t, "refused", find(t, s, key, "BRUGT"), object{"usageLimit": 12, "value": 1})
	s.OK(t, key, "discounts.update", update(object{"value": 2}), nil)
	s.OK(t, key, "discounts.update", update(object{"usageLimit": 12}), nil)
	s.WantList(t, key, "discounts.list", object{"onlyActive": true}, "code")
	s.OK(t, key, "discounts.update", update(object{"usageLimit": 13}), nil)
	s.WantList(t, key, "discounts.list", object{"onlyActive": true}, "code", "BRUGT")
	s.OK(t, key, "discounts.update", update(object{"usageLimit": nil}), nil)
	servertest.WantFields(t, "in the end", find(t, s, key, "BRUGT"), object{"usageLimit": nil, "usageCount": 12, "value": 2})
}

// Calls at once that name other fields lose nothing of each other.
func TestDiscountsUpdateAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, discountScopes)
	s.OK(t, key, "discounts.create", object{"code": "CODE", "type": "fixed", "value": 1}, nil)
	patches := []object{{"value": 700}, {"usageLimit": 7}, {"validUntil": "2099-01-01T00:00:00.000Z"}}
	statuses, _ := servertest.Together(12, func(i int) servertest.Reply {
		return s.Call(t, key, "discounts.update", object{"code": "CODE", "patch": patches[i%len(patches)]})
	})
	if statuses[200] != 12 {
		t.Errorf("statuses %v", statuses)
	}
	for _, patch := range patches {
		servertest.WantFields(t, "afterwards", find(t, s, key, "CODE"), patch)
	}
}

// Who read a discount changes it only if nobody else has, nor a buyer used it.
func TestTheVersionOfADiscount(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "discounts:read,discounts:write")
	var created struct{ UpdatedAt string }
	s.OK(t, key, "discounts.create", object{"code": "SOMMER", "type": "percent", "value": 10}, &created)
	seen := created.UpdatedAt
	for _, c := range []struct {
		tool string
		body object
	}{
		{"discounts.update", object{"code": "sommer", "patch": object{"value": 20}}},
		{"discounts.toggle", object{"code": "sommer", "active": false}},
		{"discounts.toggle", object{"code": "sommer"}},
	} {
		s.WantList(t, key, "discounts.list", object{}, "updatedAt", seen)
		before := seen
		seen = s.OneWins(t, key, c.tool, seen, c.body)
		p := s.Refused(t, key, c.tool, servertest.With(c.body, object{"expectedUpdatedAt": before}), problem.VersionConflict)
		if p.Detail != "The discount changed at "+seen+"." || p.Resolution != `Call discounts.list and set "expectedUpdatedAt" to the updatedAt of the discount.` {
			t.Errorf("%+v", p)
		}
	}
}
