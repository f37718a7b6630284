package server_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/test/servertest"
)

// picture is the path of an image of the service itself.
const picture = "/pictures/round-metal.svg"

// showPicture makes the picture the only image of a product.
func showPicture(t *testing.T, s *servertest.Server, slug string) {
	t.Helper()
	s.Execute(t, `UPDATE products SET images = '[{"alt":"Forfra","sourceId":null,"url":"`+picture+`"}]' WHERE slug = '`+slug+`'`)
}

// reached returns a request for an operation at another address of the service.
func reached(t *testing.T, s *servertest.Server, host, tool, body string) *http.Request {
	t.Helper()
	r := s.Request(t, "", tool, []byte(body))
	r.Host = host
	return r
}

// Each caller gets the addresses of the service as it reached it, from the caches
// and from the database, while others call it by other names.
func TestEveryHostGetsItsOwnAddresses(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	showPicture(t, s, "round-metal")
	for name, server := range map[string]*servertest.Server{"from memory": s, "from the database": s.Beside(t, servertest.Options{Unaided: true})} {
		var wg sync.WaitGroup
		for _, host := range []string{"shop.example", "butik.example:8443", "[::1]:8080"} {
			wg.Go(func() {
				base := "http://" + host
				for range 20 {
					var p api.Product
					server.Do(t, "products.get", reached(t, server, host, "products.get", `{"slug":"round-metal"}`)).Result(t, &p)
					if p.Url != base+"/products/round-metal" || p.Images[0] != base+picture || p.ImageDetails[0].Url != base+picture {
						t.Errorf("%s at %s: %s, %v, %+v", name, host, p.Url, p.Images, p.ImageDetails)
					}
					var hits []api.ProductHit
					server.Do(t, "products.search", reached(t, server, host, "products.search", `{"limit":100}`)).Result(t, &hits)
					if len(hits) < 40 {
						t.Errorf("%s at %s: %d hits", name, host, len(hits))
					}
					for _, hit := range hits {
						if hit.Url != base+"/products/"+hit.Slug || hit.Slug == "round-metal" && *hit.FirstImage != base+picture {
							t.Errorf("%s at %s: %s, %s", name, host, hit.Url, *hit.FirstImage)
						}
					}
				}
			})
		}
		wg.Wait()
	}
}

func TestTheConfiguredAddressIsInAddresses(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Config: func(c *config.Serve) { c.BaseURL = "https://butik.example/shop/" }})
	if p := s.Product(t, "round-metal"); p.Url != "https://butik.example/shop/products/round-metal" {
		t.Error(p.Url)
	}
}

func TestAddressesOverMCP(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	showPicture(t, s, "round-metal")
	for tool, body := range map[string]string{"products_get": `{"slug":"round-metal"}`, "products_search": `{"slugs":["round-metal"]}`} {
		r := s.MCPRequest(t, "", []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+`","arguments":`+body+`}}`))
		r.Host = "shop.example"
		reply := s.DoMCP(t, r).Outcome(t, tool).Reply.Body
		for _, want := range []string{`"url":"http://shop.example/products/round-metal"`, `"http://shop.example` + picture + `"`} {
			if !bytes.Contains(reply, []byte(want)) {
				t.Errorf("%s: %s lacks %s", tool, reply, want)
			}
		}
	}
}

// Texts that look like a mark are answered as they are.
func TestTextsAreNoAddresses(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	odd := "\x01\"\\u0000/a \x1f \\\"\\u0000/b"
	s.OK(t, s.Key(t, "all"), "products.update", object{"slug": "round-metal", "patch": object{
		"description": "Se " + odd, "answerSummary": "x" + odd, "attributes": object{"x" + odd: []string{"y" + odd, `\u0000/c`}},
	}}, nil)
	for range 2 { // the second time from memory
		p := s.Product(t, "round-metal")
		var attributes map[string][]string
		if err := json.Unmarshal(p.Attributes, &attributes); err != nil {
			t.Fatal(err)
		}
		if got := attributes["x"+odd]; p.Description != "Se "+odd || *p.AnswerSummary != "x"+odd || len(got) != 2 || got[0] != "y"+odd || got[1] != `\u0000/c` {
			t.Errorf("%q, %q, %q", p.Description, *p.AnswerSummary, attributes)
		}
	}
}

// An image of the service is known by its whole address, and stays what it is
// when a caller writes back what it has read.
func TestAnImageOfTheServiceIsKnownByItsWholeAddress(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	showPicture(t, s, "round-metal")
	stored := func() string {
		return servertest.One[string](t, s, "SELECT images::text FROM products WHERE slug = 'round-metal'")
	}
	before, p := stored(), s.Product(t, "round-metal")
	s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{"images": p.Images}}, nil)
	if again := stored(); again != before {
		t.Errorf("%s became %s", before, again)
	}
	const further = "https://images.example/other.jpg"
	for _, images := range [][]string{append(p.Images, further), p.Images} {
		s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{"images": images}}, nil)
	}
	rows := s.Succeeded(t, "products.update")
	if len(rows) != 2 {
		t.Errorf("%d rows of the audit", len(rows))
	}
	for i, want := range [][]string{{picture}, {picture, further}} {
		if after := servertest.Decoded(t, rows[i].After); after["url"] != nil || !servertest.SameJSON(after["images"], want) {
			t.Errorf("the audit has %v", after)
		}
	}
	var bulk api.ProductsBulkUpsertResult
	s.OK(t, key, "products.bulk_upsert", object{"mode": "best_effort", "items": []object{{"slug": "round-metal", "images": p.Images}}}, &bulk)
	if bulk.Updated != 0 || bulk.Failed != 0 {
		t.Errorf("%+v", bulk)
	}
	other := s.URL + "/pictures/cat-eye.svg"
	s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{"images": []string{other, p.Images[0]}}}, nil)
	if now := stored(); !strings.Contains(now, `"`+other+`"`) || !strings.Contains(now, `"`+picture+`"`) || !strings.Contains(now, "Forfra") {
		t.Errorf("stored is %s", now)
	}
	var left api.ProductsDetachImageResult
	s.OK(t, key, "products.detach_image", object{"slug": "round-metal", "imageUrl": p.Images[0], "confirm": true}, &left)
	if left.TotalImages != 1 {
		t.Errorf("%+v", left)
	}
	s.OK(t, key, "audit.revert", object{"auditLogId": s.Succeeded(t, "products.detach_image")[0].ID.String(), "confirm": true}, nil)
	if now := stored(); !strings.Contains(now, `"`+picture+`"`) {
		t.Errorf("put back is %s", now)
	}
}
