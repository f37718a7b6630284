package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/content"
	"github.com/storefront/storefront/server/shop/discounts"
	"github.com/storefront/storefront/server/shop/limits"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/shop/settings"
	"github.com/storefront/storefront/server/shop/webhooks"
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
	keys, err := keySteps(c, st)
	if err != nil {
		return nil, err
	}
	closing, err := closingSteps(c, st)
	return slices.Concat([]step{branding}, steps, ordering, []step{cartStep(st), campaign, webhook}, keys, closing), err
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

// step is one call of an operation, in one transaction.
type step struct {
	tool string
	name string // what it is about; unique together with tool
	args json.RawMessage
	run  func(ctx context.Context, args []byte) error
}

func (s *step) title() string { return s.tool + " " + s.name }

// id is the id of the call. It is always the same, so that a later fill finds in
// the audit which steps are done, even if a text has changed since.
func (s *step) id() uuid.UUID { return uuid.NewSHA1(uuid.NameSpaceOID, []byte("demo "+s.title())) }

func (s *step) make(ctx context.Context) error {
	c := call.Task(task)
	c.RequestID, c.Tool, c.Args = s.id(), s.tool, s.args
	return s.run(call.With(ctx, c), s.args)
}

// checked returns a step whose body conforms to the contract.
func checked(c *contract.Contract, s step) (step, error) {
	args, faults, err := c.Tool(s.tool).Request.Check(s.args)
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("%s %s", faults[0].Pointer, faults[0].Detail)
	}
	if err != nil {
		return step{}, fmt.Errorf("%s: %w: %s", s.tool, err, s.args)
	}
	s.args = args
	return s, nil
}

// handled makes an operation's handler take the bytes of a body: every generated
// request has its body in the field Body.
func handled[Request, Response any](handle func(context.Context, Request) (Response, error)) func(context.Context, []byte) error {
	return func(ctx context.Context, args []byte) error {
		var request Request
		if err := json.Unmarshal(slices.Concat([]byte(`{"Body":`), args, []byte("}")), &request); err != nil {
			return err
		}
		_, err := handle(ctx, request)
		return err
	}
}

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

// The ids of the webhook of the demo shop, and of a delivery to it that failed.
var (
	WebhookID  = uuid.MustParse("01994f5e-0000-7000-8000-00000000eb01")
	DeliveryID = uuid.MustParse("01994f5e-0000-7000-8000-00000000de01")
)

// webhookArgs are what the webhook is created with.
const webhookArgs = `{"url":"https://accounts.example/storefront","events":["order.created","order.refunded"],"description":"The accounts"}`

// webhookStep creates the webhook. It has no secret, so that nothing is ever sent to it, and is not active.
func webhookStep(c *contract.Contract, st *store.Store) (step, error) {
	return checked(c, step{"webhooks.create", WebhookID.String(), json.RawMessage(webhookArgs), func(ctx context.Context, args []byte) error {
		var body api.WebhooksCreateRequest
		if err := json.Unmarshal(args, &body); err != nil {
			return err
		}
		return st.Write(ctx, func(tx *store.Tx) error {
			if err := webhooks.Create(ctx, tx, WebhookID, []byte{}, &body); err != nil {
				return err
			}
			reason := "The endpoint answered 410 Gone."
			if _, err := tx.EndpointSwitch(ctx, db.EndpointSwitchParams{ID: WebhookID, Active: false, Reason: &reason}); err != nil {
				return err
			}
			return tx.DeliveryInsert(ctx, failedDelivery(tx))
		})
	}})
}

// failedDelivery is that of an order that was placed.
func failedDelivery(tx *store.Tx) db.DeliveryInsertParams {
	order := uuid.MustParse("01994f5e-0000-7000-8000-0000000000d1")
	return db.DeliveryInsertParams{
		EventID: uuid.MustParse("01994f5e-0000-7000-8000-00000000ee01"), Type: "order.created", Entity: order, At: tx.Now,
		Data: fmt.Appendf(nil, `{"orderId":"%s","status":"pending_payment","totalOere":134800,"currency":"DKK","channel":"api"}`, order),
		ID:   DeliveryID, EndpointID: WebhookID, ResponseStatus: 410,
	}
}

