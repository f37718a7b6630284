package contracttest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
	"github.com/storefront/storefront/server/platform/remote"
)

const (
	// callTimeout is how long one call may take.
	callTimeout = 30 * time.Second
	// longestAnswer is how much of an answer is read, in bytes.
	longestAnswer = 64 << 20
)

// request is a call, before it is sent.
type request struct {
	op     *openapi.Operation // nil for an address that is not in the contract
	method string
	url    string
	key    string
	header map[string]string
	body   []byte
}

// answer is the answer to a request.
type answer struct {
	request
	status int
	header http.Header
	body   []byte
}

// unreachable is an error after which no other call would succeed.
type unreachable struct{ error }

// client sends requests, again when the deployment says that it limits them.
type client struct {
	http     *http.Client
	patience remote.Patience
}

func newClient(maxWait time.Duration) *client {
	return &client{http: remote.New(callTimeout), patience: remote.Patience{Left: maxWait}}
}

// do sends a request and reads the answer. If that says when to call again, it
// waits and sends the request again, unless that could carry it out twice.
func (c *client) do(ctx context.Context, r request) (answer, error) {
	for {
		a, err := c.once(ctx, r)
		if err != nil || !a.again() {
			return a, err
		}
		wait := remote.RetryAfter(a.header)
		if wait == 0 {
			return a, nil // this breaks the contract, and is reported as such
		}
		if err := c.patience.Wait(ctx, wait); errors.Is(err, remote.ErrTooLong) {
			return a, unreachable{fmt.Errorf("%w: allow more, or raise its quotas", err)}
		}
	}
}

// again reports whether the same call may be sent again: one beyond a limit was
// not carried out; of other refusals that are temporary this is not known.
func (a answer) again() bool {
	return a.status == http.StatusTooManyRequests || a.status == http.StatusServiceUnavailable && a.op != nil && (a.op.ReadOnly || a.op.Idempotent)
}

func (c *client) once(ctx context.Context, r request) (answer, error) {
	out, err := http.NewRequestWithContext(ctx, r.method, r.url, bytes.NewReader(r.body))
	if err != nil {
		return answer{}, unreachable{err}
	}
	out.Header.Set("User-Agent", "storefront-contract-test")
	if r.key != "" {
		out.Header.Set("Authorization", "Bearer "+r.key)
	}
	for name, value := range r.header {
		out.Header.Set(name, value)
	}
	response, err := c.http.Do(out)
	if err != nil {
		if dial := (*net.OpError)(nil); ctx.Err() != nil || errors.As(err, &dial) && dial.Op == "dial" {
			return answer{}, unreachable{err}
		}
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, longestAnswer))
	return answer{request: r, status: response.StatusCode, header: response.Header, body: body}, err
}

// call is a call of an operation of the shop.
func (r *run) call(op *openapi.Operation, key string, body []byte) request {
	return request{op: op, method: op.Method, url: r.BaseURL + op.Path, key: key, body: body, header: map[string]string{"Content-Type": "application/json"}}
}

// String describes a request in one line, without its key.
func (r request) String() string {
	const most = 300
	body := string(r.body)
	if len(body) > most {
		body = fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(body[:most], ""), len(body))
	}
	who := "without a key"
	if r.key != "" {
		who = "with a key"
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s %s %s", r.method, r.url, who, body))
}
