package servertest

import (
	"testing"
)

// ConformEvent fails the test when a message is not one that the contract describes for
// the type of its event.
func ConformEvent(t testing.TB, event string, body []byte) {
	t.Helper()
	c := checker()
	if c.doc.Webhooks[event] == nil {
		t.Errorf("the contract has no webhook %q", event)
		return
	}
	if err := c.validate("openapi.json#/webhooks/"+escape(event)+"/post/requestBody/content/"+escape("application/json")+"/schema", body); err != nil {
		t.Errorf("the message is not what the contract describes: %v\n%s", err, body)
	}
}
