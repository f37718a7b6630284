package images_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// Each type of files is kept as what it is best shown as.
func TestEachTypeIsKept(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "products:write")
	seeThrough := image.NewNRGBA(image.Rect(0, 0, 40, 30))
	seeThrough.SetNRGBA(3, 3, color.NRGBA{200, 0, 0, 128})
	deep := image.NewNRGBA64(image.Rect(0, 0, 700, 20))
	few := image.NewPaletted(image.Rect(0, 0, 700, 300), color.Palette{color.Transparent, color.Black})
	for name, c := range map[string]struct {
		contentType string
		content     []byte
		format      string
		size        image.Point
	}{
		"a photograph":      {"image/jpeg", asJPEG(t, drawn(90, 60, 1)), "jpeg", image.Pt(90, 60)},
		"a grey photograph": {"image/jpeg", asJPEG(t, image.NewGray(image.Rect(0, 0, 400, 300))), "jpeg", image.Pt(400, 300)},
		"a drawing":         {"image/png", asPNG(t, drawn(90, 60, 2)), "png", image.Pt(90, 60)},
		"transparent":       {"image/png", asPNG(t, seeThrough), "png", image.Pt(40, 30)},
		"16 bits":           {"image/png", asPNG(t, deep), "png", image.Pt(700, 20)},
		"few colours":       {"image/png", asPNG(t, few), "png", image.Pt(700, 300)},
		"WebP, lossy":       {"image/webp", decoded(t, webps["lossy"]), "jpeg", image.Pt(1, 1)},
		"WebP, lossless":    {"image/webp", decoded(t, webps["lossless"]), "png", image.Pt(1, 1)},
		"WebP, transparent": {"image/webp", decoded(t, webps["transparent"]), "png", image.Pt(1, 1)},
	} {
		kept := upload(t, s, key, c.contentType, c.content)
		shown, format, reply := shownAt(t, s, pathOf(s, kept.Url, 0))
		if format != c.format || shown.Bounds().Size() != c.size || kept.AlreadyStored || kept.Width != int64(c.size.X) || kept.Height != int64(c.size.Y) || kept.Bytes != int64(len(reply.Body)) {
			t.Errorf("%s: %s %v, %+v", name, format, shown.Bounds(), kept)
		}
		if _, _, _, a := shown.At(0, 0).RGBA(); name == "transparent" && a != 0 {
			t.Errorf("%s: what was clear is not any more", name)
		}
	}
}

func decoded(t *testing.T, text string) []byte {
	t.Helper()
	content, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// A picture is kept at the widths below its own, and never scaled up.
func TestWidths(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "products:write")
	for _, c := range []struct {
		width, height int
		kept          map[int]int // the height at each width
	}{
		{3000, 1500, map[int]int{1280: 640, 640: 320, 320: 160}},
		{1280, 1280, map[int]int{640: 640, 320: 320}},
		{641, 1, map[int]int{640: 1, 320: 1}},
		{320, 900, nil},
	} {
		kept := upload(t, s, key, "image/png", asPNG(t, drawn(c.width, c.height, 3)))
		for _, width := range []int{1280, 640, 320} {
			path := pathOf(s, kept.Url, width)
			height, there := c.kept[width]
			if !there {
				s.Get(t, path).Problem(t, problem.EndpointNotFound)
				continue
			}
			shown, _, _ := shownAt(t, s, path)
			if got := shown.Bounds().Size(); got != image.Pt(width, height) {
				t.Errorf("%d by %d at %d: %v", c.width, c.height, width, got)
			}
			if r, _, _, _ := shown.At(1, 0).RGBA(); c.height > 1 && r>>8 != 220 {
				t.Errorf("%d by %d at %d: the corner has the red %d", c.width, c.height, width, r>>8)
			}
		}
	}
}

