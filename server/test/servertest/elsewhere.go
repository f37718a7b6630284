package servertest

import (
	"net/http"
	"testing"

	"github.com/storefront/storefront/server/platform/contract"
)

// What another service sends, such as the built program, is validated here.

// Conform fails the test when an answer to a call over REST is not one that the contract describes.
func Conform(t testing.TB, tool string, r Reply) {
	t.Helper()
	conform(t, tool, contract.ToolPath+tool, http.MethodPost, r)
}

// ConformOutcome fails the test when what an operation answered over MCP is not what the contract describes: an envelope,
// or a problem.
func ConformOutcome(t testing.TB, tool string, o Outcome) {
	t.Helper()
	pointer := "openapi.json#/components/schemas/Problem"
	if !o.Refused {
		pointer = envelopeOf(tool)
	}
	if err := checker().validate(pointer, o.Reply.Body); err != nil {
		t.Errorf("%s answered over MCP what the contract does not describe: %v: %s", tool, err, o.Reply.Body)
	}
}

// ConformEvent fails the test when a message is not one that the contract describes for
// the type of its event.
func ConformEvent(t testing.TB, event string, body []byte) {
	t.Helper()
	c := checker()
	if c.events.Webhooks[event] == nil {
		t.Errorf("the contract has no webhook %q", event)
		return
	}
	if err := c.validate("events.json#/webhooks/"+escape(event)+"/post/requestBody/content/"+escape("application/json")+"/schema", body); err != nil {
		t.Errorf("the message is not what the contract describes: %v\n%s", err, body)
	}
}
