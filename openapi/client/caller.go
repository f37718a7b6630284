//go:build ignore

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
)

const idempotencyKey = "Idempotency-Key"

// longestProblem is how much of a refusal is read, in bytes.
const longestProblem = 1 << 20

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

// IdempotencyKey gives a call an Idempotency-Key of the caller's own, so that it can be
// sent again later, by another process too, without being carried out twice. Without it
// each call has a value of its own.
func IdempotencyKey(value string) RequestEditorFn {
	return func(_ context.Context, r *http.Request) error {
		r.Header.Set(idempotencyKey, value)
		return nil
	}
}

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
