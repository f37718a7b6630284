package server

import (
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/content"
	"github.com/storefront/storefront/server/shop/discounts"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/shop/settings"
)

// Undoable returns the kinds of things whose changes can be reverted, by their type in
// the audit.
func Undoable() map[string]undo.Kind {
	return map[string]undo.Kind{
		"product": catalog.Products{}.Undo(), "category": catalog.Categories{}.Undo(), "order": orders.Orders{}.Undo(),
		"discount": discounts.Discounts{}.Undo(), "page": content.Pages{}.Undo(), "service": content.Services{}.Undo(),
		"settings": settings.Settings{}.Undo(), "search_settings": settings.Settings{}.UndoSearch(), "feature": settings.Features{}.Undo(), "campaign": discounts.Marketing{}.Undo(),
		"redirect": content.Redirects{}.Undo(),
	}
}
