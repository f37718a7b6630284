package catalog

import (
	"bytes"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
)

// toEntry encodes the part of a category that does not depend on the number of
// its products.
func toEntry(r *db.MemoryCategoriesRow) (index.Entry, error) {
	text, err := wire.Marshal(api.Category{Id: r.ID.String(), Slug: r.Slug, Name: r.Name, Description: r.Description})
	none := []byte(`"productCount":0`) // cannot occur in a text, where quotes are escaped
	begin, rest, _ := bytes.Cut(text, none)
	return index.Entry{Before: append(bytes.Clone(begin), none[:len(none)-1]...), After: rest}, err
}
