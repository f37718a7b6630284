package webhooks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/storefront/storefront/gen/db"
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
