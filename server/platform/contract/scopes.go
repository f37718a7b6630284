package contract

// Scopes are all scopes that a key can have.
var Scopes = []string{
	"analytics:read", "audit:read", "audit:revert", "cart:write", "catalog:read", "categories:read", "categories:write",
	"customer:read", "discounts:read", "discounts:write", "features:read", "features:write", "marketing:write",
	"orders:read", "orders:write", "pages:read", "pages:write", "products:write", "settings:read", "settings:write",
}
