package discounts

import (
	"time"

	"github.com/oapi-codegen/nullable"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/wire"
)

func toDiscount(r *db.Discount) api.Discount {
	return api.Discount{
		Id: r.ID.String(), Code: r.Code, Type: api.DiscountType(r.Type), Value: r.Value,
		ValidUntil: wire.TimeOrNil(r.ValidUntil), UsageLimit: r.UsageLimit, UsageCount: r.UsageCount, Active: r.Active,
	}
}

// fromCreate returns what Create makes a code of.
func fromCreate(b *api.DiscountsCreateRequest) db.Discount {
	return db.Discount{
		Code: b.Code, Type: string(b.Type), Value: b.Value,
		ValidUntil: moment(b.ValidUntil), UsageLimit: wire.ValueOrNil(b.UsageLimit),
	}
}

// applyPatch sets the fields that the patch names.
func applyPatch(r *db.Discount, p *api.DiscountPatch) {
	wire.Set(&r.Value, p.Value)
	wire.SetOrClear(&r.UsageLimit, p.UsageLimit)
	if p.ValidUntil.IsSpecified() {
		r.ValidUntil = moment(p.ValidUntil)
	}
}

func moment(v nullable.Nullable[wire.Time]) *time.Time {
	t := wire.ValueOrNil(v)
	if t == nil {
		return nil
	}
	return &t.Time
}