// keySteps make keys of agents, which have no secrets.
func keySteps(c *contract.Contract, st *store.Store) ([]step, error) {
	var steps []step
	for i, args := range []string{
		`{"name":"Price agent","holder":"agent","scopes":["catalog:read","products:write"],"limits":{"maxPriceChangePercent":20,"maxDeletesPerDay":10,"approval":true}}`,
		`{"name":"Content agent","holder":"agent","scopes":["pages:read","pages:write"]}`,
	} {
		id := uuid.MustParse(fmt.Sprintf("01994f5e-0000-7000-8000-00000000ce%02d", i+1))
		s, err := checked(c, step{"keys.create", id.String(), json.RawMessage(args), func(ctx context.Context, args []byte) error {
			var g auth.Grant
			if err := json.Unmarshal(args, &g); err != nil {
				return err
			}
			return st.Write(ctx, func(tx *store.Tx) error {
				if err := g.InsertUnusable(ctx, tx, id); err != nil || g.Limits == nil {
					return err
				}
				return insertWaiting(ctx, tx, id)
			})
		}})
		if err != nil {
			return nil, err
		}
		steps = append(steps, s)
	}
	return steps, nil
}

// ApprovalID is the id of the call that waits for approval.
var ApprovalID = uuid.MustParse("01994f5e-0000-7000-8000-00000000af01")

// waitingArgs are those of the call, which lowers a price by more than the key may.
const waitingArgs = `{"slug":"round-metal","patch":{"priceDkk":79900}}`

// insertWaiting has a call of a key wait for approval.
func insertWaiting(ctx context.Context, tx *store.Tx, key uuid.UUID) error {
	products, err := tx.ProductListBySlug(ctx, []string{"round-metal"})
	if err != nil || len(products) == 0 {
		return err
	}
	c := call.Call{Args: json.RawMessage(waitingArgs)}
	digest, err := c.Digest()
	if err != nil {
		return err
	}
	p := &products[0]
	return tx.ApprovalInsert(ctx, db.ApprovalInsertParams{
		ID: ApprovalID, At: tx.Now, KeyID: key, Operation: "products.update", Digest: digest, Args: c.Args, Changes: digest,
		Preview: fmt.Appendf(nil, `{"changes":[{"entityType":"product","entityId":%q,"entityLabel":%q,"fields":[{"path":"/priceDkk","previousValue":%d,"nextValue":79900}]}],"total":1}`,
			p.ID, p.Name, p.PriceOere),
		Exceeded:  []byte(`{"name":"maxPriceChangePercent","value":20,"left":20}`),
		Needs:     []byte(`{"maxPriceChangePercent":39,"maxDeletesPerDay":10}`),
		ExpiresAt: tx.Now.Add(limits.Holds),
	})
}

// CartID is the id of an open cart of the demo shop. It belongs to the key that Key makes.
var CartID = uuid.MustParse("01994f5e-0000-7000-8000-000000000c01")

// GiveCart gives the cart to a key.
func GiveCart(ctx context.Context, st *store.Store, key uuid.UUID) error {
	return st.Task(ctx, "demo cart", func(tx *store.Tx) error {
		return tx.CartAdopt(ctx, db.CartAdoptParams{ID: CartID, KeyID: key})
	})
}

// cartArgs are what the cart was opened with.
const cartArgs = `{"items":[{"slug":"round-metal","quantity":1}]}`

// cartStep opens a cart, which belongs to nobody as long as there is no key.
func cartStep(st *store.Store) step {
	return step{"cart.create", CartID.String(), json.RawMessage(cartArgs), func(ctx context.Context, args []byte) error {
		var body api.CartCreateRequest
		if err := json.Unmarshal(args, &body); err != nil {
			return err
		}
		return st.Write(ctx, func(tx *store.Tx) error {
			_, err := orders.OpenCart(ctx, tx, CartID, uuid.Nil, &body)
			return err
		})
	}}
}

// EntryID is the id of the entry in the audit about the discount that was switched off.
var EntryID = uuid.MustParse("01994f5e-0000-7000-8000-000000000a01")

// nameEntry gives the entry its id.
func nameEntry(ctx context.Context, st *store.Store) error {
	s := step{tool: "discounts.toggle", name: "FORAAR20"}
	return st.Task(ctx, "demo entry", func(tx *store.Tx) error {
		return tx.AuditRename(ctx, db.AuditRenameParams{ID: EntryID, RequestID: s.id(), Tool: s.tool})
	})
}
