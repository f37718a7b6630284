package payments_test

import (
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// The words that people write about payments are those of a person: seen with payments:read, and gone after the erasure.
func TestWhatIsSaidOfPaymentsIsForgotten(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	begun := s.begin(t, s.place(t), object{"returnUrl": s.URL + "/tak?who=zqreturn"})
	s.at(t, begun.Url, "pay")
	s.becomes(t, begun.PaymentId, "captured")
	s.OK(t, s.key, "payments.refund", servertest.With(back(begun.PaymentId, object{"amountOere": 500}), object{"reason": "zqreason, syg"}), nil)
	by := s.begin(t, s.place(t), object{"provider": "manual"})
	s.OK(t, s.key, "payments.confirm_manual", object{"paymentId": by.PaymentId, "reference": "FIK 71", "reason": "zqconfirm", "confirm": true}, nil)
	open := s.place(t)
	s.begin(t, open, nil)
	words := []string{"zqreturn", "zqreason", "zqconfirm"}
	auditor := s.Key(t, "audit:read")
	var list struct{ Items []struct{ ID, Tool string } }
	s.OK(t, auditor, "audit.list", object{"toolPrefix": "payments."}, &list)
	if len(list.Items) < 5 {
		t.Errorf("%d entries", len(list.Items))
	}
	for _, i := range list.Items {
		body := string(s.OK(t, auditor, "audit.get", object{"auditLogId": i.ID}, nil).Body)
		for _, word := range words {
			if strings.Contains(body, word) {
				t.Errorf("audit:read alone sees %s of %s", word, i.Tool)
			}
		}
	}
	eraser := s.Key(t, "customer:read,settings:write")
	refused := s.Refused(t, eraser, "customer.erase", object{"email": "freja@example.com", "confirm": true}, problem.OpenOrders)
	if !strings.Contains(strings.Join(refused.OrderIDs, " "), open) {
		t.Errorf("the order with an open payment is not open: %v", refused.OrderIDs)
	}
	var erased api.CustomerErased
	s.OK(t, eraser, "customer.erase", object{"email": "freja@example.com", "confirm": true, "force": true}, &erased)
	if erased.PaymentsKept != 3 {
		t.Errorf("%d payments were kept", erased.PaymentsKept)
	}
	for _, word := range words {
		if held := s.Holding(t, word); held != nil {
			t.Errorf("after the erasure %v have %s", held, word)
		}
	}
	if n := s.count(t, "SELECT count(*) FROM orders WHERE payment_method = 'test'"); n != 1 {
		t.Errorf("of %d orders the provider is left, and no more", n)
	}
	s.at(t, begun.Url, "dispute")
	servertest.Eventually(t, 20*time.Second, func() bool { return s.count(t, "SELECT count(*) FROM payments WHERE dispute = 'open'") == 1 })
	if n := s.count(t, "SELECT count(*) FROM payments WHERE reference IS NOT NULL AND amount_oere > 0 AND url IS NULL AND method IS NULL"); n != 3 {
		t.Errorf("%d payments are as the books need them", n)
	}
}
