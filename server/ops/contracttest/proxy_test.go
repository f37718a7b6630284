package contracttest_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/contract"
)

type object = map[string]any

// fault is one way in which a deployment does not keep the contract.
type fault struct {
	name      string
	operation string                 // that the run is limited to
	path      string                 // where it is planted; that of the operation when empty
	request   func(r *http.Request)  // changes what the service gets, or is nil
	answer    func(a *http.Response) // changes what the client gets, or is nil
	wants     string                 // part of what is reported
}

// planted returns the address of a proxy before a service with the fault.
func planted(t *testing.T, service string, f fault) string {
	t.Helper()
	target, err := url.Parse(service)
	if err != nil {
		t.Fatal(err)
	}
	path := f.path
	if path == "" {
		path = contract.ToolPath + f.operation
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(target)
			p.Out.Header.Del("Accept-Encoding") // so that what is changed is not compressed
			if f.request != nil && strings.HasPrefix(p.In.URL.Path, path) {
				f.request(p.Out)
			}
		},
		ModifyResponse: func(a *http.Response) error {
			if f.answer != nil && strings.HasPrefix(a.Request.URL.Path, path) {
				f.answer(a)
			}
			return nil
		},
	}
	listening := httptest.NewServer(proxy)
	t.Cleanup(listening.Close)
	return listening.URL
}

// setBody replaces the body of an answer.
func setBody(a *http.Response, body []byte) {
	a.Body, a.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	a.Header.Set("Content-Length", strconv.Itoa(len(body)))
}

func bodyOf(a *http.Response) []byte {
	body, _ := io.ReadAll(a.Body)
	setBody(a, body)
	return body
}

// success changes the fields of every success.
func success(change func(fields object)) func(*http.Response) { return having(http.StatusOK, change) }

// having changes the fields of every answer with a status.
func having(status int, change func(fields object)) func(*http.Response) {
	return func(a *http.Response) {
		var fields object
		if a.StatusCode != status || json.Unmarshal(bodyOf(a), &fields) != nil {
			return
		}
		change(fields)
		body, _ := json.Marshal(fields)
		setBody(a, body)
	}
}

// result changes the result of every success.
func result(change func(result object)) func(*http.Response) {
	return success(func(fields object) { change(fields["result"].(object)) })
}

// first changes the first item of every list that has one.
func first(change func(item object)) func(*http.Response) {
	return success(func(fields object) {
		if items := fields["result"].([]any); len(items) > 0 {
			change(items[0].(object))
		}
	})
}

// header changes a header of every answer with a status; "" removes it.
func header(status int, name, value string) func(*http.Response) {
	return func(a *http.Response) {
		switch {
		case a.StatusCode != status:
		case value == "":
			a.Header.Del(name)
		default:
			a.Header.Set(name, value)
		}
	}
}

// sent changes the fields of every request that is a JSON object.
func sent(change func(fields object)) func(*http.Request) {
	return sentText(func(text string) string {
		var fields object
		if json.Unmarshal([]byte(text), &fields) != nil || fields == nil {
			return text
		}
		change(fields)
		changed, _ := json.Marshal(fields)
		return string(changed)
	})
}

// sentText changes the body of every request.
func sentText(change func(text string) string) func(*http.Request) {
	return func(r *http.Request) {
		if r.Method != http.MethodPost {
			return
		}
		var text []byte
		if r.Body != nil { // the proxy leaves out an empty one
			text, _ = io.ReadAll(r.Body)
		}
		body := change(string(text))
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		r.Header.Set("Content-Length", strconv.Itoa(len(body)))
	}
}
