package stripe

import (
	"crypto/hmac"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v85/webhook"

	"github.com/storefront/storefront/server/shop/payments"
)

// event is what is read of an event: of its object no more than which payment it is about, which every version of the API has.
type event struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Livemode bool   `json:"livemode"`
	Data     struct {
		Object struct {
			ID            string            `json:"id"`
			Object        string            `json:"object"`
			PaymentIntent any               `json:"payment_intent"` // its id, if any
			Metadata      map[string]string `json:"metadata"`
		} `json:"object"`
	} `json:"data"`
}

// heard are the beginnings of the types of events that are about payments.
var heard = []string{"payment_intent.", "checkout.session.", "charge.", "refund."}

// Message implements payments.Provider. An event of another type is a message about no payment.
func (s *Stripe) Message(header http.Header, body []byte, now time.Time) (payments.Message, error) {
	var e event
	if !s.signed(header.Get("Stripe-Signature"), body, now) || json.Unmarshal(body, &e) != nil || e.ID == "" {
		return payments.Message{}, payments.ErrSignature
	}
	m := payments.Message{ID: e.ID, Type: e.Type, Live: e.Livemode}
	if !slices.ContainsFunc(heard, func(beginning string) bool { return strings.HasPrefix(e.Type, beginning) }) {
		return m, nil
	}
	object := &e.Data.Object
	m.Payment, _ = uuid.Parse(object.Metadata[keyPayment]) // some have none
	intent, _ := object.PaymentIntent.(string)
	switch {
	case object.Object == "payment_intent" || object.Object == "checkout.session" && intent == "":
		m.Reference = object.ID
	default:
		m.Reference = intent
	}
	return m, nil
}

// tolerance is how old a signature may be.
const tolerance = 5 * time.Minute

// signed reports whether Stripe has signed the body, with one of the secrets, not long before now. The library compares the time with the
// machine's, and takes the last of two times.
func (s *Stripe) signed(signature string, body []byte, now time.Time) bool {
	var at time.Time
	var given [][]byte
	for part := range strings.SplitSeq(signature, ",") {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "t":
			seconds, err := strconv.ParseInt(value, 10, 64)
			if err != nil || !at.IsZero() {
				return false
			}
			at = time.Unix(seconds, 0)
		case "v1":
			if mac, err := hex.DecodeString(value); err == nil {
				given = append(given, mac)
			}
		}
	}
	if now.Sub(at).Abs() > tolerance {
		return false
	}
	return slices.ContainsFunc(s.secrets, func(secret string) bool {
		mac := webhook.ComputeSignature(at, body, secret)
		return secret != "" && slices.ContainsFunc(given, func(one []byte) bool { return hmac.Equal(mac, one) })
	})
}
