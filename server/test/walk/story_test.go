package walk_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/test/servertest"
)

// nameless are the things that have no name, or one that is a person's.
var nameless = []string{"order", "cart", "customer", "settings", "search_settings", "holder", "delivery", "payment", "payment_refund"}

// unchanging are the operations that change nothing of a thing that may be told, besides the idempotent ones.
var unchanging = []string{"cart.create", "customer.erase", "discounts.toggle", "orders.add_note", "payments.cancel", "payments.capture", "webhooks.rotate_secret"}

// What each example of a write did is told in a sentence, from one call of audit.list.
func TestEveryWriteIsTold(t *testing.T) {
	t.Parallel()
	eachExample(t, func(t *testing.T, s *servertest.Server, op *contract.Operation, example json.RawMessage) {
		if op.ReadOnly {
			return
		}
		_, key := s.Grant(t, auth.Grant{Name: "Price agent", Holder: auth.Person, Scopes: contract.Scopes})
		reply := s.Raw(t, key, op.Name, example)
		reply.Result(t, nil)
		var page api.AuditPage
		s.OK(t, key, "audit.list", object{"requestId": reply.Header.Get("X-Request-Id"), "kinds": []string{"change"}}, &page)
		if len(page.Items) == 0 && !op.Idempotent {
			t.Fatal("nothing is told")
		}
		for i := range page.Items {
			item := &page.Items[i]
			told := sentence(t, item)
			if !strings.HasPrefix(told, "Price agent (person) ") || *item.SameRequest != int64(len(page.Items)) {
				t.Errorf("%s; %d of the same call", told, *item.SameRequest)
			}
			if (item.EntityLabel == nil || *item.EntityLabel == "") != slices.Contains(nameless, *item.EntityType) {
				t.Errorf("%s has the label %v", told, item.EntityLabel)
			}
			if len(*item.Changes) == 0 && !op.Idempotent && !slices.Contains(unchanging, op.Name) || len(*item.Changes) > 3 || len(*item.ChangedFields) > 20 {
				t.Errorf("%s: %v, %v", told, *item.Changes, *item.ChangedFields)
			}
		}
	})
}

// sentence says what an item of the list is about: who did what to which thing.
func sentence(t *testing.T, i *api.AuditItem) string {
	t.Helper()
	if i.ActorName == nil || i.Holder == nil || i.EntityType == nil || i.Changes == nil || i.ChangedFields == nil {
		t.Fatalf("%+v", i)
	}
	thing := *i.EntityType + " " + *i.EntityId
	if i.EntityLabel != nil {
		thing = *i.EntityType + " " + *i.EntityLabel
	}
	told := fmt.Sprintf("%s (%s) called %s on the %s", *i.ActorName, *i.Holder, i.Tool, thing)
	for _, c := range *i.Changes {
		told += fmt.Sprintf("; %s from %s to %s", strings.TrimPrefix(c.Path, "/"), c.PreviousValue, c.NextValue)
	}
	return told
}
