package catalog

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// everyAtOnce is the number of products that Every reads from the database at once.
const everyAtOnce = 500

// Every calls yield with each live product as products.get returns it, in the order
// of their ids; base is the address of the service. The errors are those of the
// database and of yield.
func Every(ctx context.Context, st *store.Store, base string, yield func(*api.Product) error) error {
	after := uuid.UUID{}
	for {
		rows, err := st.Read().ProductExport(ctx, db.ProductExportParams{After: after, Page: everyAtOnce})
		if err != nil {
			return err
		}
		for i := range rows {
			product, err := toProduct(&rows[i], base)
			if err != nil {
				return err
			}
			if err := yield(&product); err != nil {
				return err
			}
		}
		if len(rows) < everyAtOnce {
			return nil
		}
		after = rows[len(rows)-1].ID
	}
}
