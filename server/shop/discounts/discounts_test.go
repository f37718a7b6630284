package discounts_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/test/servertest"
)

const discountScopes = "discounts:read,discounts:write"

func TestDiscountsCreate(t *testing.T) {
	t.Parallel()
	s := servertest.NewEmpty(t)
	key := s.Key(t, discountScopes)

	var created object
	s.OK(t, key, "discounts.create", object{
		"code": "  sommer25 ", "type": "percent", "value": 25, "validUntil": "2099-08-31T21:59Z", "usageLimit": 500,
	}, &created)
	servertest.WantFields(t, "created", created, object{"code": "SOMMER25"})

	want := object{
		"id": created["id"], "code": "SOMMER25", "type": "percent", "value": 25, "validUntil": "2099-08-31T21:59:00.000Z",
		"usageLimit": 500, "usageCount": 0, "active": true,
	}
	var list []object
	s.OK(t, key, "discounts.list", object{}, &list)
	if len(list) != 1 || len(list[0]) != len(want) {
		t.Fatalf("the list is %v", list)
	}
	servertest.WantFields(t, "listed", list[0], want)
	before, after := s.Wrote(t, "discounts.create", "discount", created["id"].(string))
	if before != nil {
		t.Errorf("before its creation it was %v", before)
	}
	servertest.WantFields(t, "after", after, want)
}

// Left out and null are the same in a new code.
func TestDiscountsCreateWithoutBounds(t *testing.T) {
	t.Parallel()
	s := servertest.NewEmpty(t)
	key := s.Key(t, discountScopes)
	s.OK(t, key, "discounts.create", object{"code": "one", "type": "fixed", "value": 9007199254740991}, nil)
	s.OK(t, key, "discounts.create", object{"code": "two", "type": "percent", "value": 100, "validUntil": nil, "usageLimit": nil}, nil)
	var list []object
	s.OK(t, key, "discounts.list", object{"onlyActive": true}, &list)
	if len(list) != 2 {
		t.Fatalf("the list is %v", list)
	}
	for _, d := range list {
		servertest.WantFields(t, d["code"].(string), d, object{"validUntil": nil, "usageLimit": nil, "usageCount": 0})
	}
}

// A code is the same code in any case, with any letters.
func TestDiscountCodesWithLettersBeyondASCII(t *testing.T) {
	t.Parallel()
	s := servertest.NewEmpty(t)
	key := s.Key(t, discountScopes)
	for _, code := range []struct{ sent, kept, other string }{
		{"sommer-æøå", "SOMMER-ÆØÅ", "Sommer-Æøå"},
		{"straße", "STRAßE", "STRAẞE"},
		{"ŉ-kode", "ŉ-KODE", "ŉ-Kode"},
		{"ǆungla", "ǄUNGLA", "ǅungla"},
		{"夏セール", "夏セール", "夏セール"},
		{"cafe\u0301", "CAFÉ", "Café"}, // NFC
		{strings.Repeat("ß", 64), strings.Repeat("ß", 64), strings.Repeat("ẞ", 64)},
		{strings.Repeat("ﬃ", 64), strings.Repeat("ﬃ", 64), strings.Repeat("ﬃ", 64)},
		{strings.Repeat("🎁", 64), strings.Repeat("🎁", 64), strings.Repeat("🎁", 64)},
	} {
		var result object
		s.OK(t, key, "discounts.create", object{"code": code.sent, "type": "fixed", "value": 1}, &result)
		servertest.WantFields(t, code.sent, result, object{"code": code.kept})
		s.Refused(t, key, "discounts.create", object{"code": code.other, "type": "fixed", "value": 1}, problem.CodeTaken)
		s.OK(t, key, "discounts.toggle", object{"code": code.other}, &result)
		servertest.WantFields(t, code.other, result, object{"code": code.kept, "active": false})
	}
}

