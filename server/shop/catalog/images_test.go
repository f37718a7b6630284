package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
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

const imageHost = "https://a.example/"

func detach(image string) object {
	return object{"slug": "rund", "imageUrl": image, "confirm": true}
}

// The details of the images that stay, and their order, are kept; an address
// that is there twice is gone.
func TestProductsDetachImage(t *testing.T) {
	t.Parallel()
	s, key := stocked(t, 1)
	plain := "http://a.example/b.jpg" // an address that attach_image does not take, but an import may have
	s.OK(t, key, "products.update", object{"slug": "rund", "patch": object{"images": []string{imageHost + "1", imageHost + "2", imageHost + "1", plain, imageHost + "3"}}}, nil)
	s.OK(t, key, "products.attach_image", object{"slug": "rund", "imageUrl": imageHost + "3", "alt": "Forfra", "sourceId": "f3"}, nil)
	for _, step := range []struct {
		image string
		want  []string
		same  bool
	}{
		{imageHost + "1", []string{imageHost + "2", plain, imageHost + "3"}, false},
		{imageHost + "1", []string{imageHost + "2", plain, imageHost + "3"}, true},
		{imageHost, []string{imageHost + "2", plain, imageHost + "3"}, true},
		{plain, []string{imageHost + "2", imageHost + "3"}, false},
		{"HTTPS://a.example/2", []string{imageHost + "2", imageHost + "3"}, true},
		{imageHost + "2", []string{imageHost + "3"}, false},
		{imageHost + "3", []string{}, false},
		{imageHost + "3", []string{}, true},
	} {
		was := s.Product(t, "rund")
		var result object
		s.OK(t, key, "products.detach_image", detach(step.image), &result)
		if !servertest.SameJSON(result, object{"ok": true, "slug": "rund", "totalImages": len(step.want)}) {
			t.Errorf("%s is answered with %v", step.image, result)
		}
		now := s.Product(t, "rund")
		if !servertest.SameJSON(now.Images, step.want) || len(now.ImageDetails) != len(step.want) {
			t.Errorf("without %s there are %v, want %v", step.image, now.Images, step.want)
		}
		if n := len(now.ImageDetails); n > 0 && !servertest.SameJSON(now.ImageDetails[n-1], api.ImageDetail{Url: imageHost + "3", Alt: new("Forfra"), SourceId: new("f3")}) {
			t.Errorf("without %s the details are %+v", step.image, now.ImageDetails)
		}
		before, after := s.Wrote(t, "products.detach_image", "product", now.Id)
		if was.UpdatedAt.Equal(now.UpdatedAt.Time) != step.same || servertest.SameJSON(before, after) != step.same ||
			!servertest.SameJSON(before["images"], was.Images) || !servertest.SameJSON(after["images"], now.Images) {
			t.Errorf("%s: from %s to %s, audited from %v to %v", step.image, was.UpdatedAt, now.UpdatedAt, before["images"], after["images"])
		}
	}
}

func TestProductsDetachImageRefusals(t *testing.T) {
	t.Parallel()
	s, key := stocked(t, 1)
	s.OK(t, key, "products.attach_image", object{"slug": "rund", "imageUrl": imageHost + "1"}, nil)
	before := s.Contents(t)
	for _, bad := range []object{
		{"imageUrl": nil}, {"imageUrl": ""}, {"imageUrl": "front.jpg"}, {"imageUrl": 1}, {"imageUrl": imageHost + strings.Repeat("x", 2000)},
		{"confirm": nil}, {"confirm": false}, {"confirm": "true"}, {"slug": nil}, {"slug": " "}, {"alt": "Forfra"},
	} {
		s.Refused(t, key, "products.detach_image", servertest.With(detach(imageHost+"1"), bad), problem.ValidationFailed)
	}
	for _, field := range []string{"slug", "imageUrl", "confirm"} {
		body := detach(imageHost + "1")
		delete(body, field)
		s.Refused(t, key, "products.detach_image", body, problem.ValidationFailed)
	}
	s.Refused(t, key, "products.detach_image", servertest.With(detach(imageHost+"1"), object{"slug": "ingen"}), problem.ProductNotFound)
	if after := s.Contents(t); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
}

// Calls at once that attach and detach other images lose nothing of each other.
func TestImagesAreAttachedAndDetachedAtOnce(t *testing.T) {
	t.Parallel()
	s, key := stocked(t, 1)
	const each = 6
	var old []string
	for i := range each {
		old = append(old, fmt.Sprint(imageHost, "old-", i))
	}
	s.OK(t, key, "products.update", object{"slug": "rund", "patch": object{"images": old}}, nil)
	statuses, _ := servertest.Together(2*each, func(i int) servertest.Reply {
		if i < each {
			return s.Call(t, key, "products.detach_image", detach(old[i]))
		}
		return s.Call(t, key, "products.attach_image", object{"slug": "rund", "imageUrl": fmt.Sprint(imageHost, "new-", i)})
	})
	now := s.Product(t, "rund").Images
	if statuses[200] != 2*each || len(now) != each || strings.Contains(strings.Join(now, " "), "old") {
		t.Errorf("statuses %v, images %v", statuses, now)
	}
}
