package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// idempotencyKey is the header with which a caller marks the repetitions of a call.
const idempotencyKey = "Idempotency-Key"

// replayRepeated carries out a write with an Idempotency-Key once: a repetition of it is
// answered as the first call was. The store does it in the transaction of the
// work. A call that is refused before that is looked up here, so that the use of
// the key for another call is refused first.
func (s *Server) replayRepeated(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	if op.ReadOnly {
		return next
	}
	return func(c echo.Context) error {
		r := c.Request()
		values, sent := r.Header[idempotencyKey]
		if !sent {
			return next(c)
		}
		value, err := idempotencyValue(values)
		if err != nil {
			return err
		}
		in := call.From(r.Context())
		if in.Idempotency, err = call.NewIdempotencyKey(in, value); err != nil {
			return err
		}
		c.Response().Before(func() {
			if in.Replayed {
				c.Response().Header().Set("Idempotent-Replayed", "true")
			}
		})
		err = next(c)
		if err != nil && !in.Idempotency.LookedUp {
			if repeated := s.store.Repeated(r.Context(), in.Idempotency); repeated != nil {
				err = repeated
			}
		}
		if replay, ok := errors.AsType[*store.Replay](err); ok {
			answer, err := s.firstAnswer(replay)
			if err != nil {
				return err
			}
			in.Replayed = true
			return c.JSONBlob(http.StatusOK, append(answer, '\n'))
		}
		return err
	}
}

// firstAnswer returns the body of the first answer to a call. One that shows a secret is kept
// encrypted.
func (s *Server) firstAnswer(replay *store.Replay) ([]byte, error) {
	switch {
	case replay.Sealed == nil:
		return replay.Answer, nil
	case s.secrets == nil:
		return nil, problem.New(problem.SecretsKeyMissing, "The service has no key to decrypt the first answer with.", "")
	}
	answer, err := s.secrets.Open(replay.Sealed, replay.Owner)
	if err != nil {
		return nil, fmt.Errorf("the kept answer, encrypted with another STOREFRONT_SECRETS_KEY: %w", err)
	}
	return answer, nil
}

// idempotencyValue returns the value of the header, which may be quoted, as a
// string of RFC 8941 is.
func idempotencyValue(values []string) (string, error) {
	const most = 255
	if len(values) > 1 {
		return "", problem.Newf(problem.IdempotencyKeyInvalid, "The Idempotency-Key is there %d times.", len(values))
	}
	value := values[0]
	if inner, ok := strings.CutPrefix(value, `"`); ok {
		if value, ok = strings.CutSuffix(inner, `"`); !ok || strings.ContainsAny(value, `"\`) {
			return "", problem.New(problem.IdempotencyKeyInvalid, "The Idempotency-Key begins with a quotation mark and is no quoted string.", "")
		}
	}
	switch {
	case value == "":
		return "", problem.New(problem.IdempotencyKeyInvalid, "The Idempotency-Key is empty.", "")
	case len(value) > most:
		return "", problem.New(problem.IdempotencyKeyInvalid, fmt.Sprintf("The Idempotency-Key has %d characters.", len(value)), "")
	case strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r > '~' }):
		return "", problem.New(problem.IdempotencyKeyInvalid, "The Idempotency-Key has characters outside ASCII.", "")
	}
	return value, nil
}

// repeatRead runs a call that only reads once more when the database goes away while it
// waits for it, and memory may be used instead.
func (s *Server) repeatRead(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	if !op.ReadOnly || s.config.StaleReads == 0 {
		return next
	}
	return func(c echo.Context) (err error) {
		r := c.Request()
		defer c.SetRequest(r)
		_ = s.feed.Read(r.Context(), func(ctx context.Context) error { // err is that of the last run
			c.SetRequest(r.WithContext(ctx))
			if err = next(c); c.Response().Committed {
				return nil // it was read; the caller may have gone
			}
			return err
		})
		return err
	}
}

// limitTime sets a deadline for the operation, so that a database that does not
// answer cannot block callers for ever.
func (s *Server) limitTime(_ *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		ctx, cancel := context.WithTimeout(r.Context(), s.config.CallTimeout)
		defer cancel()
		c.SetRequest(r.WithContext(ctx))
		defer c.SetRequest(r) // the deadline applies to the operation, not to the response
		return next(c)
	}
}
