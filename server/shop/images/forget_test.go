package images_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/images"
	"github.com/storefront/storefront/server/test/servertest"
)

const day = 24 * time.Hour

// A picture is kept for as long as something that is there, or was deleted, shows it, and for some time after that.
func TestForgotten(t *testing.T) {
	t.Parallel()
	clock, folder := servertest.NewClock(), t.TempDir()
	s := at(t, folder, clock)
	key := s.Key(t, "all")
	seed := 0
	picture := func() string {
		seed++
		return upload(t, s, key, "image/png", asPNG(t, drawn(400, 20, seed))).Url
	}
	s.OK(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	product := servertest.NewProduct("round-metal")
	shown := map[string]string{}
	for _, place := range []string{"product", "deleted", "variant", "hero", "logo", "layout", "body"} {
		shown[place] = picture()
	}
	s.OK(t, key, "products.create", servertest.With(product, object{"images": []string{shown["product"]}}), nil)
	s.OK(t, key, "products.set_variants", object{"slug": "round-metal", "options": []object{{"name": "Size", "values": []string{"M"}}}, "variants": []object{
		{"attributes": object{"Size": "M"}, "stock": 1, "image": shown["variant"]},
	}}, nil)
	s.OK(t, key, "products.create", servertest.With(servertest.NewProduct("gone"), object{"images": []string{shown["deleted"]}}), nil)
	s.OK(t, key, "products.delete", object{"slug": "gone", "confirm": true}, nil)
	s.OK(t, key, "services.create", object{"title": "Synsprøve", "body": "En synsprøve af dine øjne.", "heroImage": shown["hero"]}, nil)
	s.OK(t, key, "settings.update_branding", object{"patch": object{"logoUrl": shown["logo"]}}, nil)
	s.OK(t, key, "pages.upsert", object{"slug": "om-os", "title": "Om os", "body": fmt.Sprintf("![Butikken](%s)", pathOf(s, shown["body"], 0)), "layout": object{"sections": []object{
		{"id": "a", "key": "gallery", "props": object{"images": []object{{"url": shown["layout"], "alt": ""}}}},
	}}}, nil)
	nowhere, later := picture(), picture()
	s.RunJobs(t)
	clock.Advance(images.Grace - day)
	upload(t, s, key, "image/png", asPNG(t, drawn(400, 20, seed))) // later, again
	clock.Advance(2 * day)
	there := func(address string) bool { return s.Get(t, pathOf(s, address, 0)).Status == http.StatusOK }
	// The service's own job, which is due too, may be about to forget them: then this one leaves them to it.
	forgotten := func(addresses ...string) {
		t.Helper()
		servertest.Eventually(t, 20*time.Second, func() bool { s.RunJobs(t); return !slices.ContainsFunc(addresses, there) })
	}
	forgotten(nowhere)
	for place, address := range shown {
		if !there(address) {
			t.Errorf("the picture of the %s is gone", place)
		}
	}
	if !there(later) {
		t.Error("what was sent again is gone")
	}
	s.OK(t, key, "products.detach_image", object{"slug": "round-metal", "imageUrl": shown["product"], "confirm": true}, nil)
	s.RunJobs(t)
	clock.Advance(images.Grace - day)
	s.RunJobs(t)
	if !there(shown["product"]) {
		t.Error("a picture is gone while the change that took it away can be reverted")
	}
	clock.Advance(2 * day)
	forgotten(shown["product"], later)
	if !there(shown["layout"]) {
		t.Error("what something shows is gone")
	}
	if files, err := filepath.Glob(filepath.Join(folder, "*")); err != nil || len(files) != 2*6 {
		t.Errorf("%d files, %v", len(files), err)
	}
}

// A change is not taken back that would show a picture which is gone; its other fields are.
func TestUndoneWithoutThePicture(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := at(t, "", clock)
	key := s.Key(t, "owner")
	address := upload(t, s, key, "image/png", asPNG(t, drawn(400, 20, 1))).Url
	s.OK(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.OK(t, key, "products.create", servertest.With(servertest.NewProduct("round-metal"), object{"images": []string{address}}), nil)
	s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{"images": []string{}, "name": "Square Metal"}}, nil)
	entry := s.LastAudit(t, 1)[0].ID
	back := object{"auditLogId": entry, "dryRun": true, "confirm": true}
	s.OK(t, key, "audit.revert", back, nil)
	clock.Advance(images.Grace + day)
	servertest.Eventually(t, 20*time.Second, func() bool { s.RunJobs(t); return s.Get(t, pathOf(s, address, 0)).Status == http.StatusNotFound })
	s.Call(t, key, "audit.revert", back).Problem(t, problem.NotRevertible)
	s.OK(t, key, "audit.revert", object{"auditLogId": entry, "fields": []string{"/name"}, "confirm": true}, nil)
	if p := s.Product(t, "round-metal"); p.Name != servertest.NewProduct("round-metal")["name"] || len(p.Images) != 0 {
		t.Errorf("%s, %v", p.Name, p.Images)
	}
}

