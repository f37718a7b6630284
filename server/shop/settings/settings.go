// Package settings keeps what the owner of the shop has set: one row, which prices read from
// the database each time, so that a change applies at once everywhere; the synonyms of the
// search; and the switches. The contract names the switch of an operation (x-feature), and
// the chain of checks asks Switches.Allow, so that no handler has to.
package settings

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/images"
)

// Settings answers the operations settings.* and site.get_shop.
type Settings struct{ Store *store.Store }

// Currency is the currency of all amounts, ISO 4217.
const Currency = "DKK"

// SettingsGet returns the settings, or one group of them.
func (h Settings) SettingsGet(ctx context.Context, req api.SettingsGetRequestObject) (api.SettingsGetResponseObject, error) {
	if group := req.Body.Type; group != nil && *group == api.SettingsGetRequestTypeSearch {
		return h.search(ctx)
	}
	row, err := h.Store.Read().SettingsGet(ctx)
	if err != nil {
		return nil, err
	}
	row.LogoUrl = shownLogo(ctx, row.LogoUrl)
	result := toSettings(&row)
	if group := req.Body.Type; group != nil {
		result = onlyGroup(result, *group)
	}
	return api.SettingsGet200JSONResponse{Ok: true, Result: result}, nil
}

// onlyGroup returns one group of the settings.
func onlyGroup(all api.Settings, group api.SettingsGetRequestType) api.Settings {
	one := api.Settings{UpdatedAt: all.UpdatedAt}
	switch group {
	case api.SettingsGetRequestTypeShipping:
		one.Shipping = all.Shipping
	case api.SettingsGetRequestTypeBranding:
		one.Branding = all.Branding
	case api.SettingsGetRequestTypeTax:
		one.Tax = all.Tax
	case api.SettingsGetRequestTypePayments:
		one.Payments = all.Payments
	}
	return one
}

// SettingsUpdateShipping sets the shipping terms.
func (h Settings) SettingsUpdateShipping(ctx context.Context, req api.SettingsUpdateShippingRequestObject) (api.SettingsUpdateShippingResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.SettingsUpdateShippingResponseObject, error) {
		after, changes, err := updateSettings(ctx, tx, req.Body.ExpectedUpdatedAt, func(s *db.Setting) {
			s.ShippingFeeOere, s.FreeShippingThresholdOere = req.Body.ShippingFeeOere, req.Body.FreeShippingThresholdOere
		})
		result := api.ShippingChanged{
			ShippingFeeOere: after.ShippingFeeOere, FreeShippingThresholdOere: after.FreeShippingThresholdOere, Changes: changes,
			UpdatedAt: wire.TimeOf(after.UpdatedAt),
		}
		return api.SettingsUpdateShipping200JSONResponse{Ok: true, Result: result}, err
	})
}

// SettingsUpdateTax sets the VAT rate.
func (h Settings) SettingsUpdateTax(ctx context.Context, req api.SettingsUpdateTaxRequestObject) (api.SettingsUpdateTaxResponseObject, error) {
	rate := toPPM(*req.Body.Patch.VatRatePercent)
	if kept := toPercent(rate); kept != *req.Body.Patch.VatRatePercent {
		value := strconv.FormatFloat(kept, 'f', -1, 64)
		return nil, problem.Invalid("/patch/vatRatePercent", schema.CodePattern, "must have at most four decimals",
			fmt.Sprintf(`Set "patch.vatRatePercent" to %s.`, value), schema.Correction{Do: schema.Set, Value: value})
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.SettingsUpdateTaxResponseObject, error) {
		after, changes, err := updateSettings(ctx, tx, req.Body.ExpectedUpdatedAt, func(s *db.Setting) { s.VatRatePpm = rate })
		result := api.TaxChanged{VatRatePercent: toTax(&after).VatRatePercent, Changes: changes, UpdatedAt: wire.TimeOf(after.UpdatedAt)}
		return api.SettingsUpdateTax200JSONResponse{Ok: true, Result: result}, err
	})
}

// SettingsUpdatePayments changes the fields that the patch names.
func (h Settings) SettingsUpdatePayments(ctx context.Context, req api.SettingsUpdatePaymentsRequestObject) (api.SettingsUpdatePaymentsResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.SettingsUpdatePaymentsResponseObject, error) {
		after, changes, err := updateSettings(ctx, tx, req.Body.ExpectedUpdatedAt, func(s *db.Setting) {
			wire.Set(&s.CaptureOn, (*string)(req.Body.Patch.CaptureOn))
			wire.Set(&s.RefundLatePayments, req.Body.Patch.RefundLatePayments)
		})
		terms := toPaymentTerms(&after)
		result := api.PaymentTermsChanged{CaptureOn: terms.CaptureOn, RefundLatePayments: terms.RefundLatePayments, Changes: changes, UpdatedAt: wire.TimeOf(after.UpdatedAt)}
		return api.SettingsUpdatePayments200JSONResponse{Ok: true, Result: result}, err
	})
}