func TestDiscountsRefusals(t *testing.T) {
	t.Parallel()
	s := servertest.NewEmpty(t)
	key := s.Key(t, discountScopes)
	s.OK(t, key, "discounts.create", object{"code": "TAKEN", "type": "fixed", "value": 1}, nil)
	p := s.Refused(t, key, "discounts.create", object{"code": "taken", "type": "percent", "value": 5}, problem.CodeTaken)
	if !strings.Contains(p.Detail, `"TAKEN"`) || !strings.Contains(p.Resolution, "discounts.update") {
		t.Errorf("detail %q, resolution %q", p.Detail, p.Resolution)
	}
	s.Refused(t, key, "discounts.toggle", object{"code": "unknown"}, problem.DiscountNotFound)
	p = s.Refused(t, key, "discounts.create", object{"code": "over", "type": "percent", "value": 101}, problem.ValidationFailed)
	if want := (schema.Fault{Pointer: "/value", Code: schema.CodeMaximum, Detail: "must be at most 100 for a percentage"}); len(p.Errors) != 1 || p.Errors[0] != want {
		t.Errorf("errors %+v, want %+v", p.Errors, want)
	}
	if p.Resolution != `Set "value" to at most 100.` {
		t.Error(p.Resolution)
	}
	for _, bad := range []object{
		{"code": "zero", "type": "fixed", "value": 0},
		{"code": "ab", "type": "fixed", "value": 1},
		{"code": " ab ", "type": "fixed", "value": 1},
		{"code": strings.Repeat("a", 65), "type": "fixed", "value": 1},
		{"code": "none", "type": "fixed", "value": 1, "usageLimit": 0},
		{"code": "none", "type": "fixed", "value": 1, "validUntil": "2027-02-30T00:00Z"},
		{"code": "none", "type": "gift", "value": 1},
		{"code": "none", "type": "fixed", "value": 1, "active": true},
		{"type": "fixed", "value": 1},
	} {
		s.Refused(t, key, "discounts.create", bad, problem.ValidationFailed)
	}
	s.Refused(t, key, "discounts.toggle", object{"code": " "}, problem.ValidationFailed)
	s.Refused(t, key, "discounts.toggle", object{"code": "TAKEN", "active": nil}, problem.ValidationFailed)
	s.Refused(t, key, "discounts.list", object{"limit": 101}, problem.ValidationFailed)
	s.Refused(t, key, "discounts.list", object{"offset": 10001}, problem.ValidationFailed)

	reader := s.Key(t, "discounts:read")
	for _, tool := range []string{"discounts.create", "discounts.toggle"} {
		s.Refused(t, "", tool, object{}, problem.AuthenticationRequired)
		s.Refused(t, reader, tool, object{}, problem.InsufficientScope)
	}
	s.Refused(t, "", "discounts.list", object{}, problem.AuthenticationRequired)
	s.Refused(t, s.Key(t, "discounts:write"), "discounts.list", object{}, problem.InsufficientScope)
	s.WantList(t, key, "discounts.list", object{}, "code", "TAKEN")
}

func TestDiscountsToggle(t *testing.T) {
	t.Parallel()
	s := servertest.NewEmpty(t)
	key := s.Key(t, discountScopes)
	var created, toggled object
	s.OK(t, key, "discounts.create", object{"code": "CODE", "type": "fixed", "value": 1}, &created)
	for i, step := range []struct {
		body object
		want bool
	}{
		{object{"code": "code"}, false},
		{object{"code": "code"}, true},
		{object{"code": " Code ", "active": true}, true},
		{object{"code": "CODE", "active": false}, false},
		{object{"code": "CODE", "active": false}, false},
	} {
		s.OK(t, key, "discounts.toggle", step.body, &toggled)
		if !servertest.SameJSON(toggled, object{"code": "CODE", "active": step.want}) {
			t.Errorf("step %d: %v", i, toggled)
		}
		_, after := s.Wrote(t, "discounts.toggle", "discount", created["id"].(string))
		servertest.WantFields(t, "after", after, object{"active": step.want})
	}
	if rows := s.Succeeded(t, "discounts.toggle"); len(rows) != 5 {
		t.Errorf("5 calls left %d rows", len(rows))
	}
}

// No concurrent call that names no state is lost: each toggles the code once.
func TestDiscountsToggleAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.NewEmpty(t)
	key := s.Key(t, discountScopes)
	s.OK(t, key, "discounts.create", object{"code": "CODE", "type": "fixed", "value": 1}, nil)
	const calls = 15
	statuses, _ := servertest.Together(calls, func(int) servertest.Reply {
		return s.Call(t, key, "discounts.toggle", object{"code": "code"})
	})
	if statuses[200] != calls {
		t.Fatalf("statuses %v", statuses)
	}
	var list []object
	s.OK(t, key, "discounts.list", object{}, &list)
	servertest.WantFields(t, "after an odd number", list[0], object{"active": false})
	turns := map[bool]int{}
	for _, row := range s.Succeeded(t, "discounts.toggle") {
		before, after := servertest.Decoded(t, row.Before), servertest.Decoded(t, row.After)
		if before["active"] == after["active"] {
			t.Errorf("a turn from %v to %v", before["active"], after["active"])
		}
		turns[after["active"].(bool)]++
	}
	if turns[false] != calls/2+1 || turns[true] != calls/2 {
		t.Errorf("turns %v", turns)
	}
}

func TestDiscountsCreateAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.NewEmpty(t)
	key := s.Key(t, discountScopes)
	statuses, _ := servertest.Together(12, func(i int) servertest.Reply {
		return s.Call(t, key, "discounts.create", object{"code": []string{"code", "CODE"}[i%2], "type": "fixed", "value": i + 1})
	})
	if !servertest.SameJSON(statuses, map[string]int{"200": 1, "409": 11}) {
		t.Errorf("statuses %v", statuses)
	}
	s.WantList(t, key, "discounts.list", object{}, "code", "CODE")
}
