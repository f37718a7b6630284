package webhooks

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
)

// outcome is how an attempt ended.
type outcome struct {
	delivery
	began     time.Time
	took      time.Duration
	status    int    // of the response, 0 when there was none
	answer    string // the beginning of the response
	err       error  // nil for a delivery
	stopped   bool   // the service stopped: it is not known whether the message arrived
	abandoned bool   // no attempt was made, because the endpoint is disabled
}

// attempt sends the message of a delivery once. One that has waited for an endpoint that is disabled by now has failed.
func (w *worker) attempt(sending context.Context, d delivery) outcome {
	if !d.row.Active && !d.row.Repeated {
		return outcome{delivery: d, abandoned: true}
	}
	o := outcome{delivery: d, began: w.Store.Due()}
	ctx, cancel := context.WithTimeout(sending, attemptTimeout)
	defer cancel()
	o.status, o.answer, o.err = w.post(ctx, d.row, d.to)
	o.took = w.Store.Due().Sub(o.began)
	if address, ok := errors.AsType[*url.Error](o.err); ok {
		o.err = address.Err // without the address, whose query may be a secret
	}
	o.stopped = o.err != nil && sending.Err() != nil
	return o
}

// post sends the message, and returns the status of the response and how it begins. Any status but 2xx is an error.
func (w *worker) post(ctx context.Context, row *db.DeliveriesClaimRow, to *endpoint) (status int, answer string, err error) {
	body, err := message(row.Type, row.At, row.Data)
	if err != nil {
		return 0, "", err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to.url, bytes.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	if r.URL.Scheme != "https" && !w.Reach.Loopback { // it was created while the setting allowed it
		return 0, "", errNotHTTPS
	}
	r.Header = headers(row.EventID.String(), w.Store.Due(), body, to.secrets)
	ctx, end := w.Spans.Send(ctx, "webhook "+row.Type, r.Header)
	defer func() { end(status, err) }()
	response, err := w.client.Do(r.WithContext(ctx))
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	// A short response is read, so that the connection can be used again. The status is the answer,
	// whatever happens to the rest.
	const most = 16 << 10
	beginning, _ := io.ReadAll(io.LimitReader(response.Body, most))
	if status = response.StatusCode; status < 200 || status > 299 {
		err = fmt.Errorf("the endpoint answered %d", status)
	}
	return status, plain(beginning), err
}

// plain returns text that PostgreSQL stores: what is none of UTF-8 is replaced, and NUL. A letter that is cut off is left out.
func plain(beginning []byte) string {
	for cut := 1; cut < utf8.UTFMax && cut <= len(beginning); cut++ {
		if last := beginning[len(beginning)-cut:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				beginning = beginning[:len(beginning)-cut]
			}
			break
		}
	}
	return text.Storable(string(beginning))
}

// message returns the body that is sent: the same bytes in each attempt.
func message(kind string, at time.Time, data json.RawMessage) ([]byte, error) {
	return wire.Marshal(struct {
		Type      string          `json:"type"`
		Timestamp wire.Time       `json:"timestamp"`
		Data      json.RawMessage `json:"data"`
	}{kind, wire.TimeOf(at), data})
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

// record writes how attempts ended, in one transaction.
func (w *worker) record(ctx context.Context, ended []outcome) error {
	var now time.Time
	err := w.Store.Task(ctx, "delivery results", func(tx *store.Tx) error {
		now = w.Store.Due()
		end, reached := endParams(ended, now)
		if len(reached) > 0 {
			if err := tx.EndpointsDelivered(ctx, db.EndpointsDeliveredParams{Ids: reached, At: &now, Before: now.Add(-time.Minute)}); err != nil {
				return err
			}
		}
		return tx.DeliveriesEnd(ctx, end)
	})
	if err != nil {
		return err
	}
	for i := range ended {
		o := &ended[i]
		if w.busy[o.to.id]--; w.busy[o.to.id] == 0 {
			delete(w.busy, o.to.id)
		}
		w.report(o, now)
		if w.Ended != nil && o.attempted() {
			w.Ended(o.result(now))
		}
		if reason := o.disableReason(now); reason != "" || o.attempted() && o.err == nil && !o.row.Active {
			w.switches[o.to.id] = reason
		}
	}
	return nil
}

// endParams returns what to record of the outcomes, and the endpoints that took a message.
func endParams(outcomes []outcome, now time.Time) (end db.DeliveriesEndParams, reached []uuid.UUID) {
	end.At, end.KeptAttempts = now, keptAttempts
	for i := range outcomes {
		o := &outcomes[i]
		status, due := o.deliveryStatus(now)
		attempt := int32(0)
		if o.attempted() {
			attempt = 1
		}
		end.Ids, end.Statuses, end.DueAts = append(end.Ids, o.row.ID), append(end.Statuses, status), append(end.DueAts, due)
		end.Attempts, end.ResponseStatuses = append(end.Attempts, attempt), append(end.ResponseStatuses, int32(o.status))
		end.Leases = append(end.Leases, o.row.LeasedUntil)
		end.BeganAts, end.Durations = append(end.BeganAts, o.began), append(end.Durations, int32(o.took.Milliseconds()))
		end.Bodies, end.Errors = append(end.Bodies, o.answer), append(end.Errors, o.reason())
		if status == delivered && !slices.Contains(reached, o.to.id) {
			reached = append(reached, o.to.id)
		}
	}
	return end, reached
}

// keptAttempts is how many attempts at a delivery are kept: those that are made by themselves, and some that people ask for.
const keptAttempts = 20

// reason returns why an attempt failed, a sentence, or "". It names no address inside the network of the service.
func (o *outcome) reason() string {
	_, unresolved := errors.AsType[*net.DNSError](o.err)
	network, _ := errors.AsType[net.Error](o.err)
	switch {
	case o.err == nil:
		return ""
	case o.status != 0:
		return fmt.Sprintf("The endpoint answered %d.", o.status)
	case errors.Is(o.err, errNotPublic), errors.Is(o.err, errNotHTTPS):
		return "The url must begin with https:// and lead to a public address."
	case unresolved:
		return "The name of the host was not found."
	case network != nil && network.Timeout():
		return "There was no answer in time."
	case errors.Is(o.err, syscall.ECONNREFUSED):
		return "The connection was refused."
	}
	if _, untrusted := errors.AsType[*tls.CertificateVerificationError](o.err); untrusted {
		return "The certificate is not valid for the address."
	}
	return "The connection failed, or the answer was not HTTP."
}

// The statuses of a delivery.
const (
	pending   = "pending"
	delivered = "delivered"
	failed    = "failed"
)

// deliveryStatus returns the status of the delivery, and when it is due again.
func (o *outcome) deliveryStatus(now time.Time) (status string, due time.Time) {
	switch {
	case o.abandoned:
		return failed, now
	case o.stopped:
		return pending, now
	case o.err == nil:
		return delivered, now
	case o.row.Repeated, o.status == http.StatusGone:
		return failed, now
	}
	if next, more := o.retryAt(now); more {
		return pending, next
	}
	return failed, now
}

// retryDelays are the times between an attempt that fails and the next one.
var retryDelays = []time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour,
	10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour,
}

