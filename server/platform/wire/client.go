package wire

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// ErrTooLong means that a deployment asks to wait for longer than is allowed.
var ErrTooLong = errors.New("the deployment asks to wait for longer than --max-wait allows")

// ParseAddress returns the address of a deployment without a slash at its end, or an error if a
// text is none.
func ParseAddress(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("%q is not an address such as https://shop.example", text)
	}
	return strings.TrimRight(text, "/"), nil
}

// NewClient returns a client for calls to a deployment, each of which takes at most so long, with the
// answer. It follows no redirect, so that a key is never sent to another host.
func NewClient(timeout time.Duration) *http.Client {
	return &http.Client{
		Timeout:       timeout,
		Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, ExpectContinueTimeout: 5 * time.Second},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// RetryAfter returns how long an answer asks to wait, or 0 when it does not say.
func RetryAfter(h http.Header) time.Duration {
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return time.Duration(seconds) * time.Second
}

// Patience is how long may still be waited, in all.
type Patience struct{ Left time.Duration }

// Wait waits, or returns ErrTooLong or why ctx has ended.
func (p *Patience) Wait(ctx context.Context, d time.Duration) error {
	if p.Left -= d; p.Left < 0 {
		return ErrTooLong
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
