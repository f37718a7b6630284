// Package pictures serves the pictures of the demo shop, which the program draws
// itself: each pair of glasses from its shape, measures and colours, the other
// things from files.
package pictures

import (
	"embed"
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/document"
)

// drawn are the pictures that are not of glasses.
//
//go:embed drawn
var drawn embed.FS

// all are the pictures by their names, such as round-metal.svg. They are drawn for
// the first request.
var all = sync.OnceValues(func() (map[string]*document.Document, error) {
	pictures := map[string]*document.Document{}
	for i := range table {
		text, err := table[i].draw(grounds[i%len(grounds)])
		if err != nil {
			return nil, err
		}
		pictures[table[i].name+".svg"] = document.New([]byte(text))
	}
	files, err := drawn.ReadDir("drawn")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := drawn.ReadFile("drawn/" + file.Name())
		if err != nil {
			return nil, err
		}
		pictures[file.Name()] = document.New(text)
	}
	return pictures, nil
})

// Register adds the route /pictures/:name, for GET and HEAD; limit counts its
// requests.
func Register(e *echo.Echo, limit echo.MiddlewareFunc) {
	e.GET("/pictures/:name", send, limit)
	e.HEAD("/pictures/:name", send, limit)
}

func send(c echo.Context) error {
	pictures, err := all()
	if err != nil {
		return err
	}
	picture := pictures[c.Param("name")]
	if picture == nil {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	h := c.Response().Header()
	h.Set("Cache-Control", "public, max-age=86400")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'") // it has no script, even when it is opened by itself
	h.Set("X-Content-Type-Options", "nosniff")
	return picture.Send(c, "image/svg+xml")
}
