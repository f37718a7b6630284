package catalog_test

import (
	"fmt"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/test/servertest"
)

// Attaching an image that is there changes the details that the call names, and
// nothing else.
func TestAnImageThatIsThereGetsItsDetails(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	s.OK(t, key, "products.create", servertest.With(servertest.NewProduct("billeder"), object{"categorySlug": "solbriller"}), nil)
	const front, side = "https://a.example/front.jpg", "https://a.example/side.jpg"
	s.OK(t, key, "products.attach_image", object{"slug": "billeder", "imageUrl": front, "sourceId": "f1"}, nil)
	s.OK(t, key, "products.attach_image", object{"slug": "billeder", "imageUrl": side}, nil)
	for _, step := range []struct {
		details    object
		alt, id    any
		sameMoment bool
	}{
		{object{"alt": "Forfra"}, "Forfra", "f1", false},
		{object{"sourceId": "f2"}, "Forfra", "f2", false},
		{object{}, "Forfra", "f2", true},
		{object{"alt": "Forfra", "sourceId": "f2"}, "Forfra", "f2", true},
		{object{"alt": "", "sourceId": "f3"}, "", "f3", false},
	} {
		was := s.Product(t, "billeder")
		var result api.ProductsAttachImageResult
		s.OK(t, key, "products.attach_image", servertest.With(object{"slug": "billeder", "imageUrl": front}, step.details), &result)
		now := s.Product(t, "billeder")
		before, after := s.Wrote(t, "products.attach_image", "product", now.Id)
		if result.AlreadyAttached == nil || result.Attached != nil || result.TotalImages != 2 || !result.UpdatedAt.Equal(now.UpdatedAt.Time) {
			t.Errorf("%v answers %+v", step.details, result)
		}
		if was.UpdatedAt.Equal(now.UpdatedAt.Time) != step.sameMoment || servertest.SameJSON(before, after) != step.sameMoment {
			t.Errorf("%v: from %s to %s, audited from %v to %v", step.details, was.UpdatedAt, now.UpdatedAt, before["imageDetails"], after["imageDetails"])
		}
		want := []object{{"url": front, "alt": step.alt, "sourceId": step.id}, {"url": side, "alt": nil, "sourceId": nil}}
		if !servertest.SameJSON(after["imageDetails"], want) || !servertest.SameJSON(now.ImageDetails, want) {
			t.Errorf("%v makes %v", step.details, after["imageDetails"])
		}
	}
}

// Of several calls at once that describe an image and attach another one, none
// is lost.
func TestImagesAreDescribedAndAttachedAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	address := func(n int) string { return fmt.Sprintf("https://a.example/%d.jpg", n) }
	s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{"images": []string{address(0), address(1)}}}, nil)
	statuses, _ := servertest.Together(8, func(i int) servertest.Reply {
		return s.Call(t, key, "products.attach_image", object{"slug": "round-metal", "imageUrl": address(i % 4), "alt": fmt.Sprint(i % 4)})
	})
	details := s.Product(t, "round-metal").ImageDetails
	if statuses[200] != 8 || len(details) != 4 {
		t.Errorf("%v, and %d images", statuses, len(details))
	}
	for _, image := range details {
		if image.Alt == nil || image.Url != fmt.Sprintf("https://a.example/%s.jpg", *image.Alt) {
			t.Errorf("%+v", image)
		}
	}
}