// SettingsUpdateBranding changes the fields that the patch names.
func (h Settings) SettingsUpdateBranding(ctx context.Context, req api.SettingsUpdateBrandingRequestObject) (api.SettingsUpdateBrandingResponseObject, error) {
	if logo := wire.ValueOrNil(req.Body.Patch.LogoUrl); logo != nil {
		stored := images.Stored(call.From(ctx).BaseURL, *logo)
		if !images.IsSafe(stored) {
			return nil, problem.InvalidBody([]schema.Fault{images.NotSafe("/patch/logoUrl", "patch.logoUrl")})
		}
		req.Body.Patch.LogoUrl.Set(stored)
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.SettingsUpdateBrandingResponseObject, error) {
		after, changes, err := updateSettings(ctx, tx, req.Body.ExpectedUpdatedAt, func(s *db.Setting) { applyBranding(s, &req.Body.Patch) })
		if err != nil {
			return nil, err
		}
		shown, err := tx.SettingsShown(ctx, tx.Now)
		if err != nil {
			return nil, err
		}
		result := api.BrandingChanged{
			StoreName: after.StoreName, Tagline: after.Tagline, Announcement: after.Announcement, SupportEmail: after.SupportEmail,
			LogoUrl: shownLogo(ctx, after.LogoUrl), Locale: after.Locale, Changes: changes, UpdatedAt: wire.TimeOf(after.UpdatedAt),
		}
		if shown.Campaign != "" {
			result.HiddenBy = &shown.Campaign
		}
		return api.SettingsUpdateBranding200JSONResponse{Ok: true, Result: result}, nil
	})
}

// updateSettings changes the settings, which have one version together, and returns them with what was changed.
func updateSettings(ctx context.Context, tx *store.Tx, expected *wire.Time, change func(*db.Setting)) (after db.Setting, changes []api.AuditChange, err error) {
	before, err := tx.SettingsLock(ctx)
	if err != nil {
		return before, nil, err
	}
	if err := store.CheckVersion(expected, before.UpdatedAt, "settings", problem.Call{Op: "settings.get"}); err != nil {
		return before, nil, err
	}
	if after, err = writeSettings(ctx, tx, before, change); err != nil {
		return after, nil, err
	}
	changed, err := undo.Between(toSettings(&before), toSettings(&after))
	if err != nil {
		return after, nil, err
	}
	changes, err = undo.Shown(changed)
	return after, changes, err
}

// writeSettings changes the locked settings.
func writeSettings(ctx context.Context, tx *store.Tx, before db.Setting, change func(*db.Setting)) (db.Setting, error) {
	after := before
	change(&after)
	after.UpdatedAt = tx.After(before.UpdatedAt)
	err := tx.SettingsUpdate(ctx, db.SettingsUpdateParams{
		ShippingFeeOere: after.ShippingFeeOere, FreeShippingThresholdOere: after.FreeShippingThresholdOere,
		VatRatePpm: after.VatRatePpm, StoreName: after.StoreName, Tagline: after.Tagline, Announcement: after.Announcement,
		SupportEmail: after.SupportEmail, LogoUrl: after.LogoUrl, Locale: after.Locale,
		CaptureOn: after.CaptureOn, RefundLatePayments: after.RefundLatePayments, UpdatedAt: after.UpdatedAt,
	})
	if err != nil {
		return after, err
	}
	return after, tx.Audit(store.AuditEntry{EntityType: "settings", EntityID: "shop", Before: toSettings(&before), After: toSettings(&after)})
}

// SiteGetShop returns what everybody may know of the shop.
func (h Settings) SiteGetShop(ctx context.Context, _ api.SiteGetShopRequestObject) (api.SiteGetShopResponseObject, error) {
	row, err := publicSettings(ctx, h.Store)
	if err != nil {
		return nil, err
	}
	row.LogoUrl = shownLogo(ctx, row.LogoUrl)
	b := toBranding(&row)
	return api.SiteGetShop200JSONResponse{Ok: true, Result: api.SiteShop{
		StoreName: b.StoreName, Tagline: b.Tagline, Announcement: b.Announcement, SupportEmail: b.SupportEmail, LogoUrl: b.LogoUrl, Locale: b.Locale,
		Currency: Currency, Shipping: toShipping(&row), VatRatePercent: toTax(&row).VatRatePercent, Url: call.From(ctx).BaseURL,
	}}, nil
}

