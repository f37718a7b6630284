package cli

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"time"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/wire"
)

const (
	// longestAnswer is how much of an answer is read, in bytes.
	longestAnswer = 256 << 20
	// firstWait is the time before a call is sent again, unless the answer says it; it doubles each time.
	firstWait = 200 * time.Millisecond
)

// CallOptions say whom to call, and how.
type CallOptions struct {
	Address        string // of the deployment
	Key            string // "" calls anonymously
	IdempotencyKey string // of a call that writes; "": each call has one of its own
	Agent          string
	Timeout        time.Duration // for each attempt
	Retries        int
	MaxWait        time.Duration // between all attempts
	Waits          func(d time.Duration, why string)
}

// Answer is what the deployment answered.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// IsProblem reports whether the answer is a problem document.
func (a *Answer) IsProblem() bool { return a.is(problem.MediaType) }

// IsJSON reports whether the answer is JSON, as all that the operations answer.
func (a *Answer) IsJSON() bool { return a.is("application/json") || a.IsProblem() }

func (a *Answer) is(want string) bool {
	media, _, err := mime.ParseMediaType(a.Header.Get("Content-Type"))
	return err == nil && media == want
}

// Unreachable is that there was no answer.
type Unreachable struct{ error }

// Unwrap returns why.
func (u Unreachable) Unwrap() error { return u.error }

// Call calls an operation. It sends the call again after a failure of the network and when the
// deployment asks for that: one that writes has an Idempotency-Key, by which nothing is done
// twice. An error is Unreachable, or that of ctx.
func Call(ctx context.Context, tool *Tool, body []byte, o CallOptions) (*Answer, error) {
	if o.IdempotencyKey == "" {
		o.IdempotencyKey = rand.Text()
	}
	client := wire.NewClient(o.Timeout)
	defer client.CloseIdleConnections()
	patience := wire.Patience{Left: o.MaxWait}
	for attempt := 0; ; attempt++ {
		answer, err := once(ctx, client, tool, body, o)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		wait, why := again(answer, err, firstWait<<min(attempt, 10))
		if why == "" || attempt >= o.Retries || wait > patience.Left {
			return answer, explained(err, tool, o)
		}
		o.Waits(wait, why)
		if err := patience.Wait(ctx, wait); err != nil {
			return nil, err
		}
	}
}

func once(ctx context.Context, client *http.Client, tool *Tool, body []byte, o CallOptions) (*Answer, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, o.Address+tool.Path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", o.Agent)
	if o.Key != "" {
		r.Header.Set("Authorization", "Bearer "+o.Key)
	}
	if tool.Repeatable {
		r.Header.Set("Idempotency-Key", o.IdempotencyKey)
	}
	response, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	read, err := io.ReadAll(io.LimitReader(response.Body, longestAnswer+1))
	if err == nil && len(read) > longestAnswer {
		err = fmt.Errorf("the answer is larger than %d MiB", longestAnswer>>20)
	}
	return &Answer{response.StatusCode, response.Header, read}, err
}

// again returns how long to wait before a call may be sent again, and why; "" if it may not.
func again(a *Answer, err error, wait time.Duration) (time.Duration, string) {
	if err != nil {
		if passing(err) {
			return wait, err.Error()
		}
		return 0, ""
	}
	asked := wire.RetryAfter(a.Header)
	switch a.Status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
	case http.StatusConflict: // the same call is under way
		if asked == 0 {
			return 0, ""
		}
	default:
		return 0, ""
	}
	return max(wait, asked), fmt.Sprintf("the answer was %d %s", a.Status, http.StatusText(a.Status))
}

// passing reports whether a failure of the network may be over soon: a connection that is refused or
// broken may, a name that does not exist or a bad certificate may not.
func passing(err error) bool {
	if name, ok := errors.AsType[*net.DNSError](err); ok {
		return name.IsTemporary
	}
	_, network := errors.AsType[*net.OpError](err)
	timeout, ok := errors.AsType[net.Error](err)
	return network || ok && timeout.Timeout() || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// explained adds to the failure of a call that writes how to repeat it.
func explained(err error, tool *Tool, o CallOptions) error {
	if err == nil {
		return nil
	}
	dial, ok := errors.AsType[*net.OpError](err)
	if tool.ReadOnly || !tool.Repeatable || ok && dial.Op == "dial" {
		return Unreachable{err}
	}
	return Unreachable{fmt.Errorf("%w\nwhether it was carried out is not known; repeated with --idempotency-key %s it is not carried out twice", err, o.IdempotencyKey)}
}

// Class is an exit status with what it means.
type Class struct {
	Status  int
	Meaning string
}

// The classes of outcomes, each with an exit status of its own. 80 is that of every command for a
// wrong command line, and 2 for a wrong setting.
var (
	Done           = Class{0, "the call succeeded"}
	Failed         = Class{1, "the program itself failed, such as at writing the answer"}
	BadSetting     = Class{2, "a variable STOREFRONT_… is wrong"}
	Invalid        = Class{3, "the request was refused as invalid (400, 413, 415, 422)"}
	Forbidden      = Class{4, "there was no key, or it may not do this (401, 403)"}
	NotFound       = Class{5, "what the call names does not exist (404, 410)"}
	Conflict       = Class{6, "the state of the shop does not allow the call now (409, 412)"}
	Limited        = Class{7, "too many calls (429)"}
	Unavailable    = Class{8, "the service failed or is not available (5xx)"}
	NotReached     = Class{9, "no answer of a Storefront: the network, a time limit, a redirect, another program"}
	BadCommandLine = Class{80, "the command line is wrong; nothing was sent"}
	Interrupted    = Class{130, "interrupted, by Ctrl-C or SIGTERM"}
)

// Classes are all of them, in their order.
var Classes = []Class{Done, Failed, BadSetting, Invalid, Forbidden, NotFound, Conflict, Limited, Unavailable, NotReached, BadCommandLine, Interrupted}

// Class returns the class of an answer. Of programs that are no Storefront, such as a proxy before
// one, only what does not depend on the call counts.
func (a *Answer) Class() Class {
	switch {
	case a.Status == http.StatusOK && a.is("application/json"):
		return Done
	case a.Status == http.StatusTooManyRequests:
		return Limited
	case a.Status >= http.StatusInternalServerError:
		return Unavailable
	case !a.IsProblem():
		return NotReached
	}
	return ofStatus(a.Status)
}

func ofStatus(status int) Class {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return Forbidden
	case http.StatusNotFound, http.StatusGone:
		return NotFound
	case http.StatusConflict, http.StatusPreconditionFailed:
		return Conflict
	}
	if status < http.StatusBadRequest {
		return NotReached
	}
	return Invalid
}
