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

// Readiness is the answer of /readyz while calls can be taken.
type Readiness struct {
	Status   string   `json:"status"`   // always "ready"
	Writable bool     `json:"writable"` // whether changes are possible
	Reasons  []string `json:"reasons"`  // what does not work as it should, in plain words
}

// readyWait is how long readiness waits for the database.
const readyWait = 2 * time.Second

func readiness(ready func(context.Context) (Readiness, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, cancel := context.WithTimeout(c.Request().Context(), readyWait)
		defer cancel()
		c.Response().Header().Set("Cache-Control", "no-store")
		report, err := ready(ctx)
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, report)
	}
}
