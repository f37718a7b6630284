package customers_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/customers"
	"github.com/storefront/storefront/server/test/servertest"
)

// zebulon is a person whose values nothing else contains.
var zebulon = object{
	"email": "Zebulon.Quux+shop@Spor-Example.com", "shippingName": "Zebulon Ægirsøn Quux", "shippingAddress": "Kringelkrogen 77",
	"shippingZip": "ZX-9911", "shippingCity": "Sporbyen", "billingName": "Quuxværk ApS", "billingAddress": "Bagkringlen 3",
	"billingZip": "YX-3", "billingCity": "Bagsporet", "billingCountry": "DK", "phoneNumber": "+45 71 82 93 04", "acpSessionId": "acp-kringel",
}

// traces are what must not be left of zebulon, in the plain spelling of dumped.
var traces = []string{
	"zebulon", "quux", "spor-example", "ægirs", "kringel", "zx-9911", "sporby", "yx-3", "bagspor", "71829304", "71 82 93 04", "zqnummer", "bud-zq",
	"zebringer", "zefortrød", "šimić", "simic", "2031-03-04",
}

// dumped returns every row of every table as text, in lower case and without the
// escapes of JSON.
func (s shop) dumped(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	tables := servertest.One[[]string](t, s.Server, `SELECT array_agg(c.relname::text ORDER BY c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\_%'`)
	if len(tables) < 20 {
		t.Fatalf("%q", tables)
	}
	for _, table := range tables {
		for _, row := range s.rows(t, "SELECT r::text FROM "+pgx.Identifier{table}.Sanitize()+" r") {
			fmt.Fprintf(&b, "%s: %s\n", table, row)
		}
	}
	return unescaped(b.String())
}