// publicSettings returns the settings with what the shop announces now: the running
// campaign that started last, or else what the owner has set.
func publicSettings(ctx context.Context, s *store.Store) (db.Setting, error) {
	row, err := s.Read().SettingsShown(ctx, s.Now())
	if row.Campaign != "" {
		row.Setting.Announcement = &row.Campaign
	}
	return row.Setting, err
}

func toSettings(s *db.Setting) api.Settings {
	shipping, branding, tax, payments := toShipping(s), toBranding(s), toTax(s), toPaymentTerms(s)
	return api.Settings{Shipping: &shipping, Branding: &branding, Tax: &tax, Payments: &payments, UpdatedAt: wire.TimeOf(s.UpdatedAt)}
}

func toShipping(s *db.Setting) api.ShippingTerms {
	return api.ShippingTerms{ShippingFeeOere: s.ShippingFeeOere, FreeShippingThresholdOere: s.FreeShippingThresholdOere}
}

func toBranding(s *db.Setting) api.Branding {
	return api.Branding{StoreName: s.StoreName, Tagline: s.Tagline, Announcement: s.Announcement, SupportEmail: s.SupportEmail, LogoUrl: s.LogoUrl, Locale: s.Locale}
}

// shownLogo returns the whole address of the logo; nil is none.
func shownLogo(ctx context.Context, stored *string) *string {
	if stored == nil {
		return nil
	}
	return new(wire.Absolute(call.From(ctx).BaseURL, *stored))
}

// applyBranding sets the fields that the patch names.
func applyBranding(s *db.Setting, p *api.BrandingPatch) {
	wire.Set(&s.StoreName, p.StoreName)
	wire.Set(&s.Locale, (*string)(p.Locale))
	wire.SetOrClear(&s.Tagline, p.Tagline)
	wire.SetOrClear(&s.Announcement, p.Announcement)
	wire.SetOrClear(&s.SupportEmail, p.SupportEmail)
	wire.SetOrClear(&s.LogoUrl, p.LogoUrl)
}

func toTax(s *db.Setting) api.Tax {
	return api.Tax{VatRatePercent: toPercent(s.VatRatePpm)}
}

func toPaymentTerms(s *db.Setting) api.PaymentTerms {
	return api.PaymentTerms{CaptureOn: api.CaptureOn(s.CaptureOn), RefundLatePayments: s.RefundLatePayments}
}

func toPercent(ppm int32) float64 { return float64(ppm) / ppmPerPercent }

// toPPM returns a rate of 0 to 100 per cent, rounded to parts per million.
func toPPM(percent float64) int32 { return int32(math.Round(percent * ppmPerPercent)) }

// ppmPerPercent is the number of parts per million, the unit of the database, in a
// per cent.
const ppmPerPercent = 10_000

// Undo describes how the settings are put back.
func (h Settings) Undo() undo.Kind {
	one := func(query func(*db.Queries, context.Context) (db.Setting, error)) undo.Query[db.Setting] {
		return func(q *db.Queries, ctx context.Context, _ string) (db.Setting, error) { return query(q, ctx) }
	}
	return undo.Of(undo.Rules{Fields: []string{"/shipping", "/branding", "/tax", "/payments"}}, undo.Records[db.Setting, api.Settings]{
		Lock: one((*db.Queries).SettingsLock),
		View: func(_ context.Context, r *db.Setting) (api.Settings, error) { return toSettings(r), nil },
		Update: func(ctx context.Context, tx *store.Tx, before db.Setting, from *api.Settings) error {
			_, err := writeSettings(ctx, tx, before, func(s *db.Setting) {
				s.ShippingFeeOere, s.FreeShippingThresholdOere = from.Shipping.ShippingFeeOere, from.Shipping.FreeShippingThresholdOere
				s.VatRatePpm = toPPM(from.Tax.VatRatePercent)
				if p := from.Payments; p != nil { // rows of programs before have none
					s.CaptureOn, s.RefundLatePayments = string(p.CaptureOn), p.RefundLatePayments
				}
				b := from.Branding
				s.StoreName, s.Tagline, s.Announcement, s.SupportEmail, s.LogoUrl, s.Locale = b.StoreName, b.Tagline, b.Announcement, b.SupportEmail, b.LogoUrl, b.Locale
			})
			return err
		},
	})
}
