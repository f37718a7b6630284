// Package console serves the console of the owner: a page that is built into the program, and what it loads.
package console

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"sync"

	"github.com/labstack/echo/v4"

	built "github.com/storefront/storefront/gen/console"
	"github.com/storefront/storefront/server/edge/document"
)

// Path is the address of the page; those of what it loads begin with it.
const Path = "/admin"

// policy lets the page run its own scripts, call its own host and show images. Trusted Types have the browser refuse to
// make markup of any text, so that what a customer or an agent has written is only ever shown.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; connect-src 'self'; font-src 'none'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// assets is the folder of what the page loads, and how the page names it.
const assets = "assets/"

// mediaTypes are those of the assets, by the end of the name.
var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
}

// files is the page with what it loads.
type files struct {
	version string // of the assets: their digest
	page    *document.Document
	assets  map[string]*document.Document // by name
}

var embedded = sync.OnceValues(func() (*files, error) { return read(built.Files) })

// Version returns the version of the assets, which is in their addresses.
func Version() (string, error) {
	f, err := embedded()
	if err != nil {
		return "", err
	}
	return f.version, nil
}

// Register adds the addresses, each for GET and HEAD. limit counts a request.
func Register(e *echo.Echo, limit echo.MiddlewareFunc) error {
	f, err := embedded()
	if err != nil {
		return err
	}
	for path, handler := range map[string]echo.HandlerFunc{Path: f.sendPage, Path + "/" + assets + ":version/:name": f.sendAsset} {
		e.GET(path, handler, limit)
		e.HEAD(path, handler, limit)
	}
	return nil
}

// read reads a page that names its assets relatively, as in src="assets/index.js", and has it name them by their version:
// so browsers may keep them, and what they load by relative names in turn is of the same version.
func read(from fs.FS) (*files, error) {
	f := &files{assets: map[string]*document.Document{}}
	entries, err := fs.ReadDir(from, path.Clean(assets))
	if err != nil {
		return nil, err
	}
	all := sha256.New()
	for _, entry := range entries { // sorted by name
		if mediaTypes[path.Ext(entry.Name())] == "" {
			return nil, fmt.Errorf("the console has the asset %s, which is no script and no style", entry.Name())
		}
		text, err := fs.ReadFile(from, assets+entry.Name())
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(all, "%s %d\n%s", entry.Name(), len(text), text)
		f.assets[entry.Name()] = document.New(text)
	}
	const kept = 8 // bytes
	f.version = hex.EncodeToString(all.Sum(nil)[:kept])
	page, err := fs.ReadFile(from, "index.html")
	if err != nil {
		return nil, err
	}
	page = bytes.ReplaceAll(page, []byte(`"./`+assets), []byte(`"`+assets))
	f.page = document.New(bytes.ReplaceAll(page, []byte(`"`+assets), []byte(`"`+Path+"/"+assets+f.version+"/")))
	return f, nil
}

func (f *files) sendPage(c echo.Context) error {
	h := c.Response().Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("X-Robots-Tag", "noindex")
	return send(c, f.page, "text/html; charset=utf-8", "no-cache")
}

// sendAsset sends an asset of this version. Another one is that of another program, and would not fit the page.
func (f *files) sendAsset(c echo.Context) error {
	name := c.Param("name")
	asset := f.assets[name]
	if asset == nil || c.Param("version") != f.version {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	return send(c, asset, mediaTypes[path.Ext(name)], "public, max-age=31536000, immutable")
}

func send(c echo.Context, d *document.Document, mediaType, age string) error {
	h := c.Response().Header()
	h.Set("Cache-Control", age)
	h.Set("X-Content-Type-Options", "nosniff")
	return d.Send(c, mediaType)
}