// Nothing of what a camera writes beside the pixels is kept, but for how they are to be turned: that is done.
func TestMetadata(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "products:write")
	corners := map[uint16]image.Point{ // of the red corner, in quarters
		1: {0, 0}, 2: {1, 0}, 3: {1, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 1}, 8: {0, 1}, 9: {0, 0},
	}
	for orientation, corner := range corners {
		content := withEXIF(asJPEG(t, drawn(400, 240, 4)), orientation)
		if !bytes.Contains(content, []byte("secret place")) {
			t.Fatal("the file has no metadata")
		}
		kept := upload(t, s, key, "image/jpeg", content)
		size := image.Pt(400, 240)
		if orientation >= 5 && orientation <= 8 {
			size = image.Pt(240, 400)
		}
		shown, _, reply := shownAt(t, s, pathOf(s, kept.Url, 0))
		if shown.Bounds().Size() != size || kept.Width != int64(size.X) || bytes.Contains(reply.Body, []byte("secret place")) || bytes.Contains(reply.Body, []byte("Exif")) {
			t.Errorf("orientation %d: %v, %+v", orientation, shown.Bounds(), kept)
		}
		for _, at := range []image.Point{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
			r, _, _, _ := shown.At(size.X/4+at.X*size.X/2, size.Y/4+at.Y*size.Y/2).RGBA()
			if red := r>>8 > 120; red != (at == corner) {
				t.Errorf("orientation %d: red %d at %v", orientation, r>>8, at)
			}
		}
	}
	text := asPNG(t, drawn(8, 8, 4))
	chunk := []byte("\x00\x00\x00\x10tEXtComment\x00secret!!\x00\x00\x00\x00")
	text = append(append(append([]byte{}, text[:33]...), chunk...), text[33:]...)
	kept := upload(t, s, key, "image/png", fixedSum(text))
	if _, _, reply := shownAt(t, s, pathOf(s, kept.Url, 0)); bytes.Contains(reply.Body, []byte("secret!!")) {
		t.Error("a comment of a PNG is kept")
	}
}

// The same file again is the same picture, also after a restart, and nothing but its alt and its time changes.
func TestTheSameAgain(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty})
	key := s.Key(t, "products:write")
	content := asPNG(t, drawn(700, 50, 5))
	first := upload(t, s, key, "image/png", content)
	_, after := s.Wrote(t, "images.upload", "image", digestOf(first.Url))
	servertest.WantFields(t, "the audit", after, object{"name": "a picture", "width": 700.0, "height": 50.0, "bytes": float64(first.Bytes), "url": pathOf(s, first.Url, 0)})
	var again api.ImagesUploadResult
	s.OK(t, key, "images.upload", servertest.With(body("image/png", content), object{"alt": "A band"}), &again)
	if !again.AlreadyStored || again.Url != first.Url || again.Bytes != first.Bytes {
		t.Errorf("%+v, then %+v", first, again)
	}
	if row := s.LastAudit(t, 1)[0]; strings.Contains(string(row.Args), "data") || !strings.Contains(string(row.Args), "A band") {
		t.Errorf("the audit keeps %s", row.Args)
	}
	restarted := s.Beside(t, servertest.Options{})
	if third := upload(t, restarted, key, "image/png", content); !third.AlreadyStored {
		t.Errorf("%+v", third)
	}
	shownAt(t, restarted, pathOf(s, first.Url, 640))
	other := upload(t, s, key, "image/png", asPNG(t, drawn(700, 50, 6)))
	if other.AlreadyStored || other.Url == first.Url {
		t.Errorf("another picture: %+v", other)
	}
}

func digestOf(address string) string {
	_, name, _ := strings.Cut(address, "/images/")
	digest, _, _ := strings.Cut(name, ".")
	return digest
}

// Of callers who send one file at once, one has stored it.
func TestTwoAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "products:write")
	sent := body("image/jpeg", asJPEG(t, drawn(1400, 900, 7)))
	statuses, replies := servertest.Together(6, func(int) servertest.Reply { return s.Call(t, key, "images.upload", sent) })
	stored := 0
	for _, reply := range replies {
		var kept api.ImagesUploadResult
		reply.Result(t, &kept)
		if !kept.AlreadyStored {
			stored++
		}
	}
	if statuses[200] != 6 || stored != 1 || servertest.One[int](t, s, "SELECT count(*)::int FROM images") != 1 || servertest.One[int](t, s, "SELECT count(*)::int FROM image_files") != 4 {
		t.Errorf("%v, stored by %d", statuses, stored)
	}
	repeated := func() servertest.Reply {
		request := s.Request(t, key, "images.upload", mustJSON(t, body("image/png", asPNG(t, drawn(9, 9, 9)))))
		request.Header.Set("Idempotency-Key", "one")
		return s.Do(t, "images.upload", request)
	}
	first, second := repeated(), repeated()
	if second.Header.Get("Idempotent-Replayed") != "true" || !bytes.Equal(first.Body, second.Body) {
		t.Errorf("%s, repeated: %s", first.Body, second.Body)
	}
}

