package server

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/document"
)

// mountImages serves the pictures that images.upload has kept.
func (s *Server) mountImages() {
	s.echo.GET("/images/:name", s.serveImage, s.limitPages)
	s.echo.HEAD("/images/:name", s.serveImage, s.limitPages)
}

// serveImage responds with a picture. Its name is made of a digest, so that an address never shows another one.
func (s *Server) serveImage(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), s.config.CallTimeout)
	defer cancel()
	name := c.Param("name")
	file, err := s.images.Get(ctx, name)
	if err != nil {
		return err
	}
	if file == nil {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	h, tag := c.Response().Header(), `"`+name+`"`
	h.Set("ETag", tag)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Access-Control-Allow-Origin", "*") // even without an Origin: a cache may serve the response to a page
	h.Set("Content-Security-Policy", "default-src 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	if document.Holds(c.Request().Header, tag) {
		return c.NoContent(http.StatusNotModified)
	}
	h.Set("Content-Length", strconv.Itoa(len(file.Content)))
	return c.Blob(http.StatusOK, file.Type, file.Content)
}
