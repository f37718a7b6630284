//go:build ignore

// A part of the Go client: make generate copies it to gen/client, beside the generated types.

// Package client calls a Storefront. Its types and methods are generated from
// the contract, one method for each operation; New makes a client that sends a
// key, waits when a limit is reached, and returns refusals as errors.
//
// A field of a request that can be omitted is a pointer, such as new(true); one
// that can also be cleared takes Value or Null. Amounts are whole numbers of ore.
package client

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/oapi-codegen/nullable"
)

// Options configure a client. The zero value calls anonymously.
type Options struct {
	Key string // an API key; "" calls anonymously

	// MaxWait is how long a call may wait in all to be sent again, when the service
	// asks for it by Retry-After: 0 means a minute, a negative value not at all.
	MaxWait time.Duration

	HTTP HttpRequestDoer // sends the requests; nil means http.DefaultClient
}

// New returns a client for the service at an address such as
// "https://shop.example". Its methods return a *Problem when the service refuses
// a call; without an error, JSON200 of a response is set.
func New(address string, o Options) (*ClientWithResponses, error) {
	if o.HTTP == nil {
		o.HTTP = http.DefaultClient
	}
	if o.MaxWait == 0 {
		o.MaxWait = time.Minute
	}
	return NewClientWithResponses(address, WithHTTPClient(&caller{Options: o}))
}

// caller sends the requests of the generated methods.
type caller struct{ Options }

// Do sends a request, again when the service asks for it: by the Idempotency-Key
// nothing is carried out twice. It returns a *Problem for a refusal.
func (c *caller) Do(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if c.Key != "" {
		r.Header.Set("Authorization", "Bearer "+c.Key)
	}
	if r.Header.Get(idempotencyKey) == "" {
		r.Header.Set(idempotencyKey, rand.Text())
	}
	for left := c.MaxWait; ; {
		response, err := c.HTTP.Do(r)
		if err != nil {
			return nil, err
		}
		refused, err := refusal(response)
		if err != nil {
			return nil, err
		}
		if refused == nil {
			return response, nil
		}
		if refused.RetryAfter == nil {
			return nil, refused
		}
		wait := time.Duration(*refused.RetryAfter) * time.Second
		if left -= wait; left < 0 || !sleep(r.Context(), wait) {
			return nil, refused
		}
		if r.Body, err = r.GetBody(); err != nil {
			return nil, err
		}
	}
}

// refusal returns nil for a success, and else the problem. An error means that
// the response is not one of the service's.
func refusal(response *http.Response) (*Problem, error) {
	mediaType, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if response.StatusCode == http.StatusOK && mediaType == "application/json" {
		return nil, nil
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, longestProblem))
	if err != nil {
		return nil, err
	}
	problem := new(Problem)
	if mediaType != "application/problem+json" || json.Unmarshal(body, problem) != nil {
		return nil, fmt.Errorf("%s answers %s with %q, which is no answer of a Storefront", response.Request.URL, response.Status, mediaType)
	}
	return problem, nil
}

// longestProblem is how much of a refusal is read, in bytes.
const longestProblem = 1 << 20

// sleep waits, and reports whether the context has not ended before.
func sleep(ctx context.Context, d time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < d {
		return false
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

const idempotencyKey = "Idempotency-Key"

// IdempotencyKey gives a call an Idempotency-Key of the caller's own, so that it can be
// sent again later, by another process too, without being carried out twice. Without it
// each call has a value of its own.
func IdempotencyKey(value string) RequestEditorFn {
	return func(_ context.Context, r *http.Request) error {
		r.Header.Set(idempotencyKey, value)
		return nil
	}
}

// Error returns what happened and what to do about it, after the code.
func (p *Problem) Error() string { return fmt.Sprintf("%s: %s %s", p.Code, p.Detail, p.Resolution) }

// Null clears a field.
func Null[T any]() nullable.Nullable[T] { return nullable.NewNullNullable[T]() }

// Value sets a field that can also be cleared.
func Value[T any](v T) nullable.Nullable[T] { return nullable.NewNullableWithValue(v) }

// UTC is a moment that is sent in UTC, whatever its location.
type UTC time.Time

// MarshalJSON returns the moment as the service reads it.
func (u UTC) MarshalJSON() ([]byte, error) { return time.Time(u).UTC().MarshalJSON() }

// UnmarshalJSON reads a moment of RFC 3339.
func (u *UTC) UnmarshalJSON(text []byte) error { return (*time.Time)(u).UnmarshalJSON(text) }
