package server

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/ratelimit"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
)

// admit counts the call against a bucket and authenticates the caller. A call
// with any Authorization header is never anonymous.
func (s *Server) admit(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if _, _, err := s.caller(c, op); err != nil {
			return err
		}
		return next(c)
	}
}

// caller counts the call, and returns the key of its caller, nil for an
// anonymous one, and what is left in the bucket.
func (s *Server) caller(c echo.Context, op *contract.Operation) (*auth.Key, ratelimit.Decision, error) {
	s.feed.Settle(c.Request().Context())
	values, sent := c.Request().Header["Authorization"]
	if !sent {
		left, err := s.takeToken(c, s.config.Limits.Anonymous(), addressOf(c), problem.RateLimitExceeded)
		return nil, left, err
	}
	key, err := s.authenticate(c, op, values)
	if err != nil {
		return nil, ratelimit.Decision{}, err
	}
	left, err := s.takeToken(c, s.config.Limits.Key(key.Quota), ratelimit.Key(key.ID), problem.KeyRateLimitExceeded)
	if err != nil {
		return nil, left, err
	}
	in := call.From(c.Request().Context())
	in.Key, in.Session, in.Actor, in.ActorName, in.Holder, in.Scopes = key.ID, key.Session, key.Actor, key.Name, key.Holder, key.Scopes
	in.Limits, in.Paused = key.Limits, key.Paused != nil
	s.keys.Used(key)
	return key, left, nil
}

// authenticate returns the key that was sent. A key that is cached as valid
// costs nothing; any other takes a token from the bucket of attempts before the
// database is queried, and gets it back if it is valid: guesses cost a token,
// valid calls do not, and another client's guesses never lock out a cached key.
func (s *Server) authenticate(c echo.Context, op *contract.Operation, values []string) (*auth.Key, error) {
	digest, wellFormed := digestOf(values)
	known, fresh := s.keys.Known(digest)
	if fresh {
		return known, nil
	}
	attempts, address := s.config.Limits.AuthAttempt(), addressOf(c)
	attempt := func() error {
		_, err := s.takeToken(c, attempts, address, problem.AuthenticationRateLimitExceeded)
		return err
	}
	if known == nil {
		if err := attempt(); err != nil {
			return nil, err
		}
	}
	if !wellFormed {
		return nil, badKey(op)
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), s.config.CallTimeout)
	defer cancel()
	key, err := s.keyWith(ctx, digest)
	switch {
	case err != nil:
		return nil, err
	case key == nil && known != nil: // it was valid before: now the attempt counts
		if err := attempt(); err != nil {
			return nil, err
		}
		return nil, badKey(op)
	case key == nil:
		return nil, badKey(op)
	case known == nil:
		return key, s.limiter.Return(c.Request().Context(), attempts, address)
	}
	return key, nil
}

// keyWith returns the key to which a secret or a token with this digest belongs, or nil if none in force has it.
func (s *Server) keyWith(ctx context.Context, digest auth.Digest) (key *auth.Key, err error) {
	err = s.feed.Read(ctx, func(ctx context.Context) (err error) {
		var fresh bool
		if key, fresh = s.keys.Known(digest); !fresh {
			key, err = s.keys.Find(ctx, digest)
		}
		return err
	})
	return key, err
}

// badKey names the scope that a key needs for the operation, if the call is for
// one.
func badKey(op *contract.Operation) error {
	p := problem.New(problem.InvalidKey, "The key is malformed, unknown, expired or revoked.", "")
	if op != nil {
		p.Resolution = fmt.Sprintf(`Send "Authorization: Bearer <key>" with a valid key that holds the scope %s`, op.Scope)
		if op.Anonymous {
			p.Resolution += ", or leave the header out"
		}
		p.Resolution += "."
		return p.Then(problem.Hold(op.Scope))
	}
	return p
}

func digestOf(values []string) (auth.Digest, bool) {
	if len(values) != 1 {
		return auth.Digest{}, false
	}
	secret, ok := auth.BearerSecret(values[0])
	if !ok {
		return auth.Digest{}, false
	}
	return auth.ParseSecret(secret)
}

// admitReader is every check before a document.
func (s *Server) admitReader(next echo.HandlerFunc) echo.HandlerFunc {
	return s.limitPages(s.checkQuery(next))
}

// limitPages counts a request for a document or a page, with or without a key,
// against the bucket of its address.
func (s *Server) limitPages(next echo.HandlerFunc) echo.HandlerFunc {
	return s.limitAddress(s.config.Limits.Pages(), next)
}

