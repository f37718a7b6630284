package catalog_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/test/servertest"
)

// Every write of a product answers the updatedAt that the next one can expect,
// so that nobody has to read in between.
func TestEveryWriteOfAProductAnswersItsVersion(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	const slug = "havblik"
	var seen wire.Time
	write := func(tool string, body object) {
		t.Helper()
		var result struct{ UpdatedAt wire.Time }
		s.OK(t, key, tool, body, &result)
		if read := s.Product(t, slug).UpdatedAt; !read.Equal(result.UpdatedAt.Time) {
			t.Errorf("%s answers %s, and products.get %s", tool, result.UpdatedAt, read)
		}
		if old := seen; tool != "products.create" && !old.Equal(result.UpdatedAt.Time) {
			s.Refused(t, key, "products.update", object{"slug": slug, "expectedUpdatedAt": old, "patch": object{"stock": 0}}, problem.VersionConflict)
		}
		seen = result.UpdatedAt
	}
	update := func(stock int) {
		t.Helper()
		write("products.update", object{"slug": slug, "expectedUpdatedAt": seen, "patch": object{"stock": stock}})
	}
	write("products.create", servertest.With(servertest.NewProduct(slug), object{"categorySlug": "solbriller"}))
	update(1)
	update(2)
	write("products.attach_image", object{"slug": slug, "imageUrl": "https://a.example/1.jpg"})
	update(3)
	write("products.attach_image", object{"slug": slug, "imageUrl": "https://a.example/1.jpg"})
	update(4)
	s.OK(t, key, "products.delete", object{"slug": slug, "confirm": true}, nil)
	write("products.restore", object{"slug": slug})
	update(5)
	write("products.restore", object{"slug": slug}) // it is live
	update(6)
}