// retryAt returns when the delivery is attempted again; there are no more attempts after the
// last retry. The times are counted from the first attempt, so that neither an attempt that
// somebody asks for nor a long queue moves them.
func (o *outcome) retryAt(now time.Time) (at time.Time, more bool) {
	at = now
	if o.row.FirstAt != nil {
		at = *o.row.FirstAt
	}
	for _, wait := range retryDelays {
		if at = at.Add(wait); at.After(now) {
			return at, true
		}
	}
	return now, false
}

// attempted reports whether there was an attempt of which the end is known.
func (o *outcome) attempted() bool { return !o.abandoned && !o.stopped }

// result returns how an attempt ended.
func (o *outcome) result(now time.Time) Result {
	switch status, _ := o.deliveryStatus(now); status {
	case delivered:
		return Delivered
	case pending:
		return Retried
	}
	return Failed
}

// disableReason returns why the endpoint is disabled, or "".
func (o *outcome) disableReason(now time.Time) string {
	switch {
	case !o.attempted() || o.err == nil || !o.row.Active:
		return ""
	case o.status == http.StatusGone:
		return "The endpoint answered 410 Gone."
	case o.row.Repeated:
		return ""
	}
	if _, more := o.retryAt(now); more {
		return ""
	}
	return fmt.Sprintf("All %d attempts at a delivery failed, over three days.", o.row.Attempts+1)
}

// report logs when an endpoint begins to fail and when it has recovered, and each attempt
// that failed for those who debug: a line for each would flood the log when an endpoint is away.
func (w *worker) report(o *outcome, now time.Time) {
	if !o.attempted() {
		return
	}
	last, failing := w.failing[o.to.id]
	switch {
	case o.err != nil:
		w.Log.Debug("a delivery failed", "endpoint", o.to.id, "delivery", o.row.ID, "attempt", o.row.Attempts+1, "error", o.err)
		if w.failing[o.to.id] = now; !failing {
			w.Log.Info("an endpoint does not take messages", "endpoint", o.to.id, "delivery", o.row.ID, "error", o.err)
		}
	case failing && now.Sub(last) >= recoveryTime:
		delete(w.failing, o.to.id)
		w.Log.Info("an endpoint takes messages again", "endpoint", o.to.id)
	}
}

// recoveryTime is how long after its last failure an endpoint that takes a message has recovered.
const recoveryTime = time.Minute

// switchEndpoints disables the endpoints that will not take messages, and activates the
// disabled ones that took one. What cannot be done now is done in a later round.
func (w *worker) switchEndpoints(ctx context.Context) error {
	for id, reason := range w.switches {
		done, err := w.switchEndpoint(ctx, id, reason)
		if err != nil {
			return err
		}
		if done {
			delete(w.switches, id)
		}
	}
	return nil
}

// switchLast does once more what switchEndpoints does, before the service stops.
func (w *worker) switchLast(ctx context.Context) {
	ctx, done := context.WithTimeout(ctx, switchTimeout)
	defer done()
	if err := w.switchEndpoints(ctx); err != nil {
		w.Log.Warn("endpoints were not switched", "error", err)
	}
}

// switchEndpoint disables an endpoint for a reason, or activates it if that is "", with a
// row in the audit. done is false while another transaction has locked the endpoint.
func (w *worker) switchEndpoint(ctx context.Context, id uuid.UUID, reason string) (done bool, err error) {
	state := endpointState{Active: reason == "", DisabledReason: reason}
	change := db.EndpointSwitchParams{ID: id, Active: state.Active}
	if reason != "" {
		change.Reason = &reason
	}
	var result db.EndpointSwitchRow
	err = w.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if result, err = tx.EndpointSwitch(ctx, change); err != nil || !result.Switched {
			return err
		}
		return tx.Audit(store.AuditEntry{EntityType: "webhook", EntityID: id.String(), Before: endpointState{Active: !state.Active}, After: state})
	})
	if err != nil {
		return false, err
	}
	if result.Switched {
		w.Log.Warn("an endpoint was switched", "endpoint", id, "active", state.Active, "reason", reason)
	}
	return result.Switched || !result.Wanted, nil
}

// endpointState is what the audit shows of an endpoint that was disabled or activated.
type endpointState struct {
	Active         bool   `json:"active"`
	DisabledReason string `json:"disabledReason,omitempty"`
}
