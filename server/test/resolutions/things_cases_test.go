package resolutions_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// calls is a call to the demo shop that is refused because of what its body asks
// for.
func calls(scopes, tool string, args object) provoke {
	return onDemo(scopes, toolCall(tool, args), nil)
}

// aboutThings are the problems of things that do not exist, or exist already.
var aboutThings = map[problem.Code]map[string]provoke{
	problem.ProductNotFound: {
		"get": calls("", "products.get", object{"slug": "findes-ikke"}),
		"get by id": func(t *testing.T) (*agent, *request) {
			a := newAgent(t, servertest.Borrow(t, servertest.Demo))
			return a, toolCall("products.get", object{"slug": a.s.Product(t, "round-metal").Id})
		},
		"deleted": deleted("products.delete", object{"slug": "round-metal"}, "products.get", object{"slug": "round-metal"}),
		"deleted, by id": func(t *testing.T) (*agent, *request) {
			id := servertest.Borrow(t, servertest.Demo).Product(t, "round-metal").Id // the ids of the demo shop are the same in every copy
			return deleted("products.delete", object{"slug": "round-metal"}, "products.get", object{"slug": id})(t)
		},
		"update": calls("products:write", "products.update", object{"slug": "findes-ikke", "patch": object{"stock": 1}}),
		"adjust": calls("products:write", "products.adjust_stock", object{"slug": "findes-ikke", "delta": 1}),
		"detach": calls("products:write", "products.detach_image",
			object{"slug": "findes-ikke", "imageUrl": "https://a.example/a.jpg", "confirm": true}),
		"restore": calls("products:write categories:write", "products.restore", object{"slug": "findes-ikke"}),
		"restore by id": onDemo("products:write", toolCall("products.restore", object{"id": "01994f5e-0000-7000-8000-000000000999"}),
			func(r *request) { r.known = object{"slug": "retro-square"} }),
	},
	problem.CategoryNotFound: {
		"delete": calls("categories:write", "categories.delete", object{"slug": "findes-ikke", "confirm": true}),
	},
	problem.OrderNotFound: {
		"get": calls("orders:read", "orders.get", object{"orderId": "findes-ikke"}),
	},
	problem.AuditEntryNotFound: {
		"get":  calls("audit:read", "audit.get", object{"auditLogId": "findes-ikke"}),
		"many": calls("audit:revert audit:read", "audit.revert_many", object{"auditLogIds": []any{"findes-ikke"}, "dryRun": true, "confirm": true}),
		"call": calls("audit:revert audit:read", "audit.revert_many", object{"requestId": "findes-ikke", "dryRun": true, "confirm": true}),
	},
	problem.CustomerNotFound: {
		"by e-mail": calls("customer:read", "customer.get", object{"email": "nobody@example.com"}),
		"get":       calls("customer:read", "customer.get", object{"customerId": "findes-ikke"}),
		"export":    calls("customer:read", "customer.export", object{"customerId": "01994f5e-0000-7000-8000-000000000999"}),
		"erase":     calls("settings:write customer:read", "customer.erase", object{"customerId": "findes-ikke", "confirm": true}),
	},
	problem.DiscountNotFound: {
		"toggle":  calls("discounts:write", "discounts.toggle", object{"code": "FINDESIKKE"}),
		"update":  calls("discounts:write", "discounts.update", object{"code": "FINDESIKKE", "patch": object{"usageLimit": nil}}),
		"delete":  calls("discounts:write", "discounts.delete", object{"code": "FINDESIKKE", "confirm": true}),
		"open":    calls("cart:write", "cart.create", object{"discountCode": "FINDESIKKE"}),
		"deleted": deleted("discounts.delete", object{"code": "VELKOMMEN10"}, "discounts.toggle", object{"code": "velkommen10"}),
	},
	problem.PageNotFound: {
		"get":        calls("pages:read", "pages.get", object{"slug": "findes-ikke"}),
		"deleted":    deleted("pages.delete", object{"slug": "om-os"}, "pages.get", object{"slug": "om-os"}),
		"public get": calls("", "site.get_page", object{"slug": "findes-ikke"}),
		"delete":     calls("pages:write", "pages.delete", object{"slug": "findes-ikke", "confirm": true}),
	},
	problem.ServiceNotFound: {
		"deleted": deleted("services.delete", object{"slug": "synsproeve"}, "services.update", object{"slug": "synsproeve", "patch": object{"features": []any{}}}),
		"get":     calls("", "services.get", object{"slug": "findes-ikke"}),
		"delete":  calls("pages:write", "services.delete", object{"slug": "findes-ikke", "confirm": true}),
	},
	problem.SlugTaken: {
		"product": calls("products:write", "products.create", servertest.With(servertest.NewProduct("round-metal"), object{"categorySlug": "solbriller"})),
		"service": calls("pages:write", "services.create", object{"slug": "synsproeve", "title": "Synsprøve", "body": "En anden."}),
		"restore": replacedProduct,
	},
	problem.CampaignNotFound: {
		"end": calls("marketing:write", "marketing.end_campaign", object{"campaignId": "findes-ikke", "confirm": true}),
	},
	problem.RedirectNotFound: {
		"delete": calls("settings:write settings:read", "redirects.delete", object{"fromPath": "/findes-ikke", "confirm": true}),
	},
	problem.WebhookNotFound: {
		"delete":     calls("settings:write settings:read", "webhooks.delete", object{"id": "findes-ikke", "confirm": true}),
		"deliveries": calls("settings:read", "webhooks.deliveries", object{"id": "findes-ikke"}),
	},
	problem.DeliveryNotFound: {
		"redeliver": calls("settings:write settings:read", "webhooks.redeliver", object{"deliveryId": "findes-ikke"}),
	},
	problem.FeatureNotFound: {
		"set": calls("features:write features:read", "features.set", object{"key": "weather", "enabled": true, "confirm": true}),
	},
	problem.CodeTaken: {
		"create": calls("discounts:write", "discounts.create", object{"code": "velkommen10", "type": "percent", "value": 5}),
		"campaign": calls("marketing:write discounts:read", "marketing.create_campaign",
			object{"discountCode": "velkommen10", "discountType": "percent", "discountValue": 5, "announcement": "Ti procent"}),
	},
	problem.CategoryRequired: {
		"create": calls("products:write", "products.create", withoutCategory("ny")),
	},
	problem.CategoryMismatch: {
		"create": otherCategory("products.create", "", servertest.NewProduct("ny")),
		"update": otherCategory("products.update", "patch", object{"slug": "round-metal", "patch": object{}}),
	},
	problem.UnknownCategory: {
		"create":       calls("products:write", "products.create", servertest.With(servertest.NewProduct("ny"), object{"categorySlug": "findes-ikke"})),
		"create by id": calls("products:write", "products.create", servertest.With(withoutCategory("ny"), object{"categoryId": "findes-ikke"})),
		"update":       calls("products:write", "products.update", object{"slug": "round-metal", "patch": object{"categorySlug": "findes-ikke"}}),
	},
	problem.CategoryDeleted: {
		"restore": lostCategory,
	},
	problem.SlugImmutable: {
		"product": calls("products:write", "products.update", object{"slug": "round-metal", "patch": object{"slug": "rund", "stock": 1}}),
		"service": calls("pages:write", "services.update", object{"slug": "synsproeve", "patch": object{"slug": "proeve"}}),
	},
}

