package demo

import (
	"encoding/json"
	"slices"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/content"
	"github.com/storefront/storefront/server/shop/discounts"
	"github.com/storefront/storefront/server/shop/settings"
)

// allSteps returns the steps that create the shop, in their order.
func allSteps(st *store.Store) ([]step, error) {
	c, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		return nil, err
	}
	branding, err := brandingStep(c, st)
	if err != nil {
		return nil, err
	}
	steps, err := recordSteps(c, st)
	if err != nil {
		return nil, err
	}
	ordering, err := orderSteps(c, st)
	if err != nil {
		return nil, err
	}
	campaign, err := campaignStep(c, st)
	if err != nil {
		return nil, err
	}
	webhook, err := webhookStep(c, st)
	if err != nil {
		return nil, err
	}
	closing, err := closingSteps(c, st)
	return slices.Concat([]step{branding}, steps, ordering, []step{cartStep(st), campaign, webhook}, closing), err
}

// brandingStep names the shop.
func brandingStep(c *contract.Contract, st *store.Store) (step, error) {
	return checked(c, step{
		"settings.update_branding", "shop",
		json.RawMessage(`{"patch":{"storeName":"Nørregade Optik","tagline":"Briller og synsprøver siden 1987","supportEmail":"butik@example.com"}}`),
		handled(settings.Settings{Store: st}.SettingsUpdateBranding),
	})
}

// recordSteps come from the files, one step per line.
func recordSteps(c *contract.Contract, st *store.Store) ([]step, error) {
	var steps []step
	for _, f := range []struct {
		file string
		step step
	}{
		{"categories.jsonl", step{tool: "categories.upsert", run: handled(catalog.Categories{Store: st}.CategoriesUpsert)}},
		{"products.jsonl", step{tool: "products.create", run: handled(catalog.Products{Store: st}.ProductsCreate)}},
		{"pages.jsonl", step{tool: "pages.upsert", run: handled(content.Pages{Store: st}.PagesUpsert)}},
		{"services.jsonl", step{tool: "services.create", run: handled(content.Services{Store: st}.ServicesCreate)}},
		{"discounts.jsonl", step{tool: "discounts.create", run: handled(discounts.Discounts{Store: st}.DiscountsCreate)}},
	} {
		bodies, err := lines(f.file)
		if err != nil {
			return nil, err
		}
		for _, body := range bodies {
			s := f.step
			s.name, s.args = named(body), body
			if s, err = checked(c, s); err != nil {
				return nil, err
			}
			if s, err = pictured(s); err != nil {
				return nil, err
			}
			steps = append(steps, s)
		}
	}
	return steps, nil
}

// closingSteps follow the orders, one of which contains the product.
func closingSteps(c *contract.Contract, st *store.Store) ([]step, error) {
	steps := []step{
		{"products.delete", "retro-square", json.RawMessage(`{"slug":"retro-square","confirm":true}`),
			handled(catalog.Products{Store: st}.ProductsDelete)},
		{"discounts.toggle", "FORAAR20", json.RawMessage(`{"code":"FORAAR20","active":false}`),
			handled(discounts.Discounts{Store: st}.DiscountsToggle)},
		{"redirects.import", "butikken", json.RawMessage(`{"csv":"/butikken,/info/om-os","confirm":true}`),
			handled(content.Redirects{Store: st}.RedirectsImport)},
	}
	for i := range steps {
		var err error
		if steps[i], err = checked(c, steps[i]); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// named returns the name of the thing that a body is about.
func named(body []byte) string {
	var named struct{ Slug, Code string }
	_ = json.Unmarshal(body, &named) // the validation that follows reports errors
	return named.Slug + named.Code
}
