package content

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
)

// Renewal stores the order of pages and services anew where a program before has stored it: Aa at the beginning of a
// word was no Å.
type Renewal struct{ Store *store.Store }

// Some renews all of them, and returns how many have changed.
func (r Renewal) Some(ctx context.Context) (renewed int64, err error) {
	err = r.Store.Task(ctx, "content order", func(tx *store.Tx) error {
		pages, err := renewTitles(func(after uuid.UUID) ([]db.PagesWithAaRow, error) {
			return tx.PagesWithAa(ctx, db.PagesWithAaParams{After: after, Page: few})
		}, func(id uuid.UUID, sort string) (int64, error) {
			return tx.PageSetTitleSort(ctx, db.PageSetTitleSortParams{ID: id, TitleSort: sort})
		})
		if err != nil {
			return err
		}
		services, err := renewTitles(func(after uuid.UUID) ([]db.ServicesWithAaRow, error) {
			return tx.ServicesWithAa(ctx, db.ServicesWithAaParams{After: after, Page: few})
		}, func(id uuid.UUID, sort string) (int64, error) {
			return tx.ServiceSetTitleSort(ctx, db.ServiceSetTitleSortParams{ID: id, TitleSort: sort})
		})
		renewed = pages + services
		return err
	})
	return renewed, err
}

const few = 200 // rows are read at a time

// titled is a row of which the title decides the order.
type titled struct {
	ID    uuid.UUID
	Title string
}

// renewTitles sets the order of all rows that next returns after an id, and returns how many have changed.
func renewTitles[R ~struct {
	ID    uuid.UUID
	Title string
}](next func(after uuid.UUID) ([]R, error), set func(id uuid.UUID, sort string) (int64, error)) (renewed int64, err error) {
	for after := uuid.Nil; ; {
		rows, err := next(after)
		if err != nil || len(rows) == 0 {
			return renewed, err
		}
		for _, row := range rows {
			one := titled(row)
			n, err := set(one.ID, text.Sort(one.Title))
			if err != nil {
				return renewed, err
			}
			renewed, after = renewed+n, one.ID
		}
	}
}
