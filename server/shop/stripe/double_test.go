package stripe_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

type object = map[string]any

// double is what the tests need of Stripe: its objects, and what it keeps for idempotency keys.
type double struct {
	URL string

	mu      sync.Mutex
	objects map[string]object // by their ids
	kept    map[string]kept   // by idempotency keys
	asked   []asked
	faults  []fault
}

// kept is the answer to the first request with a key.
type kept struct {
	request string
	status  int
	body    []byte
}

// asked is a request.
type asked struct {
	path, key, version string
	form               url.Values
}

// fault is what happens to the next request that changes something.
type fault struct {
	status int    // of the answer; 0: it breaks off
	kind   string // the type of the error
	code   string
	done   bool // what was asked for is done all the same
}

func newDouble(t *testing.T) *double {
	t.Helper()
	d := &double{objects: map[string]object{}, kept: map[string]kept{}}
	server := httptest.NewServer(d)
	t.Cleanup(server.Close)
	d.URL = server.URL
	return d
}

// refusal is an error of Stripe.
type refusal struct {
	status int
	object
}

func refuse(status int, kind, message string, more object) *refusal {
	body := object{"type": kind, "message": message}
	maps.Copy(body, more)
	return &refusal{status, object{"error": body}}
}

func invalid(message, param string) *refusal {
	return refuse(http.StatusBadRequest, "invalid_request_error", message, object{"param": param})
}

func (d *double) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	text, _ := io.ReadAll(r.Body)
	form, _ := url.ParseQuery(string(text))
	key := r.Header.Get("Idempotency-Key")
	d.asked = append(d.asked, asked{r.URL.Path, key, r.Header.Get("Stripe-Version"), form})
	answer := func(status int, body []byte) {
		w.Header().Set("Request-Id", "req_"+strconv.Itoa(len(d.asked)))
		w.WriteHeader(status)
		_, _ = w.Write(body)
	}
	do := func() (int, []byte) {
		result, refused := d.do(r, form)
		if refused != nil {
			return refused.status, encode(refused.object)
		}
		return http.StatusOK, encode(result)
	}
	if r.Method == http.MethodGet {
		answer(do())
		return
	}
	if len(d.faults) > 0 {
		f := d.faults[0]
		d.faults = d.faults[1:]
		if f.done {
			status, body := do()
			d.kept[key] = kept{r.URL.Path + string(text), status, body}
		}
		if f.status == 0 {
			w.Header().Set("Content-Length", "1000")
			_, _ = w.Write([]byte("{"))
			_ = http.NewResponseController(w).Flush() // net/http would repeat a request of which nothing came back
			panic(http.ErrAbortHandler)
		}
		answer(f.status, encode(refuse(f.status, f.kind, "A fault.", object{"code": f.code}).object))
		return
	}
	known, found := d.kept[key]
	switch {
	case found && known.request != r.URL.Path+string(text):
		answer(http.StatusBadRequest, encode(refuse(0, "idempotency_error", "Keys for idempotent requests can only be used with the same parameters they were first used with.", nil).object))
		return
	case !found:
		known.request = r.URL.Path + string(text)
		known.status, known.body = do()
		d.kept[key] = known
	}
	answer(known.status, known.body)
}

func encode(o object) []byte {
	text, err := json.Marshal(o)
	if err != nil {
		panic(err)
	}
	return text
}

// do does what a request asks for.
func (d *double) do(r *http.Request, form url.Values) (object, *refusal) {
	if token := r.Header.Get("Authorization"); token != "Bearer "+secretKey {
		return nil, refuse(http.StatusUnauthorized, "invalid_request_error", "Invalid API Key provided: sk_test_*****K2zQ", nil)
	}
	path := strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/"), "/")
	if path[0] == "checkout" {
		path = path[1:]
	}
	if r.Method == http.MethodGet && len(path) == 1 {
		return d.list(strings.TrimSuffix(path[0], "s"), r.URL.Query()), nil
	}
	if r.Method == http.MethodGet && path[1] == "search" {
		return d.search(r.URL.Query().Get("query")), nil
	}
	var o object
	if len(path) > 1 {
		if o = d.objects[path[1]]; o == nil {
			return nil, refuse(http.StatusNotFound, "invalid_request_error", "No such object: "+path[1], object{"code": "resource_missing"})
		}
	}
	switch action := path[len(path)-1]; {
	case r.Method == http.MethodGet:
		return d.shown(o), nil
	case action == "sessions":
		return d.newSession(form)
	case action == "payment_intents":
		return d.newIntent(form)
	case action == "refunds":
		return d.newRefund(form)
	case action == "expire" && o["status"] == "open":
		o["status"] = "expired"
		if intent := d.objects[fmt.Sprint(o["payment_intent"])]; intent != nil {
			intent["status"] = "canceled"
		}
	case action == "cancel" && o["status"] != "succeeded" && o["status"] != "canceled":
		o["status"] = "canceled"
	case action == "capture" && o["status"] == "requires_capture":
		d.charge(o, "succeeded")
	default:
		return nil, refuse(http.StatusBadRequest, "invalid_request_error", fmt.Sprintf("You cannot %s this because it has a status of %v.", action, o["status"]),
			object{"code": "payment_intent_unexpected_state"})
	}
	return d.shown(o), nil
}

