package crowd

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
)

// Object is a JSON object.
type Object = map[string]any

// Shop is a service that agents call.
type Shop interface {
	// Send calls an operation, with the value of an Idempotency-Key unless once is "". An error
	// means that there is no answer.
	Send(ctx context.Context, key, tool string, body any, once string) (Answer, error)
}

// Answer is what a shop answered over HTTP.
type Answer struct {
	Status   int
	Header   http.Header
	Body     []byte
	Replayed bool // whether it is that of an earlier call
}

// Address is a shop at a base URL, such as http://127.0.0.1:8080.
type Address string

// Send calls an operation of the shop.
func (a Address) Send(ctx context.Context, key, tool string, body any, once string) (Answer, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return Answer{}, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, string(a)+"/api/v1/tools/"+tool, bytes.NewReader(text))
	if err != nil {
		return Answer{}, err
	}
	r.Header.Set("Content-Type", "application/json")
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	if once != "" {
		r.Header.Set("Idempotency-Key", once)
	}
	r.GetBody = nil // or Go's client would repeat by itself a call with such a key, whose connection ended
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return Answer{}, err
	}
	defer resp.Body.Close()
	read, err := io.ReadAll(resp.Body)
	return Answer{resp.StatusCode, resp.Header, read, resp.Header.Get("Idempotent-Replayed") == "true"}, err
}
