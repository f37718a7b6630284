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
		pages, err := renewPages(ctx, tx)
		if err != nil {
			return err
		}
		services, err := renewServices(ctx, tx)
		renewed = pages + services
		return err
	})
	return renewed, err
}

const few = 200 // rows are read at a time

func renewPages(ctx context.Context, tx *store.Tx) (renewed int64, err error) {
	for after := uuid.Nil; ; {
		some, err := tx.PagesWithAa(ctx, db.PagesWithAaParams{After: after, Page: few})
		if err != nil || len(some) == 0 {
			return renewed, err
		}
		for _, p := range some {
			n, err := tx.PageSetTitleSort(ctx, db.PageSetTitleSortParams{ID: p.ID, TitleSort: text.Sort(p.Title)})
			if err != nil {
				return renewed, err
			}
			renewed, after = renewed+n, p.ID
		}
	}
}

func renewServices(ctx context.Context, tx *store.Tx) (renewed int64, err error) {
	for after := uuid.Nil; ; {
		some, err := tx.ServicesWithAa(ctx, db.ServicesWithAaParams{After: after, Page: few})
		if err != nil || len(some) == 0 {
			return renewed, err
		}
		for _, s := range some {
			n, err := tx.ServiceSetTitleSort(ctx, db.ServiceSetTitleSortParams{ID: s.ID, TitleSort: text.Sort(s.Title)})
			if err != nil {
				return renewed, err
			}
			renewed, after = renewed+n, s.ID
		}
	}
}
