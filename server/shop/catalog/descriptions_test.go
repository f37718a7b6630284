package catalog_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// described fills the shop with categories whose descriptions have the given
// total size in bytes, and then starts the service.
func described(t *testing.T, bytes int) *servertest.Server {
	t.Helper()
	s := servertest.NewEmpty(t)
	s.Execute(t, `INSERT INTO categories (id, slug, name, name_sort, description, search, created_at, updated_at)
		SELECT gen_random_uuid(), 'c-' || n, 'Kategori', 'kategori', repeat('b', least(2000, $1 - n * 2000)), '', now(), now()
		FROM generate_series(0, ($1 - 1) / 2000) n`, bytes)
	return s.Beside(t, servertest.Options{})
}

const mostDescribed = 1 << 20

func TestADescriptionHasAtMost2000Characters(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, categoryScopes)
	s.OK(t, key, "categories.upsert", object{"slug": "sol", "name": "Sol", "description": strings.Repeat("ø", 2000)}, nil)
	p := s.Refused(t, key, "categories.upsert", object{"slug": "sol", "name": "Sol", "description": strings.Repeat("ø", 2001)}, problem.ValidationFailed)
	if len(p.Errors) != 1 || p.Errors[0].Pointer != "/description" {
		t.Errorf("%+v", p)
	}
}

// All live descriptions together take at most 1 MiB of UTF-8.
func TestAllDescriptionsHaveAtMostOneMebibyte(t *testing.T) {
	t.Parallel()
	s := described(t, mostDescribed-10)
	key := s.Key(t, categoryScopes)
	upsert := func(slug string, description any) object {
		return object{"slug": slug, "name": "Ny", "description": description}
	}
	for description, resolution := range map[string]string{
		"12345678901": `Shorten "description" to at most 10 characters.`,
		"ææææææ":      `Shorten "description" to at most 5 characters.`,
	} {
		if p := s.Refused(t, key, "categories.upsert", upsert("ny", description), problem.LimitReached); p.Resolution != resolution {
			t.Errorf("%q: %s", description, p.Resolution)
		}
	}
	s.OK(t, key, "categories.upsert", upsert("ny", "æææææ"), nil)
	for slug, longer := range map[string]string{"c-0": strings.Repeat("b", 1999) + "æ", "ny": "æææææ1", "anden": "1"} {
		s.Refused(t, key, "categories.upsert", upsert(slug, longer), problem.LimitReached)
	}
	s.OK(t, key, "categories.upsert", object{"slug": "anden", "name": "Uden"}, nil)
	s.OK(t, key, "categories.upsert", upsert("ny", "12345"), nil)
	s.OK(t, key, "categories.upsert", upsert("anden", "12345"), nil)
	s.OK(t, key, "categories.delete", object{"slug": "c-1", "confirm": true}, nil)
	s.OK(t, key, "categories.upsert", upsert("anden", strings.Repeat("b", 2000)), nil)
	if size := len(s.Call(t, "", "categories.list", object{}).Body); size >= 2<<20 {
		t.Errorf("categories.list answers %d bytes", size)
	}
}

// Descriptions that were stored before the limit existed can be read, and
// changed as long as they do not grow.
func TestDescriptionsFromBeforeTheLimitStayReadable(t *testing.T) {
	t.Parallel()
	s := described(t, mostDescribed)
	s.Execute(t, "UPDATE categories SET description = repeat('b', 100000) WHERE slug = 'c-7'")
	s = s.Beside(t, servertest.Options{})
	key := s.Key(t, categoryScopes)
	s.OK(t, "", "categories.list", object{}, nil)
	s.OK(t, key, "categories.upsert", object{"slug": "c-7", "name": "Anden"}, nil)
	s.OK(t, key, "categories.upsert", object{"slug": "c-8", "name": "Anden", "description": strings.Repeat("c", 2000)}, nil)
	s.Refused(t, key, "categories.upsert", object{"slug": "ny", "name": "Ny", "description": "1"}, problem.LimitReached)
	s.OK(t, key, "categories.upsert", object{"slug": "c-7", "name": "Anden", "description": "kort"}, nil)
	s.OK(t, key, "categories.upsert", object{"slug": "c-8", "name": "Anden", "description": nil}, nil)
	s.OK(t, key, "categories.upsert", object{"slug": "ny", "name": "Ny", "description": "1"}, nil)
}

// Concurrent calls cannot exceed the limit together, whether they create
// categories or change existing ones.
func TestConcurrentDescriptionsStayWithinTheLimit(t *testing.T) {
	t.Parallel()
	s := described(t, mostDescribed-5*1000)
	key := s.Key(t, categoryScopes)
	for i := range 6 {
		s.OK(t, key, "categories.upsert", object{"slug": fmt.Sprintf("new-%d", i), "name": "Uden"}, nil)
	}
	statuses, replies := servertest.Together(12, func(i int) servertest.Reply {
		return s.Call(t, key, "categories.upsert", object{"slug": fmt.Sprintf("new-%d", i), "name": "Ny", "description": strings.Repeat("b", 1000)})
	})
	if !maps.Equal(statuses, map[int]int{200: 5, 409: 7}) {
		t.Errorf("statuses %v", statuses)
	}
	for _, r := range replies {
		if r.Status == 409 {
			r.Problem(t, problem.LimitReached)
		}
	}
	if sum := servertest.One[int64](t, s, "SELECT sum(octet_length(description)) FROM categories WHERE deleted_at IS NULL"); sum != mostDescribed {
		t.Errorf("they take %d bytes", sum)
	}
}
