package webhooks

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/wire"
)

// outcome is how an attempt ended.
type outcome struct {
	row       *db.DeliveriesClaimRow
	to        *endpoint
	status    int   // of the response, 0 when there was none
	err       error // nil for a delivery
	stopped   bool  // the service stopped: it is not known whether the message arrived
	abandoned bool  // no attempt was made, because the endpoint is disabled
}

// attempt sends the message of a delivery once.
func (w *worker) attempt(row *db.DeliveriesClaimRow, to *endpoint) outcome {
	o := outcome{row: row, to: to}
	ctx, cancel := context.WithTimeout(w.sending, timeout)
	defer cancel()
	o.status, o.err = w.post(ctx, row, to)
	if address, ok := errors.AsType[*url.Error](o.err); ok {
		o.err = address.Err // without the address, whose query may be a secret
	}
	o.stopped = o.err != nil && w.sending.Err() != nil
	return o
}

// post sends the message, and returns the status of the response. Any but 2xx is an error.
func (w *worker) post(ctx context.Context, row *db.DeliveriesClaimRow, to *endpoint) (status int, err error) {
	body, err := message(row)
	if err != nil {
		return 0, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to.url, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	if r.URL.Scheme != "https" && !w.Reach.Loopback { // it was created while the setting allowed it
		return 0, errPlain
	}
	r.Header = headers(row.EventID.String(), w.Store.Due(), body, to.secrets)
	ctx, end := w.Spans.Send(ctx, "webhook "+row.Type, r.Header)
	defer func() { end(status, err) }()
	response, err := w.client.Do(r.WithContext(ctx))
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	// A short response is read, so that the connection can be used again. The status is the answer,
	// whatever happens to the rest.
	const most = 16 << 10
	_, _ = io.CopyN(io.Discard, response.Body, most)
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return response.StatusCode, fmt.Errorf("the endpoint answered %d", response.StatusCode)
	}
	return response.StatusCode, nil
}

// message returns the body that is sent: the same bytes in each attempt.
func message(row *db.DeliveriesClaimRow) ([]byte, error) {
	return wire.Marshal(struct {
		Type      string          `json:"type"`
		Timestamp wire.Time       `json:"timestamp"`
		Data      json.RawMessage `json:"data"`
	}{row.Type, wire.TimeOf(row.At), row.Data})
}

// headers returns the headers of a message, as Standard Webhooks defines them.
func headers(id string, at time.Time, body []byte, secrets [][]byte) http.Header {
	seconds := fmt.Sprint(at.Unix())
	signatures := make([]string, len(secrets))
	for i, secret := range secrets {
		mac := hmac.New(sha256.New, secret)
		fmt.Fprintf(mac, "%s.%s.%s", id, seconds, body)
		signatures[i] = "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	h := http.Header{}
	h.Set("Content-Type", "application/json")
	h.Set("User-Agent", "Storefront-Webhooks/1")
	h.Set("Webhook-Id", id)
	h.Set("Webhook-Timestamp", seconds)
	h.Set("Webhook-Signature", strings.Join(signatures, " "))
	return h
}

const (
	secretSize   = 32
	secretPrefix = "whsec_"
)

// NewSecret returns a random secret, and the text of it that the receiver keeps.
func NewSecret() (secret []byte, text string) {
	secret = make([]byte, secretSize)
	rand.Read(secret) // never fails
	return secret, secretPrefix + base64.StdEncoding.EncodeToString(secret)
}

// Reach is which addresses messages may be sent to: public ones.
type Reach struct {
	Loopback bool // and loopback ones, also without TLS; for tests
}

// Refused is why an address is not one that messages may be sent to.
type Refused struct{ Reason string } // continues "the url …"

func (e *Refused) Error() string { return "the url " + e.Reason }

// lookup is how long the resolution of a name may take.
const lookup = 2 * time.Second

// Check returns a *Refused for a URL that messages may not be sent to. A name is resolved,
// and may not lead to a private address; one that does not resolve may do so later.
// What a name leads to can change, so the address is checked again for each connection.
func (r Reach) Check(ctx context.Context, text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Opaque != "" || u.Hostname() == "":
		return &Refused{"must be an address such as https://example.com/events"}
	case u.Scheme != "https" && (u.Scheme != "http" || !r.Loopback):
		return &Refused{"must begin with https://"}
	case u.User != nil:
		return &Refused{"must not contain a user name or password"}
	case u.Fragment != "" || u.RawFragment != "":
		return &Refused{"must not contain a fragment"}
	}
	addresses, err := addressesOf(ctx, u.Hostname())
	if err != nil {
		return nil //nolint:nilerr // see above
	}
	if slices.ContainsFunc(addresses, func(a netip.Addr) bool { return !r.allows(a) }) {
		return &Refused{"must lead to a public address"}
	}
	return nil
}

func addressesOf(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookup)
	defer cancel()
	found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	for i := range found {
		found[i] = found[i].Unmap() // the resolver returns IPv4 addresses as mapped ones
	}
	return found, err
}

// reserved are the networks of IPv4 that are not public, and those of IPv6 within 2000::/3,
// outside of which no public address is. From the registries of IANA for special purposes.
var reserved = func() (all []netip.Prefix) {
	for _, text := range []string{
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
		"192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
		"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
	} {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}()

var publicIPv6 = netip.MustParsePrefix("2000::/3")

// allows reports whether messages may be sent to an address. IPv6 addresses that stand for
// an IPv4 address (mapped, NAT64, 6to4) are not public.
func (r Reach) allows(a netip.Addr) bool {
	switch {
	case a.Zone() != "" || a.Is4In6():
		return false
	case a.IsLoopback():
		return r.Loopback
	case a.Is6() && !publicIPv6.Contains(a):
		return false
	}
	return !slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(a) })
}

var errPlain = errors.New("the url does not begin with https://")

var errPrivate = errors.New("the address is not public")

// control refuses a connection to an address that is not allowed: the very address
// that is dialled, whatever a name led to before.
func (r Reach) control(_ context.Context, _, address string, _ syscall.RawConn) error {
	dialled, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %w", errPrivate, err)
	}
	if !r.allows(dialled.Addr()) {
		return errPrivate
	}
	return nil
}

// client returns a client that connects to allowed addresses only, without a proxy, and
// follows no redirect.
func (r Reach) client() *http.Client {
	const connecting = 5 * time.Second
	dialer := net.Dialer{Timeout: connecting, ControlContext: r.control}
	return &http.Client{
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: connecting, ForceAttemptHTTP2: true, DisableCompression: true,
			MaxIdleConns: 2 * MaxEndpoints, MaxIdleConnsPerHost: concurrent, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 16 << 10,
			HTTP2: &http.HTTP2Config{SendPingTimeout: connecting, PingTimeout: connecting}, // a receiver that vanished is dialled again
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
