package discounts_test

import (
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

func TestDiscountsListPage(t *testing.T) {
	t.Parallel()
	s := servertest.NewEmpty(t)
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
