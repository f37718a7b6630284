package stripe_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/shop/payments"
	"github.com/storefront/storefront/server/shop/stripe"
)

func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

// read reads a payment that Stripe has.
func read(t *testing.T, s *stripe.Stripe, reference string) payments.State {
	t.Helper()
	state, err := s.Read(soon(t), reference)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// A page is called by its session until the buyer tries to pay, and then by its intent. Either finds it.
func TestThePaymentOfAPage(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	session := begun(t, s, begin("")).Reference
	if state := read(t, s, session); state.Reference != session || state.Formerly != "" || state.Status != payments.RequiresAction || state.URL == "" {
		t.Errorf("before the buyer: %+v", state)
	}
	intent := d.try(session, d.decline)
	for _, reference := range []string{session, intent} {
		if state := read(t, s, reference); state.Reference != intent || state.Formerly != session || state.Status != payments.RequiresAction || state.URL == "" || state.ExpiresAt == nil {
			t.Errorf("%s, after a card was declined: %+v", reference, state)
		}
	}
	d.try(session, d.pay)
	for _, reference := range []string{session, intent} {
		if state := read(t, s, reference); state.Reference != intent || state.Status != payments.Captured || state.AmountOere != total || state.Method != "card" {
			t.Errorf("%s, after the buyer has paid: %+v", reference, state)
		}
	}
}

// What fails after the page is done with, such as a bank's transfer, has failed.
func TestAPageThatIsDoneWith(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	session := begun(t, s, begin("")).Reference
	intent := d.try(session, func(o object) { o["status"] = "processing" })
	d.change(session, func(o object) { o["status"], o["url"] = "complete", nil })
	if state := read(t, s, session); state.Status != payments.RequiresAction || state.URL != "" {
		t.Errorf("while the bank decides: %+v", state)
	}
	d.change(intent, d.decline)
	for _, reference := range []string{session, intent} {
		if state := read(t, s, reference); state.Status != payments.Failed || state.Failure == "" {
			t.Errorf("%s: %+v", reference, state)
		}
	}
}

func TestAPageThatHasExpired(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	for tried, status := range map[bool]payments.Status{false: payments.Expired, true: payments.Expired} {
		session := begun(t, s, begin("")).Reference
		reference := session
		if tried {
			reference = d.try(session, d.decline)
			d.change(reference, func(o object) { o["status"] = "canceled" })
		}
		d.change(session, func(o object) { o["status"], o["expires_at"] = "expired", time.Now().Add(-time.Second).Unix() })
		if state := read(t, s, reference); state.Status != status {
			t.Errorf("tried %v: %+v", tried, state)
		}
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	open := begun(t, s, begin("")).Reference
	tried := begun(t, s, begin("")).Reference
	triedIntent := d.try(tried, d.decline)
	later := begin("pm_card_visa")
	later.CaptureLater = true
	for name, reference := range map[string]string{
		"a page": open, "a page after an attempt": triedIntent, "3-D Secure": begun(t, s, begin("pm_card_threeDSecure2Required")).Reference, "reserved money": begun(t, s, later).Reference,
	} {
		for range 2 { // the second changes nothing
			state, err := s.Cancel(soon(t), reference, "cancel-"+reference)
			if err != nil || state.Status != payments.Cancelled {
				t.Errorf("%s: %+v, %v", name, state, err)
			}
		}
		if state := read(t, s, reference); state.Status != payments.Cancelled {
			t.Errorf("%s is %+v afterwards", name, state)
		}
	}
	paid := begun(t, s, begin("pm_card_visa")).Reference
	_, err := s.Cancel(soon(t), paid, "cancel")
	wantRefused(t, err, "succeeded", false)
	session := begun(t, s, begin("")).Reference
	d.try(session, d.pay)
	_, err = s.Cancel(soon(t), session, "cancel-2")
	wantRefused(t, err, "succeeded", false)
}

func TestCapture(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	b := begin("")
	b.CaptureLater = true
	session := begun(t, s, b).Reference
	_, err := s.Capture(soon(t), session, "capture-1")
	wantRefused(t, err, "Nothing is reserved", false)
	intent := d.try(session, d.pay)
	state := read(t, s, session)
	if state.Status != payments.Authorized || state.AuthorizedUntil == nil || state.AmountOere != total || state.Reference != intent {
		t.Errorf("reserved: %+v", state)
	}
	d.fail(fault{done: true})
	_, err = s.Capture(soon(t), intent, "capture-2")
	wantUnknown(t, err)
	for range 2 {
		if state, err = s.Capture(soon(t), intent, "capture-2"); err != nil || state.Status != payments.Captured || state.FeeOere == nil {
			t.Errorf("taken: %+v, %v", state, err)
		}
	}
	d.change(intent, func(o object) { o["status"] = "canceled" })
	_, err = s.Capture(soon(t), intent, "capture-3")
	wantRefused(t, err, "canceled", false)
}

// Money that is not ours to the øre is not taken for ours.
func TestAnotherAmountIsAnError(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	for name, change := range map[string]func(o object){
		"another currency": func(o object) { o["currency"] = "sek" },
		"a part":           func(o object) { o["amount_received"] = int64(total - 1) },
		"a part reserved":  func(o object) { o["status"], o["amount_capturable"] = "requires_capture", int64(1) },
	} {
		reference := begun(t, s, begin("pm_card_visa")).Reference
		d.change(reference, change)
		state, err := s.Read(soon(t), reference)
		wantUnknown(t, err)
		if err == nil || !strings.Contains(err.Error(), "not the whole amount") || state.Status != "" {
			t.Errorf("%s: %+v, %v", name, state, err)
		}
	}
}

func TestRefund(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	b := begin("")
	session := begun(t, s, b).Reference
	r := payments.Refund{ID: uuid.Must(uuid.NewV7()), AmountOere: 10_000}
	_, err := s.Refund(soon(t), session, r, "refund-1")
	wantRefused(t, err, "Nothing was taken", false)
	intent := d.try(session, d.pay)
	d.fail(fault{done: true})
	_, err = s.Refund(soon(t), session, r, "refund-1")
	wantUnknown(t, err)
	for _, key := range []string{"refund-1", "a key of another day"} { // a refund is made once, also when its key is forgotten
		state, err := s.Refund(soon(t), intent, r, key)
		if err != nil || len(state.Refunds) != 1 || state.Refunds[0].ID != r.ID || state.Refunds[0].Status != "pending" || d.count("refund") != 1 {
			t.Errorf("asked for: %+v, %v", state, err)
		}
	}
	last := d.requests()[len(d.requests())-1].form
	if last.Get("payment_intent") != intent || last.Get("amount") != "10000" || last.Get("metadata[refundId]") != r.ID.String() || last.Get("metadata[paymentId]") != b.Payment.String() {
		t.Errorf("asked with %v", last)
	}
	reference := read(t, s, intent).Refunds[0].Reference
	for status, want := range map[string]string{"requires_action": "pending", "succeeded": "succeeded", "failed": "failed", "canceled": "failed"} {
		d.change(reference, func(o object) { o["status"] = status })
		if state := read(t, s, intent); state.Refunds[0].Status != want || (state.Refunds[0].Failure != "") != (want == "failed") {
			t.Errorf("%s: %+v", status, state.Refunds)
		}
	}
	_, err = s.Refund(soon(t), intent, payments.Refund{ID: uuid.Must(uuid.NewV7()), AmountOere: total + 1}, "refund-2")
	wantRefused(t, err, "greater", false)
}

// Refunds are read page by page; those made at Stripe have no id of ours.
func TestManyRefunds(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	intent := begun(t, s, begin("pm_card_visa")).Reference
	d.mu.Lock()
	for range 230 {
		d.add("re_", "refund", object{"payment_intent": intent, "amount": 1, "currency": "dkk", "status": "succeeded"})
	}
	d.mu.Unlock()
	state := read(t, s, intent)
	seen := map[string]bool{}
	for _, one := range state.Refunds {
		seen[one.Reference] = one.ID == uuid.Nil
	}
	if len(state.Refunds) != 230 || len(seen) != 230 {
		t.Errorf("%d refunds, %d of them different", len(state.Refunds), len(seen))
	}
}

func TestDisputes(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	for i, one := range []struct {
		statuses []string
		want     string
		lost     int64
	}{
		{[]string{"needs_response"}, "open", 0}, {[]string{"under_review"}, "open", 0}, {[]string{"warning_needs_response"}, "open", 0},
		{[]string{"warning_under_review"}, "open", 0}, {[]string{"warning_closed"}, "won", 0}, {[]string{"won"}, "won", 0}, {[]string{"lost"}, "lost", total},
		{[]string{"prevented"}, "", 0}, {[]string{"won", "lost"}, "lost", total}, {[]string{"lost", "lost"}, "lost", 2 * total}, {[]string{"lost", "needs_response"}, "open", total},
	} {
		intent := begun(t, s, begin("pm_card_visa")).Reference
		d.change(intent, func(o object) { o["latest_charge"].(object)["disputed"] = true })
		d.mu.Lock()
		for _, status := range one.statuses {
			d.add("dp_", "dispute", object{"payment_intent": intent, "amount": total, "currency": "dkk", "status": status})
		}
		d.mu.Unlock()
		if state := read(t, s, intent); state.Status != payments.Captured || state.Dispute != one.want || state.LostOere != one.lost {
			t.Errorf("%d: %v is %s, %d lost, want %s, %d", i, one.statuses, state.Dispute, state.LostOere, one.want, one.lost)
		}
	}
}

func TestReadingIsNoRefusal(t *testing.T) {
	t.Parallel()
	s, _ := newStripe(t)
	for _, reference := range []string{"pi_none", "cs_none"} {
		_, err := s.Read(soon(t), reference)
		wantUnknown(t, err)
		_, err = s.Refund(soon(t), reference, payments.Refund{ID: uuid.New(), AmountOere: 1}, "refund")
		wantUnknown(t, err)
	}
	if text := fmt.Sprint(s.Methods(), s.Live()); !strings.Contains(text, "token") || s.Live() {
		t.Error(text)
	}
}
