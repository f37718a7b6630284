package discounts_test

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/discounts"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

const discountScopes = "discounts:read,discounts:write"

func TestDiscountsCreate(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, discountScopes)

	var created object
	s.OK(t, key, "discounts.create", object{
		"code": "  sommer25 ", "type": "percent", "value": 25, "validUntil": "2099-08-31T21:59Z", "usageLimit": 500,
	}, &created)
	servertest.WantFields(t, "created", created, object{"code": "SOMMER25"})

	want := object{
		"id": created["id"], "code": "SOMMER25", "type": "percent", "value": 25, "validUntil": "2099-08-31T21:59:00.000Z",
		"usageLimit": 500, "usageCount": 0, "active": true, "updatedAt": created["updatedAt"],
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
	s := servertest.Borrow(t, storetest.Empty)
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
	s := servertest.Borrow(t, storetest.Empty)
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
	s := servertest.Borrow(t, storetest.Empty)
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
	s := servertest.Borrow(t, storetest.Empty)
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
		if !servertest.SameJSON(toggled, servertest.With(created, object{"active": step.want, "updatedAt": toggled["updatedAt"]})) {
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
	s := servertest.Borrow(t, storetest.Empty)
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
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, discountScopes)
	statuses, _ := servertest.Together(12, func(i int) servertest.Reply {
		return s.Call(t, key, "discounts.create", object{"code": []string{"code", "CODE"}[i%2], "type": "fixed", "value": i + 1})
	})
	if !servertest.SameJSON(statuses, map[string]int{"200": 1, "409": 11}) {
		t.Errorf("statuses %v", statuses)
	}
	s.WantList(t, key, "discounts.list", object{}, "code", "CODE")
}

func TestDiscountsDelete(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, discountScopes)
	sommer := object{"code": "SOMMER25", "type": "percent", "value": 25}
	var created, deleted, again object
	s.OK(t, key, "discounts.create", sommer, &created)
	was := find(t, s, key, "SOMMER25")
	for _, bad := range []object{{"code": "SOMMER25"}, {"code": "SOMMER25", "confirm": false}, {"code": "SOMMER25", "confirm": nil}, {"confirm": true}, {"code": " ", "confirm": true}} {
		s.Refused(t, key, "discounts.delete", bad, problem.ValidationFailed)
	}
	s.Refused(t, key, "discounts.delete", object{"code": "ingen", "confirm": true}, problem.DiscountNotFound)

	s.OK(t, key, "discounts.delete", object{"code": " sommer25 ", "confirm": true}, &deleted)
	if !servertest.SameJSON(deleted, object{"ok": true, "code": "SOMMER25"}) {
		t.Errorf("deleted %v", deleted)
	}
	before, after := s.Wrote(t, "discounts.delete", "discount", created["id"].(string))
	if !servertest.SameJSON(before, was) || after != nil {
		t.Errorf("the deletion left %v → %v", before, after)
	}
	s.WantList(t, key, "discounts.list", object{}, "code")
	for tool, more := range map[string]object{"discounts.toggle": nil, "discounts.update": {"patch": object{"value": 1}}, "discounts.delete": {"confirm": true}} {
		s.Refused(t, key, tool, servertest.With(object{"code": "SOMMER25"}, more), problem.DiscountNotFound)
	}
	if kept := servertest.One[int](t, s, "SELECT count(*) FROM discounts WHERE deleted_at IS NOT NULL"); kept != 1 {
		t.Errorf("%d deleted rows are kept", kept)
	}

	s.OK(t, key, "discounts.create", sommer, &again)
	if again["id"] == created["id"] {
		t.Error("a new code has the id of the deleted one")
	}
	s.OK(t, key, "discounts.delete", object{"code": "SOMMER25", "confirm": true}, nil)
}

// An order that used the code keeps it.
func TestDiscountsDeleteLeavesOrders(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, discountScopes+",orders:read")
	const order = "01994f5e-0000-7000-8000-000000000103"
	var was, now object
	s.OK(t, key, "orders.get", object{"orderId": order}, &was)
	s.OK(t, key, "discounts.delete", object{"code": "VELKOMMEN10", "confirm": true}, nil)
	s.OK(t, key, "orders.get", object{"orderId": order}, &now)
	if was["discountCode"] != "VELKOMMEN10" || !servertest.SameJSON(now, was) {
		t.Errorf("the order was %v and is %v", was, now)
	}
}

func TestDiscountsDeleteAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, discountScopes)
	s.OK(t, key, "discounts.create", object{"code": "CODE", "type": "fixed", "value": 1}, nil)
	statuses, _ := servertest.Together(8, func(int) servertest.Reply {
		return s.Call(t, key, "discounts.delete", object{"code": "CODE", "confirm": true})
	})
	if !servertest.SameJSON(statuses, map[string]int{"200": 1, "404": 7}) {
		t.Errorf("statuses %v", statuses)
	}
	if rows := s.Succeeded(t, "discounts.delete"); len(rows) != 1 {
		t.Errorf("%d deletions are in the audit", len(rows))
	}
}

func TestDiscountsListPages(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
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

func TestDiscountsListPage(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "discounts:read")
	s.WantPage(t, key, "discounts.list", object{}, 0, 0, 0)
	s.WantPage(t, key, "discounts.list", object{"offset": 5}, 0, 0, 0)
	add := func(from, to int) {
		s.Execute(t, `INSERT INTO discounts (id, code, type, value, active, created_at, updated_at)
			SELECT gen_random_uuid(), 'KODE' || n, 'percent', 10, n % 2 = 0, now() + n * interval '1 s', now() FROM generate_series($1::int, $2) n`, from, to)
	}
	add(1, 7)
	s.WantPage(t, key, "discounts.list", object{}, 7, 7, 0)
	s.WantPage(t, key, "discounts.list", object{"limit": 3}, 3, 7, 3)
	s.WantPage(t, key, "discounts.list", object{"limit": 3, "offset": 3}, 3, 7, 6)
	s.WantPage(t, key, "discounts.list", object{"limit": 3, "offset": 6}, 1, 7, 0)
	s.WantPage(t, key, "discounts.list", object{"limit": 7}, 7, 7, 0)
	s.WantPage(t, key, "discounts.list", object{"onlyActive": true, "limit": 2}, 2, 3, 2)
	add(8, 10_001)
	listed, page := s.Page(t, key, "discounts.list", object{"limit": 100, "offset": 9_900})
	if listed != 100 || page.Total != 10_000 || page.TotalIsExact || page.NextOffset == nil || *page.NextOffset != 10_000 {
		t.Errorf("%d, %+v", listed, page)
	}
	s.WantPage(t, key, "discounts.list", object{"offset": 10_000}, 1, 10_001, 0)
	s.WantPage(t, key, "discounts.list", object{"onlyActive": true, "offset": 4_990, "limit": 20}, 10, 5_000, 0)
}

func TestCanonical(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"sommer25": "SOMMER25",
		"sommer-æ": "SOMMER-Æ",
		"straße":   "STRAßE",
		"STRAẞE":   "STRAßE",
		"ŉ-kode":   "ŉ-KODE",
		"夏セール":     "夏セール",
	} {
		if got := discounts.Canonical(code); got != want {
			t.Errorf("Canonical(%q) = %q, want %q", code, got, want)
		}
	}
}

// For every letter: the canonical form does not depend on the case of the code,
// has as many characters, contains no lower-case ASCII letter and is in NFC.
func TestCanonicalOfEveryLetter(t *testing.T) {
	t.Parallel()
	for r := rune(1); r <= unicode.MaxRune; r++ {
		s := string(r)
		if unicode.SimpleFold(r) == r || !norm.NFC.IsNormalString(s) {
			continue // it has no case, or the validator refuses it
		}
		c := discounts.Canonical(s)
		if utf8.RuneCountInString(c) != 1 || !norm.NFC.IsNormalString(c) || c >= "a" && c <= "z" {
			t.Errorf("Canonical(%q) = %q", s, c)
		}
		for _, other := range []rune{unicode.ToLower(r), unicode.ToTitle(r), unicode.ToUpper(r)} {
			if got := discounts.Canonical(string(other)); got != c {
				t.Errorf("Canonical(%q) = %q, but %q of %q", s, c, got, string(other))
			}
		}
	}
}
