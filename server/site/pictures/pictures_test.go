package pictures_test

import (
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

type object = servertest.Object

// maxBytes is the maximum size of a picture.
const maxBytes = 4 << 10

// imagesOfTheShop returns the addresses of the images of the demo shop, as callers get them:
// of the products, also of the deleted one, and of the services.
func imagesOfTheShop(t *testing.T, s *servertest.Server) (products, services []string) {
	t.Helper()
	s.OK(t, s.Key(t, "all"), "products.restore", object{"slug": "retro-square"}, nil)
	var hits []api.ProductHit
	s.OK(t, "", "products.search", object{"limit": 100}, &hits)
	for _, hit := range hits {
		if hit.FirstImage == nil || *hit.FirstImage != s.URL+"/pictures/"+hit.Slug+".svg" {
			t.Fatalf("%s has the image %v", hit.Slug, hit.FirstImage)
		}
		products = append(products, *hit.FirstImage)
	}
	var offered []api.ServiceSummary
	s.OK(t, "", "services.list", object{}, &offered)
	for i := range offered {
		var service api.Service
		s.OK(t, "", "services.get", object{"slug": offered[i].Slug}, &service)
		if *service.HeroImage != *offered[i].HeroImage {
			t.Errorf("services.get answers %s, services.list %s", *service.HeroImage, *offered[i].HeroImage)
		}
		services = append(services, *service.HeroImage)
	}
	if len(products) < 43 || len(services) < 2 {
		t.Fatalf("%d products, %d services", len(products), len(services))
	}
	return products, services
}

// Everything in the demo shop has a picture of its own, which is served.
func TestEveryPictureIsServed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	products, services := imagesOfTheShop(t, s)
	seen := map[string]string{}
	check := func(address, viewBox string) {
		reply := s.Get(t, strings.TrimPrefix(address, s.URL))
		if reply.Status != http.StatusOK || reply.Header.Get("Content-Type") != "image/svg+xml" || reply.Header.Get("Cache-Control") != "public, max-age=86400" {
			t.Fatalf("%s: %d %v", address, reply.Status, reply.Header)
		}
		text := string(reply.Body)
		if len(text) > maxBytes || !strings.Contains(text, viewBox) {
			t.Errorf("%s: %d bytes, %.120s", address, len(text), text)
		}
		if other := seen[text]; other != "" {
			t.Errorf("%s and %s are the same", address, other)
		}
		seen[text] = address
		onlyDraws(t, address, text)
	}
	for _, address := range products {
		check(address, `viewBox="0 0 600 600"`)
	}
	for _, address := range services {
		check(address, `viewBox="0 0 800 500"`)
	}
}

// elements are those that only draw.
var elements = strings.Fields("svg defs g path rect circle ellipse use stop linearGradient radialGradient pattern clipPath")

// onlyDraws checks that a picture is well-formed XML of these elements, that it
// refers to nothing outside it, and that each part that it refers to is there.
func onlyDraws(t *testing.T, address, text string) {
	t.Helper()
	ids, used := map[string]bool{}, []string{}
	for decoder := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if name := element.Name.Local; !slices.Contains(elements, name) {
			t.Errorf("%s: an element %s", address, name)
		}
		for _, a := range element.Attr {
			switch name, value := a.Name.Local, a.Value; {
			case strings.HasPrefix(name, "on"), name == "style":
				t.Errorf("%s: an attribute %s", address, name)
			case name == "id":
				ids[value] = true
			case name == "href":
				used = append(used, strings.TrimPrefix(value, "#"))
			case strings.HasPrefix(value, "url("):
				used = append(used, strings.TrimSuffix(strings.TrimPrefix(value, "url(#"), ")"))
			case strings.Contains(value, "NaN"), value == "":
				t.Errorf("%s: %s is %q", address, name, value)
			}
		}
	}
	for _, id := range used {
		if !ids[id] {
			t.Errorf("%s refers to %s", address, id)
		}
	}
}

func TestAPictureIsServedAsADocument(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	const path = "/pictures/round-metal.svg"
	reply := s.Get(t, path)
	if h := reply.Header; h.Get("Content-Security-Policy") != "default-src 'none'; style-src 'unsafe-inline'" || h.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%v", h)
	}
	if again := s.Ask(t, "GET", path, "If-None-Match", reply.Header.Get("ETag")); again.Status != http.StatusNotModified {
		t.Errorf("%d for the tag that was sent", again.Status)
	}
	if head := s.Ask(t, "HEAD", path); head.Status != http.StatusOK || len(head.Body) != 0 {
		t.Errorf("HEAD: %d, %d bytes", head.Status, len(head.Body))
	}
	for _, unknown := range []string{"/pictures/findes-ikke.svg", "/pictures/round-metal", "/pictures/glasses.svg", "/pictures/..%2ftable.go"} {
		s.Get(t, unknown).Problem(t, problem.EndpointNotFound)
	}
}

// Callers can give the address of a picture, but no path.
func TestCallersGiveWholeAddresses(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	s.Refused(t, key, "products.update", object{"slug": "round-metal", "patch": object{"images": []string{"/pictures/cat-eye.svg"}}}, problem.ValidationFailed)
	s.Refused(t, key, "services.update", object{"slug": "tilpasning", "patch": object{"heroImage": "/pictures/synsproeve.svg"}}, problem.ValidationFailed)
	given := "https://shop.example/pictures/cat-eye.svg"
	s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{"images": []string{given}}}, nil)
	if p := s.Product(t, "round-metal"); p.Images[0] != given {
		t.Errorf("%v", p.Images)
	}
	own := s.URL + "/pictures/tilpasning.svg"
	s.OK(t, key, "services.update", object{"slug": "tilpasning", "patch": object{"heroImage": own, "navOrder": 3}}, nil)
	if stored := servertest.One[string](t, s, "SELECT hero_image FROM services WHERE slug = 'tilpasning'"); stored != "/pictures/tilpasning.svg" {
		t.Errorf("an image that was written back as it was read is stored as %s", stored)
	}
}

func TestACartShowsWholeAddresses(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	var cart api.Cart
	s.OK(t, s.Key(t, "all"), "cart.create", object{"items": []object{{"slug": "cat-eye", "quantity": 1}}}, &cart)
	if image := cart.Items[0].FirstImage; image == nil || *image != s.URL+"/pictures/cat-eye.svg" {
		t.Errorf("%v", image)
	}
}