// shown returns an object as it is read, with its intent and charge.
func (d *double) shown(o object) object {
	o = maps.Clone(o)
	if intent, _ := o["payment_intent"].(string); o["object"] == "checkout.session" && intent != "" {
		o["payment_intent"] = d.shown(d.objects[intent])
	}
	return o
}

// list returns the objects of a kind, those that belong to an intent or were made in a time if that is asked for, the newest first.
func (d *double) list(kind string, query url.Values) object {
	limit, _ := strconv.Atoi(query.Get("limit"))
	if limit == 0 {
		limit = 10
	}
	var ids []string
	for id, o := range d.objects {
		made := o["created"].(int64)
		switch {
		case o["object"] != strings.Replace(kind, "session", "checkout.session", 1):
		case query.Has("payment_intent") && o["payment_intent"] != query.Get("payment_intent"):
		case query.Has("created[gte]") && (made < number(query, "created[gte]") || made > number(query, "created[lte]")):
		default:
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	slices.Reverse(ids)
	if after := query.Get("starting_after"); after != "" {
		ids = ids[slices.Index(ids, after)+1:]
	}
	data := []object{}
	for _, id := range ids[:min(limit, len(ids))] {
		data = append(data, d.objects[id])
	}
	return object{"object": "list", "data": data, "has_more": len(ids) > limit}
}

// search returns the intents with something in their metadata.
func (d *double) search(query string) object {
	name, value, _ := strings.Cut(strings.NewReplacer("metadata['", "", "']", "", "'", "").Replace(query), ":")
	data := []object{}
	for _, o := range d.objects {
		if named, _ := o["metadata"].(object); o["object"] == "payment_intent" && named[name] == value {
			data = append(data, o)
		}
	}
	return object{"object": "search_result", "data": data, "has_more": false}
}

// add keeps a new object.
func (d *double) add(prefix, kind string, o object) object {
	o["id"], o["object"], o["created"] = fmt.Sprintf("%s%06d", prefix, len(d.objects)+1), kind, time.Now().Unix()
	d.objects[o["id"].(string)] = o
	return o
}

func metadata(form url.Values, within string) object {
	found := object{}
	for name := range form {
		if rest, ok := strings.CutPrefix(name, within+"["); ok {
			found[strings.TrimSuffix(rest, "]")] = form.Get(name)
		}
	}
	return found
}

func number(form url.Values, name string) int64 {
	n, _ := strconv.ParseInt(form.Get(name), 10, 64)
	return n
}

func (d *double) newSession(form url.Values) (object, *refusal) {
	now := time.Now()
	expires := now.Add(24 * time.Hour).Unix()
	if form.Has("expires_at") {
		expires = number(form, "expires_at")
	}
	if left := expires - now.Unix(); left < 30*60 || left > 24*60*60 {
		return nil, invalid("The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.", "expires_at")
	}
	o := d.add("cs_test_", "checkout.session", object{
		"status": "open", "payment_intent": nil, "metadata": metadata(form, "metadata"), "expires_at": expires, "livemode": false,
		"ofIntent": metadata(form, "payment_intent_data[metadata]"), "amount_total": number(form, "line_items[0][price_data][unit_amount]"),
		"currency": form.Get("line_items[0][price_data][currency]"), "later": form.Get("payment_intent_data[capture_method]") == "manual",
	})
	o["url"] = "https://checkout.stripe.example/" + o["id"].(string)
	return o, nil
}

func (d *double) newIntent(form url.Values) (object, *refusal) {
	o := d.add("pi_", "payment_intent", object{
		"amount": number(form, "amount"), "currency": form.Get("currency"), "metadata": metadata(form, "metadata"), "later": form.Get("capture_method") == "manual",
	})
	switch form.Get("payment_method") {
	case "pm_card_threeDSecure2Required":
		o["status"] = "requires_action"
		o["next_action"] = object{"type": "redirect_to_url", "redirect_to_url": object{"url": "https://hooks.stripe.example/3ds", "return_url": form.Get("return_url")}}
	case "pm_card_visa_chargeDeclined":
		d.decline(o)
		return nil, refuse(http.StatusPaymentRequired, "card_error", "Your card was declined.", object{"code": "card_declined", "decline_code": "generic_decline", "payment_intent": o})
	case "pm_unknown":
		return nil, refuse(http.StatusBadRequest, "invalid_request_error", "No such PaymentMethod: 'pm_unknown'", object{"code": "resource_missing", "param": "payment_method"})
	default:
		d.pay(o)
	}
	return o, nil
}

// pay takes the money of an intent, or reserves it.
func (d *double) pay(o object) {
	status := "succeeded"
	if o["later"] == true {
		status = "requires_capture"
	}
	d.charge(o, status)
}

func (d *double) charge(o object, status string) {
	charge := object{
		"id": "ch_" + o["id"].(string), "object": "charge", "disputed": false, "amount_refunded": int64(0),
		"payment_method_details": object{"type": "card", "card": object{"brand": "visa", "capture_before": time.Now().Add(7 * 24 * time.Hour).Unix()}},
	}
	o["status"], o["amount_received"], o["amount_capturable"] = status, int64(0), o["amount"]
	if status == "succeeded" {
		charge["balance_transaction"] = object{"id": "txn_1", "object": "balance_transaction", "currency": "dkk", "fee": int64(555)}
		o["amount_received"], o["amount_capturable"] = o["amount"], int64(0)
	}
	delete(o, "next_action")
	o["latest_charge"] = charge
}

// decline has the last attempt to pay an intent fail.
func (d *double) decline(o object) {
	o["status"] = "requires_payment_method"
	o["last_payment_error"] = object{"type": "card_error", "code": "card_declined", "message": "Your card was declined."}
}

func (d *double) newRefund(form url.Values) (object, *refusal) {
	intent := d.objects[form.Get("payment_intent")]
	amount := number(form, "amount")
	if intent == nil || intent["status"] != "succeeded" || amount > intent["amount"].(int64) {
		return nil, refuse(http.StatusBadRequest, "invalid_request_error", "Refund amount is greater than charge amount.", nil)
	}
	charge := intent["latest_charge"].(object)
	charge["amount_refunded"] = charge["amount_refunded"].(int64) + amount
	return d.add("re_", "refund", object{
		"payment_intent": form.Get("payment_intent"), "amount": amount, "currency": "dkk", "metadata": metadata(form, "metadata"), "status": "pending",
	}), nil
}

// change changes an object as Stripe, a buyer or a bank would.
func (d *double) change(id string, by func(o object)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	by(d.objects[id])
}

// try has the buyer try to pay at a page, and returns the id of the intent that then is.
func (d *double) try(session string, by func(intent object)) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.objects[session]
	id, _ := s["payment_intent"].(string)
	if id == "" {
		intent := d.add("pi_", "payment_intent", object{"amount": s["amount_total"], "currency": s["currency"], "metadata": s["ofIntent"], "later": s["later"], "status": "requires_payment_method"})
		id = intent["id"].(string)
		s["payment_intent"] = id
	}
	by(d.objects[id])
	if status := d.objects[id]["status"]; status == "succeeded" || status == "requires_capture" {
		s["status"], s["url"] = "complete", nil
	}
	return id
}

// fail has the next requests that change something fail.
func (d *double) fail(faults ...fault) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.faults = faults
}

// requests returns the requests that were to change something.
func (d *double) requests() []asked {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(d.asked), func(a asked) bool { return a.key == "" })
}

// count returns how many objects of a kind there are.
func (d *double) count(kind string) (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, o := range d.objects {
		if o["object"] == kind {
			n++
		}
	}
	return n
}

// soon is a context that ends.
func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}