// What is no picture, or too much of one, is refused with what to do.
func TestRefusedFiles(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "products:write")
	whole := asPNG(t, drawn(60, 60, 8))
	photo := asJPEG(t, drawn(300, 300, 8))
	huge := func(png []byte, width, height uint32) []byte {
		out := append([]byte{}, png...)
		copy(out[16:], []byte{byte(width >> 24), byte(width >> 16), byte(width >> 8), byte(width), byte(height >> 24), byte(height >> 16), byte(height >> 8), byte(height)})
		return fixedSum(out)
	}
	scans := append(append([]byte{}, photo[:len(photo)-2]...), bytes.Repeat([]byte("\xff\xda\x00\x03\x00"), 101)...)
	for name, c := range map[string]struct {
		body    object
		pointer string
		said    string
	}{
		"not base64":         {object{"fileName": "x", "contentType": "image/png", "data": "data:image/png;base64,AAAA"}, "/data", "base64"},
		"base64 of a URL":    {object{"fileName": "x", "contentType": "image/png", "data": "_-_-"}, "/data", "base64"},
		"no padding":         {object{"fileName": "x", "contentType": "image/png", "data": "AAAAA"}, "/data", "padding"},
		"another type":       {body("image/jpeg", whole), "/contentType", "image/png"},
		"a text":             {body("image/png", []byte("<svg xmlns='http://www.w3.org/2000/svg'/>")), "/data", "PNG, JPEG or WebP"},
		"a GIF":              {body("image/png", []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;")), "/data", "PNG, JPEG or WebP"},
		"too long":           {body("image/png", append(append([]byte{}, whole...), make([]byte, 700_001-len(whole))...)), "/data", "700000 bytes"},
		"cut off":            {body("image/png", whole[:len(whole)-20]), "/data", "cut off"},
		"a cut photograph":   {body("image/jpeg", photo[:len(photo)/2]), "/data", "cut off"},
		"the beginning":      {body("image/png", whole[:8]), "/data", "cut off"},
		"a beginning, JPEG":  {body("image/jpeg", photo[:3]), "/data", "cut off"},
		"a beginning, WebP":  {body("image/webp", decoded(t, webps["lossy"])[:12]), "/data", "cut off"},
		"damaged":            {body("image/png", append(append([]byte{}, whole[:50]...), bytes.Repeat([]byte{0}, 50)...)), "/data", "damaged"},
		"a bomb":             {body("image/png", huge(whole, 20_000, 20_000)), "/data", "40000000 pixels"},
		"a bomb of one line": {body("image/png", huge(whole, 1<<31-1, 1)), "/data", "pixels"},
		"many scans":         {body("image/jpeg", scans), "/data", "scans"},
		"an animation":       {body("image/webp", decoded(t, webps["animated"])), "/data", "animation"},
		"an animated PNG":    {body("image/png", append(append(append([]byte{}, whole[:33]...), fixedSum([]byte("\x00\x00\x00\x08acTL\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00"))...), whole[33:]...)), "/data", "animation"},
	} {
		p := s.Refused(t, key, "images.upload", c.body, problem.ValidationFailed)
		if len(p.Errors) != 1 || p.Errors[0].Pointer != c.pointer || !strings.Contains(p.Errors[0].Detail, c.said) {
			t.Errorf("%s: %+v", name, p.Errors)
		}
	}
	if rows := s.LastAudit(t, 1); strings.Contains(string(rows[0].Args), `"data"`) {
		t.Errorf("the audit of a refusal keeps %s", rows[0].Args)
	}
	if servertest.One[int](t, s, "SELECT count(*)::int FROM images") != 0 {
		t.Error("a file that was refused is kept")
	}
	s.Refused(t, key, "images.upload", object{"fileName": "x", "contentType": "image/gif", "data": "AAAA"}, problem.ValidationFailed)
	s.Refused(t, s.Key(t, "catalog:read"), "images.upload", body("image/png", whole), problem.InsufficientScope)
	s.CallMCP(t, key, "images_upload", body("image/png", whole)).Reply.Problem(t, problem.RestOnly)
}

// The largest file is taken, and one that would be kept with too many bytes is not.
func TestTheLargest(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "products:write")
	large := asPNG(t, noise(440, 440))
	padded := append(append([]byte{}, large...), make([]byte, 700_000-len(large))...) // bytes after the end are no part of it
	if kept := upload(t, s, key, "image/png", padded); kept.Width != 440 {
		t.Errorf("%+v", kept)
	}
	flat := asPNG(t, image.NewPaletted(image.Rect(0, 0, 8000, 5000), color.Palette{color.White}))
	if kept := upload(t, s, key, "image/png", flat); kept.Width != 8000 || kept.Height != 5000 {
		t.Errorf("40 megapixels: %+v", kept)
	}
}

