package images_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/images"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// at starts the service with pictures kept where the setting says.
func at(t *testing.T, setting string, clock *servertest.Clock) *servertest.Server {
	t.Helper()
	o := servertest.Options{Template: storetest.Empty, Config: func(c *config.Serve) { c.Images = setting }}
	if clock != nil {
		o.Clock = clock.Now
	}
	return servertest.New(t, o)
}

// objectStore speaks as much of the protocol of S3 as the service needs.
type objectStore struct {
	*httptest.Server
	mu      sync.Mutex
	objects map[string][]byte // by bucket and key
	types   map[string]string
	fails   int // the status of all answers; 0 for none
	calls   int
}

func newObjectStore(t *testing.T) *objectStore {
	o := &objectStore{objects: map[string][]byte{}, types: map[string]string{}}
	o.Server = httptest.NewServer(http.HandlerFunc(o.serve))
	t.Cleanup(o.Close)
	return o
}

func (o *objectStore) setting() string {
	return strings.Replace(o.URL, "http://", "s3+http://the-id:the-secret@", 1) + "/shop/pictures?region=eu-north-1"
}

func (o *objectStore) fail(status int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.fails, o.calls = status, 0
}

func (o *objectStore) count() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.objects)
}

func (o *objectStore) serve(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.calls++
	if o.fails != 0 {
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(o.fails)
		fmt.Fprint(w, "<Error><Code>InternalError</Code><Message>the-secret is wrong</Message></Error>")
		return
	}
	if a := r.Header.Get("Authorization"); !strings.Contains(a, "Credential=the-id/") || !strings.Contains(a, "/eu-north-1/s3/") {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	switch r.Method {
	case http.MethodPut:
		o.objects[r.URL.Path], o.types[r.URL.Path] = sentIn(r), r.Header.Get("Content-Type")
		w.Header().Set("ETag", `"tag"`)
	case http.MethodGet, http.MethodHead:
		content, found := o.objects[r.URL.Path]
		if !found {
			w.Header().Set("Content-Type", "application/xml")
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, "<Error><Code>NoSuchKey</Code></Error>")
			return
		}
		w.Header().Set("ETag", `"tag"`)
		w.Header().Set("Last-Modified", "Mon, 02 Nov 2026 14:05:00 GMT")
		w.Header().Set("Content-Length", strconv.Itoa(len(content)))
		_, _ = w.Write(content)
	case http.MethodDelete:
		delete(o.objects, r.URL.Path)
		w.WriteHeader(http.StatusNoContent)
	}
}

// sentIn returns the body of a request, which may be signed in parts.
func sentIn(r *http.Request) []byte {
	if !strings.HasPrefix(r.Header.Get("X-Amz-Content-Sha256"), "STREAMING-") {
		content, _ := io.ReadAll(r.Body)
		return content
	}
	var content []byte
	for body := bufio.NewReader(r.Body); ; {
		line, err := body.ReadString('\n')
		size, _, _ := strings.Cut(line, ";")
		n, _ := strconv.ParseInt(strings.TrimSpace(size), 16, 64)
		if err != nil || n == 0 {
			return content
		}
		part := make([]byte, n+2)
		_, _ = io.ReadFull(body, part)
		content = append(content, part[:n]...)
	}
}

// Pictures are kept in a folder, whole or not at all, and those from before it was set are still there.
func TestInAFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	before := at(t, "", nil)
	key := before.Key(t, "products:write")
	old := upload(t, before, key, "image/png", asPNG(t, drawn(50, 50, 1)))
	s := before.Beside(t, servertest.Options{Config: func(c *config.Serve) { c.Images = folder }})
	shownAt(t, s, pathOf(before, old.Url, 0))
	kept := upload(t, s, key, "image/png", asPNG(t, drawn(700, 50, 2)))
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 3 || servertest.One[int](t, s, "SELECT count(*)::int FROM image_files") != 1 {
		t.Errorf("%v %v", files, err)
	}
	shownAt(t, s, pathOf(s, kept.Url, 640))
	for _, file := range files {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	s.Get(t, pathOf(s, kept.Url, 0)).Problem(t, problem.EndpointNotFound)
	if again := upload(t, s, key, "image/png", asPNG(t, drawn(700, 50, 2))); !again.AlreadyStored {
		t.Errorf("%+v", again)
	}
	shownAt(t, s, pathOf(s, kept.Url, 320)) // it is written again
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	s.Refused(t, key, "images.upload", body("image/png", asPNG(t, drawn(9, 9, 3))), problem.Unavailable)
	if servertest.One[int](t, s, "SELECT count(*)::int FROM images WHERE kept") != 2 {
		t.Error("a picture is kept whose file could not be written")
	}
}

// Pictures are kept in a bucket; while it fails nothing is said to be kept, and callers come again.
func TestInABucket(t *testing.T) {
	t.Parallel()
	o := newObjectStore(t)
	s := at(t, o.setting(), nil)
	key := s.Key(t, "products:write")
	content := asJPEG(t, drawn(700, 500, 4))
	for _, status := range []int{http.StatusInternalServerError, http.StatusForbidden, http.StatusNotFound} {
		o.fail(status)
		p := s.Refused(t, key, "images.upload", body("image/jpeg", content), problem.Unavailable)
		if strings.Contains(fmt.Sprint(p), "secret") || p.RetryAfter == 0 || o.calls > 3 {
			t.Errorf("%d: after %d calls %+v", status, o.calls, p)
		}
	}
	o.fail(0)
	kept := upload(t, s, key, "image/jpeg", content)
	path := "/shop/pictures" + strings.TrimPrefix(pathOf(s, kept.Url, 320), "/images")
	shown, _, reply := shownAt(t, s, pathOf(s, kept.Url, 320))
	if o.count() != 3 || o.types[path] != "image/jpeg" || !bytes.Equal(o.objects[path], reply.Body) || shown.Bounds().Dx() != 320 {
		t.Errorf("%d objects, %s of the type %s", o.count(), path, o.types[path])
	}
	if again := upload(t, s, key, "image/jpeg", content); !again.AlreadyStored {
		t.Errorf("%+v", again)
	}
	o.fail(http.StatusServiceUnavailable)
	if p := s.Get(t, pathOf(s, kept.Url, 0)).Problem(t, problem.Unavailable); p.RetryAfter == 0 {
		t.Errorf("%+v", p)
	}
	s.Refused(t, key, "images.upload", body("image/jpeg", content), problem.Unavailable)
	o.fail(0)
	o.mu.Lock()
	clear(o.objects)
	o.mu.Unlock()
	s.Get(t, pathOf(s, kept.Url, 0)).Problem(t, problem.EndpointNotFound)
	if strings.Contains(s.Log.String(), "the-secret@") {
		t.Error("the log has the secret of the bucket")
	}
	o.Close()
	s.Refused(t, key, "images.upload", body("image/png", asPNG(t, drawn(9, 9, 5))), problem.Unavailable)
}

func TestSettingsThatCannotWork(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{
		"pictures", "s3://", "s3://host/bucket", "s3://secret-id@host/bucket", "s3://secret-id:secret@host", "s3://secret-id:sec ret@ho st/b", "https://host/bucket", "/no/such/folder", file,
	} {
		_, err := images.New(nil, setting)
		if err == nil || !strings.HasPrefix(err.Error(), "STOREFRONT_IMAGES is ") || strings.Contains(err.Error(), "secret-id") {
			t.Errorf("%s: %v", setting, err)
		}
	}
}
