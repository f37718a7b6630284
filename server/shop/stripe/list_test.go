package stripe_test

import (
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/shop/payments"
	"github.com/storefront/storefront/server/shop/stripe"
)

// listed returns what Stripe lists of the last hour, by reference.
func listed(t *testing.T, s *stripe.Stripe) map[string]payments.Booked {
	t.Helper()
	all := map[string]payments.Booked{}
	for b, err := range s.List(soon(t), time.Now().Add(-time.Hour), time.Now()) {
		if err != nil {
			t.Fatal(err)
		}
		if _, twice := all[b.Reference]; twice {
			t.Errorf("%s is listed twice", b.Reference)
		}
		all[b.Reference] = b
	}
	return all
}

// Each payment whose money was taken is listed with what was given back, and nothing else.
func TestList(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	if all := listed(t, s); len(all) != 0 {
		t.Errorf("of nothing: %+v", all)
	}
	want := map[string]payments.Booked{}
	pay := func(back int64) string {
		b := begin("pm_card_visa")
		reference := begun(t, s, b).Reference
		want[reference] = payments.Booked{Payment: b.Payment, Reference: reference, Money: payments.Money{CapturedOere: total, RefundedOere: back}}
		return reference
	}
	pay(0)
	page := begin("")
	session := begun(t, s, page).Reference
	intent := d.try(session, d.pay)
	want[intent] = payments.Booked{Payment: page.Payment, Reference: intent, Money: payments.Money{CapturedOere: total}}
	for status, back := range map[string]int64{"succeeded": 700, "pending": 0, "failed": 0} {
		reference := pay(back)
		if _, err := s.Refund(soon(t), reference, payments.Refund{ID: uuid.New(), AmountOere: 700}, "key-"+status); err != nil {
			t.Fatal(err)
		}
		for _, o := range d.objects {
			if o["object"] == "refund" && o["payment_intent"] == reference {
				o["status"] = status
			}
		}
	}
	for status, back := range map[string]int64{"lost": 900, "won": 0, "needs_response": 0} {
		reference := pay(back)
		d.change(reference, func(o object) {
			o["latest_charge"].(object)["disputed"] = true
			d.add("dp_", "dispute", object{"payment_intent": reference, "amount": int64(900), "currency": "dkk", "status": status})
		})
	}
	d.try(begun(t, s, begin("")).Reference, d.decline)
	later := begin("pm_card_visa")
	later.CaptureLater = true
	begun(t, s, later) // is reserved only
	begun(t, s, begin("pm_card_threeDSecure2Required"))
	old := begun(t, s, begin("pm_card_visa")).Reference
	d.change(old, func(o object) { o["created"] = o["created"].(int64) - 7200 })
	made := pay(0) // at Stripe, for nothing of the shop
	d.change(made, func(o object) { o["metadata"] = object{} })
	want[made] = payments.Booked{Reference: made, Money: payments.Money{CapturedOere: total}}
	euros := begun(t, s, begin("pm_card_visa")).Reference
	d.change(euros, func(o object) { o["currency"], o["metadata"] = "eur", object{} })
	if all := listed(t, s); len(all) != len(want) {
		t.Errorf("%d are listed, want %d", len(all), len(want))
	} else {
		for reference, one := range want {
			if all[reference] != one {
				t.Errorf("%s is listed as %+v, want %+v", reference, all[reference], one)
			}
		}
	}
}

// A list is read to its end, and no further than somebody wants it.
func TestAListOfPages(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	for range 230 {
		begun(t, s, begin("pm_card_visa"))
	}
	asked := func() (n int) {
		for _, a := range d.asked {
			if a.path == "/v1/payment_intents" && a.key == "" {
				n++
			}
		}
		return n
	}
	if all := listed(t, s); len(all) != 230 || asked() != 3 {
		t.Errorf("%d payments in %d pages, want 230 in 3", len(all), asked())
	}
	for _, err := range s.List(soon(t), time.Now().Add(-time.Hour), time.Now()) {
		if err != nil {
			t.Error(err)
		}
		break
	}
	if asked() != 4 {
		t.Errorf("%d pages were asked for, want 4", asked())
	}
}

// A list that is not read to its end ends with an error, and so does a payment of the shop that is not in kroner.
func TestAListThatBreaksOff(t *testing.T) {
	t.Parallel()
	broken := stripe.New(stripe.Options{SecretKey: secretKey, Now: time.Now, URL: serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusInternalServerError)
		_, _ = w.Write([]byte(`{"error":{"type":"api_error","message":"A fault."}}`))
	})})
	s, d := newStripe(t)
	euros := begun(t, s, begin("pm_card_visa")).Reference
	d.change(euros, func(o object) { o["currency"] = "eur" })
	for name, of := range map[string]*stripe.Stripe{"the list": broken, "another currency": s} {
		var errs []error
		for _, err := range of.List(soon(t), time.Now().Add(-time.Hour), time.Now()) {
			errs = append(errs, err)
		}
		if len(errs) != 1 || slices.Contains(errs, nil) {
			t.Errorf("%s: %v", name, errs)
		}
	}
}

// A payment that Stripe does not know is told from one that cannot be read.
func TestAnUnknownPayment(t *testing.T) {
	t.Parallel()
	s, _ := newStripe(t)
	for _, reference := range []string{"pi_unknown", "cs_test_unknown"} {
		if _, err := s.Read(soon(t), reference); !errors.Is(err, payments.ErrUnknown) {
			t.Errorf("%s: %v", reference, err)
		}
	}
	wrong := stripe.New(stripe.Options{SecretKey: "sk_test_wrong", URL: newDouble(t).URL, Now: time.Now})
	if _, err := wrong.Read(soon(t), "pi_1"); err == nil || errors.Is(err, payments.ErrUnknown) {
		t.Errorf("with a wrong key: %v", err)
	}
}