func TestServed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	path := pathOf(s, upload(t, s, s.Key(t, "products:write"), "image/png", asPNG(t, drawn(400, 20, 10))).Url, 0)
	for _, at := range []string{path, strings.Replace(path, ".png", "-320.png", 1)} {
		reply := s.Get(t, at)
		for name, want := range map[string]string{
			"Cache-Control": "public, max-age=31536000, immutable", "Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff",
			"Content-Type": "image/png", "Content-Length": fmt.Sprint(len(reply.Body)), "RateLimit-Policy": `"pages";q=1000000;w=200000`,
		} {
			if got := reply.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", at, name, got, want)
			}
		}
		if again := s.Ask(t, "GET", at, "If-None-Match", reply.Header.Get("ETag")); again.Status != http.StatusNotModified || len(again.Body) != 0 {
			t.Errorf("%s again: %d", at, again.Status)
		}
		if head := s.Ask(t, "HEAD", at); head.Status != http.StatusOK || len(head.Body) != 0 || head.Header.Get("Content-Length") != reply.Header.Get("Content-Length") {
			t.Errorf("HEAD %s: %d %v", at, head.Status, head.Header)
		}
	}
	for _, unknown := range []string{
		strings.Replace(path, ".png", ".jpg", 1), strings.Replace(path, ".png", "-640.png", 1), strings.Replace(path, ".png", "-100.png", 1), path + "x", "/images/", "/images/x",
		"/images/" + strings.Repeat("0", 64) + ".png", "/images/..%2f" + strings.TrimPrefix(path, "/images/"), strings.ToUpper(path),
	} {
		s.Get(t, unknown).Problem(t, problem.EndpointNotFound)
	}
}

func mustJSON(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// An upload beyond a limit of its key waits for a person without its file, and is made with it when it is sent again.
func TestAnUploadThatWaits(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	owner := s.Key(t, "owner")
	var made struct{ Secret string }
	s.OK(t, owner, "keys.create", object{"name": "Agent", "scopes": []string{"products:write"}, "limits": object{"maxWritesPerDay": 1, "approval": true}}, &made)
	upload(t, s, made.Secret, "image/png", asPNG(t, drawn(9, 9, 1)))
	second := body("image/png", asPNG(t, drawn(9, 9, 2)))
	p := s.Refused(t, made.Secret, "images.upload", second, problem.ApprovalRequired)
	var waiting api.Approval
	s.OK(t, owner, "approvals.get", object{"id": p.ApprovalID}, &waiting)
	if args := string(mustJSON(t, waiting.Args)); strings.Contains(args, `"data"`) || !strings.Contains(args, "a picture") {
		t.Errorf("what waits has the arguments %s", args)
	}
	s.OK(t, owner, "approvals.decide", object{"id": p.ApprovalID, "decision": "approve", "confirm": true}, nil)
	other := body("image/png", asPNG(t, drawn(9, 9, 3)))
	s.Refused(t, made.Secret, "images.upload", other, problem.ApprovalRequired)
	s.OK(t, made.Secret, "images.upload", second, nil)
}
