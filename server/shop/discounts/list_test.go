package discounts_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestDiscountsListByTheBeginningOfACode(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, discountScopes)
	for _, code := range []string{"SOMMER25", "SOMMER", "SOMME", "sømmer", "VINTER"} {
		s.OK(t, key, "discounts.create", object{"code": code, "type": "percent", "value": 25}, nil)
	}
	s.OK(t, key, "discounts.toggle", object{"code": "SOMMER", "active": false}, nil)
	for _, c := range []struct {
		body object
		want []string
	}{
		{object{"q": "sommer"}, []string{"SOMMER", "SOMMER25"}},
		{object{"q": " Somme "}, []string{"SOMME", "SOMMER", "SOMMER25"}},
		{object{"q": "s", "onlyActive": true}, []string{"SØMMER", "SOMME", "SOMMER25"}},
		{object{"q": "SØ"}, []string{"SØMMER"}},
		{object{"q": "s", "limit": 2, "offset": 1}, []string{"SOMME", "SOMMER"}},
		{object{"q": "OMMER"}, nil},
		{object{"q": "%"}, nil},
		{object{"q": "  "}, []string{"VINTER", "SØMMER", "SOMME", "SOMMER", "SOMMER25"}},
	} {
		s.WantList(t, key, "discounts.list", c.body, "code", c.want...)
	}
	s.WantPage(t, key, "discounts.list", object{"q": "s", "limit": 3}, 3, 4, 3)
	s.WantPage(t, key, "discounts.list", object{"q": "none"}, 0, 0, 0)
	s.WantPage(t, key, "discounts.list", object{"q": "s", "offset": 4}, 0, 4, 0)
}

// Cursors continue a list without an end, also one to which codes were added meanwhile.
func TestDiscountsListContinues(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, discountScopes)
	add := func(name string, n int) {
		s.Execute(t, `INSERT INTO discounts (id, code, type, value, active, created_at, updated_at)
			SELECT gen_random_uuid(), $1 || lpad(n::text, 4, '0'), 'percent', 10, true, now() + (n / 3) * interval '1 s', now() FROM generate_series(1, $2::int) n`, name, n)
	}
	add("KODE", 25)
	add("ANDEN", 3)
	for _, body := range []object{{"limit": 4}, {"q": "kode", "limit": 7}} {
		want, got := 28, []string{}
		if body["q"] != nil {
			want = 25
		}
		first := body
		for {
			var list api.DiscountsListReply
			if err := json.Unmarshal(s.OK(t, key, "discounts.list", body, nil).Body, &list); err != nil {
				t.Fatal(err)
			}
			for _, d := range list.Result {
				got = append(got, d.Code)
			}
			if list.Page.NextCursor == nil {
				break
			}
			if body["cursor"] != nil && list.Page.NextOffset != nil {
				t.Errorf("nextOffset %d after a cursor", *list.Page.NextOffset)
			}
			body = servertest.With(first, object{"cursor": *list.Page.NextCursor})
			add(fmt.Sprintf("KODEX%d", len(got)), 1)
			s.Execute(t, "UPDATE discounts SET created_at = now() + interval '1 h' WHERE code LIKE 'KODEX%'")
		}
		distinct := slices.Compact(slices.Sorted(slices.Values(got)))
		if len(got) != want || len(distinct) != want {
			t.Errorf("%v: %d codes, %d distinct, want %d", first, len(got), len(distinct), want)
		}
		s.Refused(t, key, "discounts.list", servertest.With(body, object{"q": "x"}), problem.ValidationFailed)
		s.Refused(t, key, "discounts.list", servertest.With(body, object{"offset": 1}), problem.ValidationFailed)
		s.Execute(t, "DELETE FROM discounts WHERE code LIKE 'KODEX%'")
	}
	s.Refused(t, key, "discounts.list", object{"cursor": "x"}, problem.ValidationFailed)
}
