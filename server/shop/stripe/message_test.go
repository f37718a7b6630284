package stripe_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v85/webhook"

	"github.com/storefront/storefront/server/shop/payments"
)

// signed returns the header of a message.
func signed(body []byte, secret string, at time.Time) http.Header {
	mac := hex.EncodeToString(webhook.ComputeSignature(at, body, secret))
	return http.Header{"Stripe-Signature": {fmt.Sprintf("t=%d,v1=%s,v0=%s", at.Unix(), mac, mac)}}
}

func TestWhatMessagesName(t *testing.T) {
	t.Parallel()
	s, _ := newStripe(t)
	now := time.Now()
	id := uuid.Must(uuid.NewV7())
	ours := fmt.Sprintf(`"metadata":{"paymentId":%q}`, id)
	for _, one := range []struct {
		kind, object string
		payment      uuid.UUID
		reference    string
	}{
		{"payment_intent.succeeded", `"object":"payment_intent","id":"pi_1",` + ours, id, "pi_1"},
		{"payment_intent.payment_failed", `"object":"payment_intent","id":"pi_1","metadata":null`, uuid.Nil, "pi_1"},
		{"checkout.session.expired", `"object":"checkout.session","id":"cs_1","payment_intent":null,` + ours, id, "cs_1"},
		{"checkout.session.completed", `"object":"checkout.session","id":"cs_1","payment_intent":"pi_1",` + ours, id, "pi_1"},
		{"charge.updated", `"object":"charge","id":"ch_1","payment_intent":"pi_1",` + ours, id, "pi_1"},
		{"charge.refund.updated", `"object":"refund","id":"re_1","payment_intent":"pi_1","metadata":{}`, uuid.Nil, "pi_1"},
		{"refund.failed", `"object":"refund","id":"re_1","payment_intent":"pi_1",` + ours, id, "pi_1"},
		{"charge.dispute.created", `"object":"dispute","id":"dp_1","payment_intent":"pi_1","metadata":{}`, uuid.Nil, "pi_1"},
		{"charge.succeeded", `"object":"charge","id":"ch_1","payment_intent":null,"metadata":{"paymentId":"other"}`, uuid.Nil, ""},
		{"payout.paid", `"object":"payout","id":"po_1",` + ours, uuid.Nil, ""},
	} {
		for _, live := range []bool{true, false} {
			body := fmt.Appendf(nil, `{"id":"evt_1","object":"event","api_version":"2017-08-15","livemode":%v,"type":%q,"data":{"object":{%s}}}`, live, one.kind, one.object)
			m, err := s.Message(signed(body, webhookSecret, now), body, now)
			if want := (payments.Message{ID: "evt_1", Type: one.kind, Payment: one.payment, Reference: one.reference, Live: live}); err != nil || m != want {
				t.Errorf("%s: %+v, %v; want %+v", one.kind, m, err, want)
			}
		}
	}
}

func TestSignatures(t *testing.T) {
	t.Parallel()
	s, _ := newStripe(t)
	now := time.Date(2026, time.November, 29, 12, 0, 0, 0, time.UTC) // not the machine's
	body := []byte(`{"id":"evt_1","object":"event","type":"payment_intent.succeeded","data":{"object":{"object":"payment_intent","id":"pi_1"}}}`)
	good := signed(body, webhookSecret, now)
	one := func(text string) http.Header { return http.Header{"Stripe-Signature": {text}} }
	text := good.Get("Stripe-Signature")
	mac := strings.Split(strings.Split(text, ",")[1], "=")[1]
	at := func(moment time.Time) string { return fmt.Sprintf("t=%d", moment.Unix()) }
	for name, message := range map[string]struct {
		header http.Header
		body   []byte
		good   bool
	}{
		"signed":                {good, body, true},
		"of the older secret":   {signed(body, olderSecret, now), body, true},
		"with two signatures":   {one(at(now) + ",v1=" + strings.Repeat("0", 64) + ",v1=" + mac), body, true},
		"almost old":            {signed(body, webhookSecret, now.Add(-5*time.Minute)), body, true},
		"old":                   {signed(body, webhookSecret, now.Add(-5*time.Minute-time.Second)), body, false},
		"of the future":         {signed(body, webhookSecret, now.Add(6*time.Minute)), body, false},
		"not signed":            {http.Header{}, body, false},
		"of another secret":     {signed(body, "whsec_other", now), body, false},
		"of no secret":          {signed(body, "", now), body, false},
		"of both secrets":       {signed(body, webhookSecret+","+olderSecret, now), body, false},
		"another body":          {good, bytes.Replace(body, []byte("pi_1"), []byte("pi_2"), 1), false},
		"more of a body":        {good, append(bytes.Clone(body), ' '), false},
		"less of a body":        {good, body[:len(body)-1], false},
		"another time":          {one(at(now.Add(time.Second)) + ",v1=" + mac), body, false},
		"two times":             {one(at(now) + "," + text), body, false},
		"an old and a new time": {one(strings.Replace(signed(body, webhookSecret, now.Add(-time.Hour)).Get("Stripe-Signature"), "t=", at(now)+",t=", 1)), body, false},
		"no time":               {one("v1=" + mac), body, false},
		"no number":             {one("t=now,v1=" + mac), body, false},
		"cut":                   {one(at(now) + ",v1=" + mac[:32]), body, false},
		"empty":                 {one(at(now) + ",v1="), body, false},
		"of another scheme":     {one(at(now) + ",v0=" + mac), body, false},
		"no hexadecimal number": {one(at(now) + ",v1=" + strings.Repeat("z", 64)), body, false},
	} {
		m, err := s.Message(message.header, message.body, now)
		if (err == nil) != message.good || !message.good && (!errors.Is(err, payments.ErrSignature) || m != (payments.Message{})) {
			t.Errorf("%s: %+v, %v", name, m, err)
		}
	}
	for _, body := range []string{"", "[]", "{", `{"type":"payment_intent.succeeded"}`, `"evt_1"`} {
		if _, err := s.Message(signed([]byte(body), webhookSecret, now), []byte(body), now); !errors.Is(err, payments.ErrSignature) {
			t.Errorf("%s: %v", body, err)
		}
	}
}
