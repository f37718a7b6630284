package server_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/edge/ratelimit"
	"github.com/storefront/storefront/server/test/servertest"
)

// broken is a limiter that panics.
type broken struct{}

func (broken) Take(context.Context, ratelimit.Policy, ratelimit.Key) (ratelimit.Decision, error) {
	panic("the limiter broke")
}

func (broken) Return(context.Context, ratelimit.Policy, ratelimit.Key) error { return nil }

// A panic is an internal error, and the log names the place where it was raised:
// within the length limit of a line, before the frames that recovered it.
func TestThePlaceOfAPanicIsLogged(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	service := s.Unstarted(t, func(o *server.Options) { o.Limiter, o.Log = broken{}, config.Log{}.Logger(s.Log) })
	answer := httptest.NewRecorder()
	service.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/llms.txt", nil))
	if answer.Code != http.StatusInternalServerError || strings.Contains(answer.Body.String(), "broke") {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
	if text := s.Log.String(); !strings.Contains(text, `panic: the limiter broke\ngithub.com/storefront/storefront/server_test.broken.Take(`) {
		t.Error(text)
	}
}
