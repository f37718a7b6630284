package cart_test

import (
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// TestMain also fails if an operation was never seen to refuse with a code that
// the contract lists for it.
func TestMain(m *testing.M) { storetest.Main(m, servertest.EveryRefusal("cart")) }

type object = servertest.Object

// shop is a service with two products, and a key that fills carts.
type shop struct {
	*servertest.Server
	key   string
	owner string
}

func newShop(t *testing.T, o servertest.Options) shop {
	t.Helper()
	o.Template = storetest.Empty
	s := shop{Server: servertest.New(t, o)}
	s.key, s.owner = s.Key(t, "cart:write"), s.Key(t, "all")
	s.OK(t, s.owner, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.product(t, "rund", 20000, 10)
	s.product(t, "klud", 2500, 1000)
	return s
}

func (s shop) product(t *testing.T, slug string, price, stock int) {
	t.Helper()
	s.OK(t, s.owner, "products.create", servertest.With(servertest.NewProduct(slug), object{
		"priceDkk": price, "stock": stock, "images": []string{"https://images.example/" + slug + ".jpg"},
	}), nil)
}

// change changes a product.
func (s shop) change(t *testing.T, slug string, patch object) {
	t.Helper()
	s.OK(t, s.owner, "products.update", object{"slug": slug, "patch": patch}, nil)
}

// open opens a cart with one pair of glasses.
func (s shop) open(t *testing.T) string {
	t.Helper()
	return s.cart(t, "cart.create", object{"items": []object{{"slug": "rund", "quantity": 1}}})["cartId"].(string)
}

// cart calls an operation that returns a cart.
func (s shop) cart(t *testing.T, tool string, body object) (c object) {
	t.Helper()
	s.OK(t, s.key, tool, body, &c)
	return c
}

// summary reads a cart.
func (s shop) summary(t *testing.T, id string) object {
	t.Helper()
	return s.cart(t, "cart.get_summary", object{"cartId": id})
}
