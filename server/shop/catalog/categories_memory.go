package catalog

import (
	"bytes"
	"strconv"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
)

// categoriesInMemory lists the categories from the index. It returns false when
// the database has to be queried instead.
func categoriesInMemory(products *index.Index, includeEmpty bool) (*reused, bool) {
	into := buffer()
	out, listed, whole := products.Categories(append(into.body[:0], before...), includeEmpty, maxCategories)
	out = append(out, `],"page":{"nextCursor":null,"nextOffset":null,"total":`...)
	out = strconv.AppendInt(out, int64(listed), 10)
	out = append(out, `,"totalIsExact":true}}`...)
	into.body = out
	return into, whole
}

// toEntry encodes the part of a category that does not depend on the number of
// its products.
func toEntry(r *db.MemoryCategoriesRow) (index.Entry, error) {
	text, err := wire.Marshal(api.Category{Id: r.ID.String(), Slug: r.Slug, Name: r.Name, Description: r.Description})
	none := []byte(`"productCount":0`) // cannot occur in a text, where quotes are escaped
	begin, rest, _ := bytes.Cut(text, none)
	return index.Entry{Before: append(bytes.Clone(begin), none[:len(none)-1]...), After: rest}, err
}
