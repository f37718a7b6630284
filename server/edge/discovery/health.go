package discovery

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

func health(c echo.Context) error {
	return c.JSON(http.StatusOK, map[string]string{"status": "ok"})
}

// readyWait is how long readiness waits for the database.
const readyWait = 2 * time.Second

func readiness(ready func(context.Context) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, cancel := context.WithTimeout(c.Request().Context(), readyWait)
		defer cancel()
		c.Response().Header().Set("Cache-Control", "no-store")
		if err := ready(ctx); err != nil {
			return err
		}
		return c.JSON(http.StatusOK, map[string]string{"status": "ready"})
	}
}
