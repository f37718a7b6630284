package settings

import (
	"math"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/wire"
)

func toSettings(s *db.Setting) api.Settings {
	shipping, branding, tax := toShipping(s), toBranding(s), toTax(s)
	return api.Settings{Shipping: &shipping, Branding: &branding, Tax: &tax, UpdatedAt: wire.TimeOf(s.UpdatedAt)}
}

func toShipping(s *db.Setting) api.ShippingTerms {
	return api.ShippingTerms{ShippingFeeOere: s.ShippingFeeOere, FreeShippingThresholdOere: s.FreeShippingThresholdOere}
}

func toBranding(s *db.Setting) api.Branding {
	return api.Branding{StoreName: s.StoreName, Tagline: s.Tagline, Announcement: s.Announcement, SupportEmail: s.SupportEmail, LogoUrl: s.LogoUrl, Locale: s.Locale}
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

// ppmPerPercent is the number of parts per million, the unit of the database, in a
// per cent.
const ppmPerPercent = 10_000

func toTax(s *db.Setting) api.Tax {
	return api.Tax{VatRatePercent: float64(s.VatRatePpm) / ppmPerPercent}
}

// toPPM returns a rate of 0 to 100 per cent, rounded to parts per million.
func toPPM(percent float64) int32 { return int32(math.Round(percent * ppmPerPercent)) }
