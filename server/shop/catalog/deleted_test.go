package catalog_test

import (
	"slices"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// deletedSlugs returns the slugs of all deleted products that match, page by page.
func deletedSlugs(t *testing.T, s *servertest.Server, key string, body object) (slugs []string) {
	t.Helper()
	for more := true; more; {
		var page api.ProductsListDeletedResult
		s.OK(t, key, "products.list_deleted", body, &page)
		for _, p := range page.Items {
			slugs = append(slugs, p.Slug)
		}
		if more = page.NextCursor != nil; more {
			if limit, ok := body["limit"].(int); ok && len(page.Items) != limit {
				t.Fatalf("%d of %d before the last page", len(page.Items), limit)
			}
			body = servertest.With(body, object{"cursor": *page.NextCursor})
		}
	}
	return slugs
}

func TestProductsListDeleted(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "categories:write,products:write,audit:revert")
	if got := deletedSlugs(t, s, key, object{}); got != nil {
		t.Errorf("an empty shop lists %q", got)
	}
	s.OK(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	for _, p := range [][2]string{{"a-rund", "Rød Ørn"}, {"b-oval", "ORANGE"}, {"c-cat", "Café"}, {"levende", "Levende"}} {
		s.OK(t, key, "products.create", servertest.With(servertest.NewProduct(p[0]), object{"name": p[1]}), nil)
	}
	for _, slug := range []string{"a-rund", "b-oval", "c-cat"} {
		s.OK(t, key, "products.delete", object{"slug": slug, "confirm": true}, nil)
	}
	for _, c := range []struct {
		body object
		want []string
	}{
		{object{}, []string{"c-cat", "b-oval", "a-rund"}},
		{object{"limit": 1}, []string{"c-cat", "b-oval", "a-rund"}},
		{object{"limit": 3}, []string{"c-cat", "b-oval", "a-rund"}},
		{object{"q": ""}, []string{"c-cat", "b-oval", "a-rund"}},
		{object{"q": "OR", "limit": 1}, []string{"b-oval"}}, // not Ørn
		{object{"q": "ørn"}, []string{"a-rund"}},
		{object{"q": " cafe"}, []string{"c-cat"}},
		{object{"q": "B-O"}, []string{"b-oval"}},
		{object{"q": "r", "limit": 1}, []string{"b-oval", "a-rund"}},
		{object{"q": "%"}, nil},
		{object{"q": "levende"}, nil},
	} {
		if got := deletedSlugs(t, s, key, c.body); !slices.Equal(got, c.want) {
			t.Errorf("%v lists %q, want %q", c.body, got, c.want)
		}
	}

	var first api.ProductsListDeletedResult
	s.OK(t, key, "products.list_deleted", object{"limit": 1}, &first)
	s.Refused(t, key, "products.list_deleted", object{"q": "r", "cursor": *first.NextCursor}, problem.ValidationFailed)
	s.Refused(t, s.Key(t, "catalog:read"), "products.list_deleted", object{}, problem.InsufficientScope)
}

// The entry of the audit is the one that deleted the product last, whichever operation did.
func TestProductsListDeletedNamesTheEntry(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "categories:write,products:write,catalog:read,audit:revert")
	s.OK(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.OK(t, key, "products.create", servertest.NewProduct("rund"), nil)
	product := s.Product(t, "rund")
	want := func(entry string) api.DeletedProduct {
		t.Helper()
		var page api.ProductsListDeletedResult
		s.OK(t, key, "products.list_deleted", object{}, &page)
		if len(page.Items) != 1 || page.Items[0].Id != product.Id || page.Items[0].Name != product.Name || page.Items[0].AuditLogId == nil || *page.Items[0].AuditLogId != entry {
			t.Fatalf("%+v, want the entry %s", page.Items, entry)
		}
		return page.Items[0]
	}
	deleting := object{"slug": "rund", "confirm": true}
	s.OK(t, key, "products.delete", deleting, nil)
	row := s.LastAudit(t, 1)[0]
	if deleted := want(row.ID.String()); !deleted.DeletedAt.Equal(row.At) {
		t.Errorf("%v, want %v", deleted.DeletedAt, row.At)
	}
	s.OK(t, key, "audit.revert", object{"auditLogId": row.ID.String(), "confirm": true}, nil)
	if got := deletedSlugs(t, s, key, object{}); got != nil {
		t.Errorf("%q is listed", got)
	}
	s.OK(t, key, "products.delete", deleting, nil)
	want(s.LastAudit(t, 1)[0].ID.String())
	s.OK(t, key, "products.restore", object{"slug": "rund"}, nil)

	s.OK(t, key, "products.create", servertest.NewProduct("oval"), nil)
	product = s.Product(t, "oval")
	s.OK(t, key, "audit.revert", object{"auditLogId": s.LastAudit(t, 1)[0].ID.String(), "confirm": true}, nil)
	undone := s.LastAudit(t, 1)[0].ID.String()
	want(undone)
	s.OK(t, key, "audit.revert", object{"auditLogId": undone, "confirm": true}, nil)
	if live := s.Product(t, "oval"); live.Id != product.Id {
		t.Errorf("%+v", live)
	}

	s.OK(t, key, "products.delete", deleting, nil)
	s.Execute(t, "DELETE FROM audit_log")
	var page struct{ Items []object }
	s.OK(t, key, "products.list_deleted", object{}, &page)
	servertest.WantFields(t, "without the audit", page.Items[0], object{"slug": "rund", "auditLogId": nil})
}
