package demo

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/discounts"
)

// CampaignID is the id of a running campaign of the demo shop.
var CampaignID = uuid.MustParse("01994f5e-0000-7000-8000-00000000ca01")

// campaignArgs are what the campaign is created with.
const campaignArgs = `{"discountCode":"VINTER15","discountType":"percent","discountValue":15,"announcement":"Vinterudsalg: 15 % på alle stel med koden VINTER15"}`

// campaignStep creates the campaign.
func campaignStep(c *contract.Contract, st *store.Store) (step, error) {
	return checked(c, step{"marketing.create_campaign", CampaignID.String(), json.RawMessage(campaignArgs), func(ctx context.Context, args []byte) error {
		var body api.MarketingCreateCampaignRequest
		if err := json.Unmarshal(args, &body); err != nil {
			return err
		}
		return st.Write(ctx, func(tx *store.Tx) error {
			_, err := discounts.CreateCampaign(ctx, tx, CampaignID, &body)
			return err
		})
	}})
}