func (s shop) rows(t *testing.T, query string, args ...any) []string {
	t.Helper()
	rows, err := s.Store.Query(t.Context(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	texts, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// calls is longer than any call takes.
const calls = 5 * time.Minute

// unescaped returns a text in lower case and without the escapes of JSON.
func unescaped(text string) string {
	return strings.ToLower(regexp.MustCompile(`\\+u[0-9a-fA-F]{4}`).ReplaceAllStringFunc(text, func(s string) string {
		code, err := strconv.ParseUint(s[len(s)-4:], 16, 16)
		if err != nil {
			panic(err)
		}
		return string(rune(code))
	}))
}

// wantNone fails the test for each trace in a text, and shows the line.
func wantNone(t *testing.T, what, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		for _, trace := range traces {
			if strings.Contains(line, trace) {
				t.Errorf("%s still has %q: %.600s", what, trace, line)
			}
		}
	}
}

// repeated calls an operation with an Idempotency-Key.
func (s shop) repeated(t *testing.T, tool, value string, body object) (result object) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r := s.Request(t, s.agent, tool, text)
	r.Header.Set("Idempotency-Key", value)
	reply := s.Do(t, tool, r)
	if reply.Status != http.StatusOK {
		t.Fatalf("%s: %s", tool, reply.Body)
	}
	reply.Result(t, &result)
	return result
}

// ascii encodes a body as many programs do: letters beyond ASCII, and + as .NET,
// are escaped.
func ascii(t *testing.T, body object) []byte {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, r := range string(text) {
		if r > '~' || r == '+' {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return []byte(b.String())
}

// spread leaves traces of zebulon everywhere, and returns the ids of the orders.
func (s shop) spread(t *testing.T) []string {
	t.Helper()
	var c object
	opened := object{"email": "ZEBULON.quux+SHOP@spor-example.com", "items": []object{{"slug": "rund", "quantity": 2}}}
	s.OK(t, s.agent, "cart.create", opened, &c)
	s.Execute(t, "DELETE FROM carts") // as after 30 days
	open := s.repeated(t, "cart.create", "open cart", opened)
	s.repeated(t, "cart.add", "more", object{"cartId": open["cartId"], "slug": "rund", "quantity": 1})
	placed := s.repeated(t, "orders.create", "order", servertest.With(zebulon, object{"cartId": open["cartId"]}))
	first := placed["id"].(string)
	second := s.second(t)
	s.OK(t, s.agent, "cart.create", opened, nil) // which stays open
	s.Raw(t, s.agent, "cart.create", ascii(t, opened)).Result(t, nil)

	s.move(t, first, "paid")
	s.OK(t, s.agent, "orders.add_note", object{"orderId": first, "text": "Zebringer efter 17."}, nil)
	s.repeated(t, "orders.refund", "refund", object{"orderId": first, "amountOere": 100, "reason": "Zefortrød", "confirm": true})
	tracking := object{"orderId": first, "carrier": "Bud-ZQ", "trackingNumber": "ZQNUMMER1", "trackingUrl": "https://bud-zq.example/ZQNUMMER1", "estDeliveryFrom": "2031-03-04T00:00Z"}
	s.OK(t, s.agent, "orders.set_tracking", tracking, nil)
	s.OK(t, s.agent, "orders.set_tracking", servertest.With(tracking, object{"trackingNumber": "ZQNUMMER2"}), nil)
	left := object{"orderId": first, "status": "shipped", "carrier": "Bud-ZQ", "trackingNumber": "ZQNUMMER3"}
	s.OK(t, s.agent, "orders.update_status", left, nil)
	s.Refused(t, s.agent, "orders.update_status", left, problem.IllegalTransition)
	s.Execute(t, `UPDATE orders SET invoice_pdf_url = 'https://books.example/zebulon.pdf', card_processor_payment_intent_id = 'pay_zebulon' WHERE id = $1`, first)
	s.Execute(t, `UPDATE order_items SET variant_attributes = '{"engraving": "Zebulon"}' WHERE order_id = $1`, second)

	// Refused calls, in many spellings.
	again := servertest.With(zebulon, object{"cartId": open["cartId"]})
	s.Refused(t, s.agent, "orders.create", again, problem.CartOrdered)
	s.Raw(t, s.agent, "orders.create", ascii(t, again)).Problem(t, problem.CartOrdered)
	s.Refused(t, s.agent, "orders.create", servertest.With(zebulon, object{"cartId": "none", "email": "zebulon.quux+shop@spor-example.com"}), problem.CartNotFound)
	s.Raw(t, s.agent, "orders.create", cutOff(t, again)).Problem(t, problem.CartOrdered)
	s.Raw(t, s.agent, "orders.create", cutOff(t, servertest.With(again, object{"cartId": "none"}))).Problem(t, problem.CartNotFound)
	s.Execute(t, "ALTER TABLE orders ADD CONSTRAINT fault CHECK (shipping_zip <> 'ZX-9911') NOT VALID") // PostgreSQL's error has the row
	s.Refused(t, s.agent, "orders.create", servertest.With(zebulon, object{"cartId": s.cart(t)}), problem.InternalError)
	s.Execute(t, "ALTER TABLE orders DROP CONSTRAINT fault")
	for _, note := range []string{"Skriv til %s. Zebringer.", "Skriv:\n%s\tZebringer", "Skriv [%s]", "*%s*", "“%s”"} {
		text := fmt.Sprintf(note, "zebulon.quux+shop@spor-example.com")
		s.Refused(t, s.agent, "orders.add_note", object{"orderId": "none", "text": text}, problem.OrderNotFound)
		s.Raw(t, s.agent, "orders.add_note", ascii(t, object{"orderId": "none", "text": text})).Problem(t, problem.OrderNotFound)
	}
	s.Refused(t, s.agent, "orders.refund", object{"orderId": first, "amountOere": 9_000_000, "reason": "Zefortrød alt", "confirm": true}, problem.RefundExceedsPaid)
	s.Refused(t, s.agent, "orders.set_tracking", servertest.With(tracking, object{
		"estDeliveryFrom": "2026-01-02T00:00Z", "estDeliveryTo": "2026-01-01T00:00Z"}), problem.ValidationFailed)
	s.Refused(t, s.owner, "products.adjust_stock", object{"slug": "none", "delta": 1, "reason": "Til 71 82 93 04, Zebulon"}, problem.ProductNotFound)

	// Reads.
	for _, q := range []string{"Zebulon Quux", "QUUX zebulon", "aegirsøn zebulon", "zebulon.quux+shop@spor-example.com", "zqnummer2", "71829304",
		"zebulon quu", "Zeb QUUXVÆ", "hvor bor zebulon quux", "quux+shop zebulon", "zqnummer1", "pakke zq-nummer1", "simic zebulon", "zebulon ŠIMIĆ"} {
		s.OK(t, s.agent, "orders.list", object{"q": q}, nil)
		s.OK(t, s.agent, "customer.list", object{"q": q}, nil)
	}
	s.Raw(t, s.agent, "customer.list", ascii(t, object{"q": "Ægirsøn Quux"})).Result(t, nil)
	s.OK(t, s.agent, "orders.list", object{"email": "Zebulon.quux+shop@spor-example.com"}, nil)
	for _, phone := range []string{"71829304", "+45 71 82 93 04", "0045-71-82-93-04", "(+45) 71829304", "4571829304"} {
		s.OK(t, s.agent, "customer.lookup_by_phone", object{"phone": phone}, nil)
		s.Raw(t, s.agent, "customer.lookup_by_phone", ascii(t, object{"phone": phone})).Result(t, nil)
	}
	for _, tool := range []string{"customer.lookup_by_email", "customer.get", "customer.export"} {
		s.OK(t, s.agent, tool, object{"email": zebulon["email"]}, nil)
		s.Raw(t, s.agent, tool, ascii(t, object{"email": zebulon["email"]})).Result(t, nil)
	}
	s.Refused(t, s.owner, "customer.erase", object{"email": zebulon["email"], "confirm": true}, problem.OpenOrders)
	s.spreadApprovals(t, first)
	return []string{first, second}
}

// second places the second order of zebulon: by another name, with a cart that expires, and
// after a refused call with a misspelt e-mail address.
func (s shop) second(t *testing.T) string {
	t.Helper()
	who := servertest.With(zebulon, object{
		"email": strings.ToLower(zebulon["email"].(string)), "phoneNumber": "0045 71829304", "shippingName": "Zebulon Šimić", "cartId": s.cart(t),
	})
	s.Refused(t, s.agent, "orders.create", servertest.With(who, object{"email": "zebulon.qux@example.org", "expectedTotalOere": 1}), problem.TotalChanged)
	var placed object
	s.OK(t, s.agent, "orders.create", who, &placed)
	s.Execute(t, "DELETE FROM carts WHERE order_id = $1", placed["id"])
	return placed["id"].(string)
}

// cutOff encodes a body of orders.create that is too long for the row of a refused
// call, which loses the e-mail address.
func cutOff(t *testing.T, body object) []byte {
	t.Helper()
	body = servertest.With(body, object{"paymentMethod": strings.Repeat("æ", 200), "aiAgentSource": strings.Repeat("ø", 200)})
	email := ascii(t, object{"email": body["email"]})
	delete(body, "email")
	text := ascii(t, body)
	return []byte(string(text[:len(text)-1]) + "," + string(email[1:]))
}

// After an erasure nothing in the database says who the customer was, and what the
// books need is as it was, in either form of the audit.
func TestCustomerEraseLeavesNoTrace(t *testing.T) {
	t.Parallel()
	for name, whole := range map[string]bool{"whole": true, "what changed": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			leaveNoTrace(t, whole)
		})
	}
}

func leaveNoTrace(t *testing.T, whole bool) {
	t.Helper()
	clock := servertest.NewClock()
	s := newShop(t, servertest.Options{Clock: clock.Now})
	ids := s.spread(t)
	if whole {
		s.KeepWhole(t, s.LastAudit(t, 10_000)...)
	}
	id := s.customer(t, zebulon["email"].(string))
	var export object
	s.OK(t, s.agent, "customer.export", object{"customerId": id}, &export)
	before := s.dumped(t)
	for _, trace := range traces {
		if !strings.Contains(before, trace) {
			t.Errorf("the test leaves no %q", trace)
		}
	}
	const amounts = `SELECT (status, stage, subtotal_oere, shipping_oere, discount_oere, total_oere, vat_oere, refunded_oere, paid_at, refunded_at,
		discount_code, payment_method, currency, channel, created_at, user_id)::text FROM orders ORDER BY id`
	books := s.rows(t, amounts)

	var result struct{ OrdersAnonymized, CartsAnonymized, AuditEntriesAnonymized, AnswersDeleted int }
	named := object{"customerId": id, "confirm": true, "force": true}
	if whole {
		named = object{"email": zebulon["email"], "confirm": true, "force": true}
	}
	s.OK(t, s.owner, "customer.erase", named, &result)
	s.RunJobs(t)
	if waiting := s.rows(t, "SELECT customer_id::text FROM erasures"); len(waiting) != 1 || waiting[0] != id {
		t.Errorf("%q wait for the calls under way", waiting)
	}
	clock.Advance(calls)
	s.RunJobs(t)
	after := s.dumped(t)
	wantNone(t, "the database", after)
	log := unescaped(s.Log.String())
	wantNone(t, "the log", log)
	if !strings.Contains(log, "sqlstate 23514") {
		t.Error("the log does not say what failed")
	}
	if result.OrdersAnonymized != 2 || result.CartsAnonymized != 3 || result.AuditEntriesAnonymized < 30 || result.AnswersDeleted != 4 {
		t.Errorf("%+v", result)
	}
	if got := s.rows(t, amounts); !servertest.SameJSON(got, books) {
		t.Errorf("the books were\n%q\nand are\n%q", books, got)
	}
	if n := strings.Count(after, "\naudit_log:"); n != strings.Count(before, "\naudit_log:")+1 {
		t.Errorf("%d rows of the audit", n)
	}

	// The operations know what is left.
	email := "erased-" + id + "@erased.invalid"
	for _, order := range ids {
		var o object
		s.OK(t, s.agent, "orders.get", object{"orderId": order}, &o)
		servertest.WantFields(t, "order", o, object{
			"email": email, "userId": id, "shippingName": "erased", "shippingAddress": "erased", "shippingZip": "erased", "shippingCity": "erased",
			"billingName": nil, "phoneNumber": nil, "trackingNumber": nil, "trackingUrl": nil, "invoicePdfUrl": nil, "cardProcessorPaymentIntentId": nil,
		})
	}
	var history []object
	s.OK(t, s.agent, "orders.history", object{"orderId": ids[0]}, &history)
	if len(history) != 5 || history[0]["note"] != nil || history[2]["note"] != "erased" || history[3]["note"] != nil {
		t.Errorf("%v", history)
	}
	s.WantList(t, s.agent, "orders.list", object{"q": "erased"}, "id", ids[1], ids[0])
	s.WantList(t, s.agent, "orders.list", object{"email": email}, "id", ids[1], ids[0])
	s.Refused(t, s.agent, "customer.get", object{"customerId": id}, problem.CustomerNotFound)
	s.Refused(t, s.agent, "customer.export", object{"customerId": id}, problem.CustomerNotFound)
	s.Refused(t, s.owner, "customer.erase", object{"customerId": id, "confirm": true}, problem.CustomerNotFound)
	for _, address := range []string{email, "zebulon.quux+shop@spor-example.com"} {
		var found object
		s.OK(t, s.agent, "customer.lookup_by_email", object{"email": address}, &found)
		servertest.WantFields(t, address, found, object{"hasOrders": false, "customerId": nil})
	}
	if emails, _ := s.list(t, object{}); len(emails) != 0 {
		t.Errorf("%v are listed", emails)
	}
	_, state := s.Wrote(t, "customer.erase", "customer", id)
	servertest.WantFields(t, "audit", state, object{"customerId": id, "ordersAnonymized": 2, "cartsAnonymized": 3})
	args := servertest.Decoded(t, s.Succeeded(t, "customer.erase")[0].Args)
	if !servertest.SameJSON(args, object{"customerId": id, "confirm": true, "force": true}) {
		t.Errorf("the arguments in the audit are %v", args)
	}

	// Who orders again is somebody else.
	s.buy(t, zebulon)
	if again := s.customer(t, zebulon["email"].(string)); again == id {
		t.Error("the customer came back")
	}
}

// Another customer keeps every byte: one whose e-mail address contains that of the
// erased one, and who has the same name, address and telephone number.
func TestCustomerEraseIsAboutOnePerson(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	freja := servertest.With(buyer("freja@example.com", "Freja Holm"), object{"phoneNumber": "20121231"})
	anna := servertest.With(freja, object{"email": "anna.freja@example.com"})
	s.buy(t, freja)
	id := s.customer(t, "freja@example.com")
	mark := servertest.One[time.Time](t, s.Server, "SELECT clock_timestamp()")
	order := s.buy(t, anna)
	s.repeated(t, "cart.create", "anna", object{"email": anna["email"]})
	s.OK(t, s.agent, "orders.add_note", object{"orderId": order, "text": "Freja Holm, 20 12 12 31."}, nil)
	s.Refused(t, s.agent, "orders.create", servertest.With(anna, object{"cartId": "none"}), problem.CartNotFound)
	s.Refused(t, s.agent, "orders.create", servertest.With(anna, object{"cartId": "none", "email": "freja@example.com.au"}), problem.CartNotFound)
	s.Raw(t, s.agent, "orders.create", cutOff(t, servertest.With(anna, object{"cartId": "none", "shippingAddress": "Vej 1 anna@example.com"}))).Problem(t, problem.CartNotFound)
	s.OK(t, s.agent, "customer.lookup_by_email", object{"email": anna["email"]}, nil)
	s.OK(t, s.agent, "orders.list", object{"q": "holm"}, nil)
	s.OK(t, s.agent, "orders.list", object{"q": "anna holm"}, nil)
	s.OK(t, s.agent, "orders.list", object{"fromDate": "2012-12-31T00:00Z"}, nil)
	s.Refused(t, s.agent, "orders.refund", object{"orderId": order, "amountOere": 20121231, "reason": "Ridse", "confirm": true}, problem.RefundExceedsPaid)
	s.OK(t, s.agent, "orders.list", object{"q": "fre ann"}, nil)
	const others = `SELECT 'order ' || o::text FROM orders o WHERE email = 'anna.freja@example.com'
		UNION ALL SELECT 'word ' || w::text FROM order_words w JOIN orders o ON o.id = order_id WHERE email = 'anna.freja@example.com'
		UNION ALL SELECT 'history ' || h::text FROM order_history h JOIN orders o ON o.id = order_id WHERE email = 'anna.freja@example.com'
		UNION ALL SELECT 'cart ' || c::text FROM carts c WHERE email = 'anna.freja@example.com'
		UNION ALL SELECT 'answer ' || a::text FROM idempotent_answers a
		UNION ALL SELECT 'customer ' || c::text FROM customers c WHERE email <> 'freja@example.com' AND erased_at IS NULL
		UNION ALL SELECT 'audit ' || a::text FROM audit_log a WHERE at > $1 AND tool <> 'customer.erase'
		ORDER BY 1`
	before := s.rows(t, others, mark)
	s.OK(t, s.owner, "customer.erase", object{"customerId": id, "confirm": true}, nil)
	after := s.rows(t, others, mark)
	if len(before) < 15 || !servertest.SameJSON(before, after) {
		t.Errorf("before\n%s\nafter\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
	}
}

// Somebody who never ordered has no id: the operator erases by the e-mail address.
func TestEraseByEmail(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := newShop(t, servertest.Options{Clock: clock.Now})
	s.repeated(t, "cart.create", "cart", object{"email": zebulon["email"]})
	s.OK(t, s.agent, "customer.list", object{"q": "zebulon.quux+shop@spor-example.com"}, nil)
	s.OK(t, s.agent, "customer.list", object{"q": "zebulon quux"}, nil)
	erased, err := customers.EraseByEmail(call.With(t.Context(), call.Command("customers.erase", "test")), s.Store, " ZEBULON.quux+shop@spor-example.com ", false)
	if err != nil || erased.CartsAnonymized != 1 || erased.OrdersAnonymized != 0 || erased.AnswersDeleted != 1 || erased.AuditEntriesAnonymized != 3 {
		t.Errorf("%+v, %v", erased, err)
	}
	clock.Advance(calls)
	s.RunJobs(t)
	wantNone(t, "the database", s.dumped(t))

	s.move(t, s.buy(t, zebulon), "paid")
	id := s.customer(t, zebulon["email"].(string))
	byEmail := func(force bool) (api.CustomerErased, error) {
		return customers.EraseByEmail(call.With(t.Context(), call.Command("customers.erase", "test")), s.Store, zebulon["email"].(string), force)
	}
	_, err = byEmail(false)
	if p, ok := errors.AsType[*problem.Error](err); !ok || p.Code != problem.OpenOrders || len(p.OrderIDs) != 1 {
		t.Errorf("%v", err)
	}
	erased, err = byEmail(true)
	if err != nil || erased.CustomerId != id || erased.OrdersAnonymized != 1 {
		t.Errorf("%+v, %v", erased, err)
	}
	s.Refused(t, s.agent, "customer.get", object{"customerId": id}, problem.CustomerNotFound)
}

// Nobody orders with the address that stands for somebody who was erased.
func TestTheAddressOfSomebodyErased(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.buy(t, buyer("freja@example.com", "Freja Holm"))
	id := s.customer(t, "freja@example.com")
	email := "Erased-" + id + "@ERASED.invalid"
	for tool, body := range map[string]object{
		"cart.create": {"email": email}, "orders.create": servertest.With(buyer(email, "Nobody"), object{"cartId": s.cart(t)}),
	} {
		if p := s.Refused(t, s.agent, tool, body, problem.ValidationFailed); !strings.Contains(p.Resolution, "email") {
			t.Errorf("%s: %+v", tool, p)
		}
	}
	s.OK(t, s.owner, "customer.erase", object{"customerId": id, "confirm": true}, nil)
}

// Of the answers that are kept, one about many reverts goes with those of its orders; those of other operations are not read: one here
// could not be.
func TestCustomerEraseReadsNoOtherAnswers(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.buy(t, buyer("freja@example.com", "Freja Holm"))
	s.Execute(t, `INSERT INTO idempotent_answers (id, key_id, operation, request, answer, created_at)
		SELECT sha256('a'), gen_random_uuid(), 'products.bulk_create', sha256('b'), '{"result":{"id":"\u0000"}}'::json, now()
		UNION ALL SELECT sha256('c'), gen_random_uuid(), 'audit.revert_many', sha256('d'), '{"result":{"results":[]}}', now()
		UNION ALL SELECT sha256('e'), gen_random_uuid(), 'audit.revert_many', sha256('f'), json_build_object('result',
			json_build_object('results', ARRAY[json_build_object('auditLogId', gen_random_uuid()), json_build_object('auditLogId', id)])), now()
		FROM audit_log WHERE tool = 'orders.create' AND entity_id IS NOT NULL`)
	s.OK(t, s.owner, "customer.erase", object{"customerId": s.customer(t, "freja@example.com"), "confirm": true}, nil)
	if n := servertest.One[int](t, s.Server, "SELECT count(*) FROM idempotent_answers"); n != 2 {
		t.Errorf("%d answers", n)
	}
}