// While the bucket fails a picture is not forgotten in part.
func TestForgettingAgain(t *testing.T) {
	t.Parallel()
	clock, o := servertest.NewClock(), newObjectStore(t)
	s := at(t, o.setting(), clock)
	address := upload(t, s, s.Key(t, "products:write"), "image/png", asPNG(t, drawn(400, 20, 1))).Url
	clock.Advance(images.Grace + day)
	o.fail(http.StatusInternalServerError)
	pictures, err := images.New(s.Store, o.setting())
	if err != nil {
		t.Fatal(err)
	}
	// The service's own job may have the picture: then there is none to forget.
	servertest.Eventually(t, 20*time.Second, func() bool { _, err := pictures.Forget(t.Context()); return err != nil })
	if o.count() != 2 || servertest.One[int](t, s, "SELECT count(*)::int FROM images") != 1 {
		t.Errorf("%d objects", o.count())
	}
	o.fail(0)
	servertest.Eventually(t, 20*time.Second, func() bool {
		s.RunJobs(t)
		return o.count() == 0 && servertest.One[int](t, s, "SELECT count(*)::int FROM images") == 0
	})
	s.Get(t, pathOf(s, address, 0)).Problem(t, problem.EndpointNotFound)
}

// The addresses of the shop's own pictures are taken wherever an image is, also over http, and stay right when the address of the shop changes.
func TestOwnAddresses(t *testing.T) {
	t.Parallel()
	s := at(t, "", nil)
	key := s.Key(t, "all")
	own := upload(t, s, key, "image/png", asPNG(t, drawn(40, 20, 1))).Url
	small := strings.Replace(upload(t, s, key, "image/png", asPNG(t, drawn(400, 20, 2))).Url, ".png", "-320.png", 1)
	s.OK(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.OK(t, key, "products.create", servertest.With(servertest.NewProduct("round-metal"), object{"images": []string{own}}), nil)
	var attached struct {
		TotalImages int
		Attached    string
	}
	s.OK(t, key, "products.attach_image", object{"slug": "round-metal", "imageUrl": small}, &attached)
	s.OK(t, key, "products.attach_image", object{"slug": "round-metal", "imageUrl": own}, &attached)
	if attached.TotalImages != 2 {
		t.Errorf("%+v", attached)
	}
	if stored := servertest.One[string](t, s, "SELECT images::text FROM products"); strings.Contains(stored, s.URL) || !strings.Contains(stored, `"/images/`) {
		t.Errorf("stored as %s", stored)
	}
	if p := s.Product(t, "round-metal"); p.Images[0] != own || p.Images[1] != small {
		t.Errorf("%v", p.Images)
	}
	layout := object{"sections": []object{{"id": "a", "key": "imageText", "props": object{"title": "Butikken", "markdown": "Her er vi.", "image": object{"url": own, "alt": ""}}}}}
	s.OK(t, key, "pages.upsert", object{"slug": "om-os", "title": "Om os", "body": "Vi sælger briller.", "layout": layout}, nil)
	s.OK(t, key, "settings.update_branding", object{"patch": object{"logoUrl": own}}, nil)
	other := s.Beside(t, servertest.Options{})
	for _, at := range []*servertest.Server{s, other} {
		for tool, body := range map[string]object{"pages.get_layout": {"slug": "om-os"}, "site.get_page": {"slug": "om-os"}, "settings.get": {"type": "branding"}, "site.get_shop": {}} {
			if reply := at.Call(t, key, tool, body); !strings.Contains(string(reply.Body), at.URL+"/images/") {
				t.Errorf("%s: %s", tool, reply.Body)
			}
		}
		if page := string(at.Ask(t, "GET", "/info/om-os", "Accept", "text/html").Body); !strings.Contains(page, `src="`+pathOf(s, own, 0)+`"`) || !strings.Contains(page, `src="`+at.URL+pathOf(s, own, 0)+`"`) { // the logo and the layout
			t.Errorf("the page is %s", page)
		}
	}
	for tool, body := range map[string]object{
		"products.attach_image":    {"slug": "round-metal", "imageUrl": "http://other.example" + pathOf(s, own, 0)},
		"products.set_variants":    {"slug": "round-metal", "options": []object{}, "variants": []object{{"attributes": object{}, "stock": 1, "image": "http://other.example/a.png"}}},
		"pages.set_layout":         {"slug": "om-os", "confirm": true, "layout": object{"sections": []object{{"id": "a", "key": "gallery", "props": object{"images": []object{{"url": s.URL + "/images/x.png", "alt": ""}}}}}}},
		"settings.update_branding": {"patch": object{"logoUrl": strings.Replace(own, ".png", ".svg", 1)}},
	} {
		p := s.Refused(t, key, tool, body, problem.ValidationFailed)
		if len(p.Errors) != 1 || !strings.Contains(p.Errors[0].Detail, "images.upload") {
			t.Errorf("%s: %+v", tool, p.Errors)
		}
	}
}

// A product takes what a picture shows from the upload, unless it is told itself.
func TestAltOfAnUpload(t *testing.T) {
	t.Parallel()
	s := at(t, "", nil)
	key := s.Key(t, "all")
	s.OK(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.OK(t, key, "products.create", servertest.NewProduct("round-metal"), nil)
	for i, alt := range []any{nil, "Forfra"} {
		var kept struct{ URL string }
		s.OK(t, key, "images.upload", servertest.With(body("image/png", asPNG(t, drawn(8, 8, i))), object{"alt": "Fra siden"}), &kept)
		attach := object{"slug": "round-metal", "imageUrl": kept.URL}
		if alt != nil {
			attach["alt"] = alt
		}
		s.OK(t, key, "products.attach_image", attach, nil)
	}
	got := s.Product(t, "round-metal").ImageDetails
	if *got[0].Alt != "Fra siden" || *got[1].Alt != "Forfra" {
		t.Errorf("%+v", got)
	}
}

// An upload that was refused after its files were put has kept nothing: they are deleted like those of a picture that nothing shows.
func TestWhatAnUploadLeftIsForgotten(t *testing.T) {
	t.Parallel()
	clock, folder := servertest.NewClock(), t.TempDir()
	s := at(t, folder, clock)
	var made struct{ Secret string }
	s.OK(t, s.Key(t, "owner"), "keys.create", object{"name": "Agent", "scopes": []string{"products:write"}, "limits": object{"maxWritesPerDay": 1}}, &made)
	key := made.Secret
	upload(t, s, key, "image/png", asPNG(t, drawn(9, 9, 1)))
	content := asPNG(t, drawn(700, 9, 2))
	s.Refused(t, key, "images.upload", body("image/png", content), problem.BeyondLimit)
	files := func() int {
		names, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		return len(names)
	}
	if n := files(); n != 4 {
		t.Errorf("%d files", n)
	}
	clock.Advance(images.Grace + day)
	servertest.Eventually(t, 20*time.Second, func() bool { s.RunJobs(t); return files() == 0 })
	if kept := upload(t, s, s.Key(t, "products:write"), "image/png", content); kept.AlreadyStored {
		t.Error("it was never stored")
	}
}
