package server

import (
	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/shop/audit"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/content"
	"github.com/storefront/storefront/server/shop/customers"
	"github.com/storefront/storefront/server/shop/discounts"
	"github.com/storefront/storefront/server/shop/insight"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/shop/settings"
	"github.com/storefront/storefront/server/shop/webhooks"
)

// resources embeds the handlers of all resources to implement the interface that
// is generated from the contract: a missing operation does not compile.
type resources struct {
	catalog.Products
	catalog.Categories
	orders.Orders
	orders.Carts
	settings.Settings
	settings.Features
	discounts.Marketing
	content.Redirects
	webhooks.Webhooks
	customers.Customers
	discounts.Discounts
	content.Pages
	content.Services
	content.Site
	audit.Audit
	insight.Analytics
}

func (s *Server) resources() api.StrictServerInterface {
	counted := paging.NewMemo(s.feed.Current)
	s.feed.Follow(counted, "orders")
	products := catalog.Products{
		Store: s.store, Memory: s.memory, Switches: s.switches, Synonyms: settings.NewSynonyms(s.store, s.feed), Importer: catalog.NewImporter(s.store),
		Searched: s.counts.Searched,
	}
	return resources{
		products, catalog.Categories{Store: s.store, Memory: s.memory}, orders.Orders{Store: s.store, Counted: counted},
		orders.Carts{Store: s.store}, settings.Settings{Store: s.store}, settings.Features{Store: s.store}, discounts.Marketing{Store: s.store}, content.Redirects{Store: s.store},
		webhooks.Webhooks{Store: s.store, Secrets: s.secrets, Reach: s.reach()},
		customers.Customers{Store: s.store},
		discounts.Discounts{Store: s.store}, content.Pages{Store: s.store, Sections: s.contract.Sections()}, content.Services{Store: s.store}, content.Site{Store: s.store},
		audit.Audit{Store: s.store, Contract: s.contract, Kinds: Undoable()},
		insight.Analytics{Store: s.store, Products: products, Ledger: insight.NewLedger(s.store)},
	}
}
