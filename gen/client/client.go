// Copied from openapi/client/client.go by make generate; edit it there.

// Package client calls a Storefront. Its types and methods are generated from
// the contract, one method for each operation; New makes a client that sends a
// key, waits when a limit is reached, and returns refusals as errors.
//
// A field of a request that can be omitted is a pointer, such as new(true); one
// that can also be cleared takes Value or Null. Amounts are whole numbers of ore.
package client

import (
	"net/http"
	"time"
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
