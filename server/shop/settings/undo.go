package settings

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
)

// Undo describes how the settings are put back.
func (h Settings) Undo() undo.Kind {
	one := func(query func(*db.Queries, context.Context) (db.Setting, error)) undo.Query[db.Setting] {
		return func(q *db.Queries, ctx context.Context, _ string) (db.Setting, error) { return query(q, ctx) }
	}
	return undo.Of(undo.Rules{Fields: []string{"/shipping", "/branding", "/tax"}}, undo.Records[db.Setting, api.Settings]{
		Lock: one((*db.Queries).SettingsLock),
		View: func(_ context.Context, r *db.Setting) (api.Settings, error) { return toSettings(r), nil },
		Update: func(ctx context.Context, tx *store.Tx, before db.Setting, from *api.Settings) error {
			_, err := write(ctx, tx, before, func(s *db.Setting) {
				s.ShippingFeeOere, s.FreeShippingThresholdOere = from.Shipping.ShippingFeeOere, from.Shipping.FreeShippingThresholdOere
				s.VatRatePpm = toPPM(from.Tax.VatRatePercent)
				b := from.Branding
				s.StoreName, s.Tagline, s.Announcement, s.SupportEmail, s.LogoUrl, s.Locale = b.StoreName, b.Tagline, b.Announcement, b.SupportEmail, b.LogoUrl, b.Locale
			})
			return err
		},
	})
}

// UndoSearch describes how the settings of searches are put back.
func (h Settings) UndoSearch() undo.Kind {
	one := func(query func(*db.Queries, context.Context) (db.SearchSetting, error)) undo.Query[db.SearchSetting] {
		return func(q *db.Queries, ctx context.Context, _ string) (db.SearchSetting, error) { return query(q, ctx) }
	}
	return undo.Of(undo.Rules{Fields: []string{"/synonyms"}}, undo.Records[db.SearchSetting, api.SearchTerms]{
		Lock: one((*db.Queries).SearchSettingsLock),
		View: func(_ context.Context, r *db.SearchSetting) (api.SearchTerms, error) { return toSearch(r) },
		Update: func(ctx context.Context, tx *store.Tx, before db.SearchSetting, from *api.SearchTerms) error {
			return writeSearch(ctx, tx, &before, *from)
		},
	})
}