func withoutCategory(slug string) object {
	product := servertest.NewProduct(slug)
	delete(product, "categorySlug")
	return product
}

// replacedProduct is a product to restore whose slug another product has now.
func replacedProduct(t *testing.T) (*agent, *request) {
	a, r := calls("products:write", "products.restore", object{"slug": "retro-square"})(t)
	a.call("products.create", servertest.With(servertest.NewProduct("retro-square"), object{"categorySlug": "solbriller"}))
	return a, r
}

// otherCategory names two different categories.
func otherCategory(tool, within string, args object) provoke {
	return func(t *testing.T) (*agent, *request) {
		a, r := calls("products:write", tool, args)(t)
		list, _ := a.call("categories.list", object{}).([]any)
		fields := r.args
		if within != "" {
			fields = object{}
			r.args[within] = fields
		}
		fields["categoryId"], fields["categorySlug"] = asObject(list[0])["id"], asObject(list[1])["slug"]
		return a, r
	}
}

// deleted is a call that needs what the caller, who may restore it, has deleted.
func deleted(remove string, thing object, tool string, args object) provoke {
	return func(t *testing.T) (*agent, *request) {
		a := newAgent(t, servertest.Borrow(t, servertest.Demo))
		for _, scope := range []string{"audit:revert", a.s.Contract.Tool(remove).Scope, a.s.Contract.Tool(tool).Scope} {
			a.ask(scope)
		}
		a.call(remove, servertest.With(thing, object{"confirm": true}))
		return a, toolCall(tool, args)
	}
}

// lostCategory is the deleted category of a product to restore.
func lostCategory(t *testing.T) (*agent, *request) {
	a := newAgent(t, servertest.Borrow(t, storetest.Empty))
	a.ask("categories:write")
	a.ask("products:write")
	a.call("categories.upsert", object{"slug": "briller", "name": "Briller"})
	a.call("products.create", servertest.NewProduct("rund"))
	a.call("products.delete", object{"slug": "rund", "confirm": true})
	a.call("categories.delete", object{"slug": "briller", "confirm": true})
	return a, toolCall("products.restore", object{"slug": "rund"})
}
