package webhooks

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/wire"
)

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