// limitAddress counts a request against a bucket of its address.
func (s *Server) limitAddress(policy ratelimit.Policy, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if _, err := s.takeToken(c, policy, addressOf(c), problem.RateLimitExceeded); err != nil {
			return err
		}
		return next(c)
	}
}

func addressOf(c echo.Context) ratelimit.Key {
	return ratelimit.AddressKey(call.From(c.Request().Context()).IP)
}

// takeToken takes a token and tells the caller how many are left. Without one the error is the 429.
func (s *Server) takeToken(c echo.Context, policy ratelimit.Policy, key ratelimit.Key, refusal problem.Code) (ratelimit.Decision, error) {
	decision, err := s.limiter.Take(c.Request().Context(), policy, key)
	if err != nil {
		return decision, err
	}
	if !decision.Allowed {
		decision.RetryAfter = s.waiting.After(s.clock(), decision, key)
	}
	decision.SetHeaders(c.Response().Header())
	if decision.Allowed {
		return decision, nil
	}
	s.metrics.Limited(policy.Name)
	p := problem.Newf(refusal, "The quota %q of %s is used up.", policy.Name, calls(policy))
	p.RetryAfter = decision.RetryAfter
	p.ViolatedPolicies = []string{policy.Name}
	p.Resolution = fmt.Sprintf("Wait %s before the next call.", c.Response().Header().Get("Retry-After")+" s")
	return decision, p
}

// calls returns a quota with its time, as in "60 calls a minute".
func calls(policy ratelimit.Policy) string {
	per := "in " + policy.Window().String()
	if policy.Window() == time.Minute {
		per = "a minute"
	}
	return fmt.Sprintf("%d calls %s", policy.Quota, per)
}

// limitedEvery is how often refusals by rate limits are logged.
const limitedEvery = time.Second

// limited counts the refusals by rate limits. They come as fast as callers like,
// and one is as informative as the next, so one line a second summarises them.
type limited struct {
	mu     sync.Mutex
	counts map[string]int // by policy
}

func (l *limited) note(policies []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.counts == nil {
		l.counts = map[string]int{}
	}
	for _, policy := range policies {
		l.counts[policy]++
	}
}

// run logs the counts every second until ctx ends, and then the rest.
func (l *limited) run(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(limitedEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
		l.flush(log)
	}
}

func (l *limited) flush(log *slog.Logger) {
	l.mu.Lock()
	counts := l.counts
	l.counts = nil
	l.mu.Unlock()
	if len(counts) == 0 {
		return
	}
	var attrs []any
	for _, policy := range slices.Sorted(maps.Keys(counts)) {
		attrs = append(attrs, slog.Int(policy, counts[policy]))
	}
	log.Info("refused for limits", attrs...)
}

// authorise checks that the caller may call the operation and that it is not
// switched off, and then gives kin-openapi the body that it did not have so far.
func (s *Server) authorise(ctx context.Context, input *openapi3filter.AuthenticationInput) (err error) {
	in := call.From(ctx)
	if err := permit(in, in.Operation); err != nil {
		return err
	}
	if err := s.switches.Allow(ctx, in); err != nil {
		return err
	}
	r := input.RequestValidationInput.Request
	r.Body, err = r.GetBody()
	return err
}

// permit checks the caller against the one scope of the operation.
func permit(in *call.Call, op *contract.Operation) error {
	anonymous := op.Anonymous
	if in.Channel == call.MCP {
		anonymous = op.AnonymousMCP
	}
	if in.Anonymous() && !anonymous {
		advice := `Send "Authorization: Bearer <key>" with a key that holds the scope %s.`
		if in.Channel == call.MCP { // a model cannot
			advice = "Ask the owner of the shop to connect you with a key that holds the scope %s."
		}
		return problem.New(problem.AuthenticationRequired, op.Name+" is not open to anonymous callers.", fmt.Sprintf(advice, op.Scope)).
			Then(problem.Hold(op.Scope))
	}
	if in.Paused {
		return problem.New(problem.KeyPaused, "The owner of the shop has paused this key.", "")
	}
	if in.Channel == call.MCP && op.RESTOnly {
		return problem.Newf(problem.RestOnly, "%s is not offered over MCP.", op.Name)
	}
	if !in.Anonymous() && !in.May(op.Scope) {
		p := problem.New(problem.InsufficientScope, fmt.Sprintf("%s needs the scope %s, which this key does not hold.", op.Name, op.Scope),
			fmt.Sprintf("Ask the owner of the shop for a key with the scope %s.", op.Scope)).Then(problem.Hold(op.Scope))
		if anonymous && in.Channel != call.MCP {
			p.Resolution = strings.TrimSuffix(p.Resolution, ".") + ", or leave the header out."
		}
		p.RequiredScope = op.Scope
		return p
	}
	return nil
}
