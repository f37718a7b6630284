package site

import (
	"embed"
	"path"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/document"
)

//go:embed assets
var assetFiles embed.FS

// assetTypes are the media types of the assets by the ends of their names.
var assetTypes = map[string]string{".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}

// assets are the files that pages refer to, by name.
var assets = func() map[string]*document.Document {
	all := map[string]*document.Document{}
	entries, err := assetFiles.ReadDir("assets")
	if err != nil {
		panic(err) //nolint:forbidigo // impossible: the files are in the program
	}
	for _, entry := range entries {
		content, err := assetFiles.ReadFile("assets/" + entry.Name())
		if err != nil {
			panic(err) //nolint:forbidigo // impossible: the files are in the program
		}
		all[entry.Name()] = document.New(content)
	}
	return all
}()

// assetPath is the address of an asset, with its version.
func assetPath(name string) string { return "/assets/" + name + "?v=" + assets[name].Tag() }

// asset responds with a file that pages refer to.
func asset(name string) echo.HandlerFunc {
	file := assets[name]
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'") // a drawing has no script, even when it is opened by itself
		h.Set("Cache-Control", "public, max-age=300")
		if c.QueryParam("v") == file.Tag() {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		return file.Send(c, assetTypes[path.Ext(name)])
	}
}
