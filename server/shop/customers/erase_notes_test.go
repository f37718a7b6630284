package customers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// named are ways in which notes name zebulon, and what is left of them.
var named = map[string]string{
	"Byt med Zebulon Ægirsøn Quux.":                  "Byt med erased.",
	"ZEBULON  ÆGIRSØN QUUX ringede":                  "erased ringede",
	"tlf. 0045 71-82-93-04, zebulon":                 "tlf. erased, zebulon",
	"71829304":                                       "erased",
	"se ZEBULON.quux+shop@spor-example.com!":         "se erased!",
	`"Quuxværk ApS" \ <b>`:                           `"erased" \ <b>`,
	"Zebulon Bager og Quux":                          "Zebulon Bager og Quux",
	"zebulon.quux+shop@spor-example.com.au 71829305": "zebulon.quux+shop@spor-example.com.au 71829305",
}

// What others wrote for themselves no longer names who was erased, wherever it is kept.
func TestCustomerEraseReachesNotesAboutOthers(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.buy(t, zebulon)
	order := s.buy(t, buyer("mads@example.com", "Mads Berg"))
	s.move(t, order, "paid")
	var wantNotes, wantReasons []string
	for said, left := range named {
		s.OK(t, s.agent, "orders.add_note", object{"orderId": order, "text": said}, nil)
		s.Raw(t, s.agent, "orders.add_note", ascii(t, object{"orderId": order, "text": said})).Result(t, nil)
		s.OK(t, s.agent, "orders.refund", object{"orderId": order, "amountOere": 1, "reason": said, "confirm": true}, nil)
		s.OK(t, s.owner, "products.adjust_stock", object{"slug": "rund", "delta": 1, "reason": said}, nil)
		s.Refused(t, s.owner, "products.adjust_stock", object{"slug": "none", "delta": 1, "reason": said}, problem.ProductNotFound)
		s.Refused(t, s.agent, "orders.add_note", object{"orderId": "none", "text": said}, problem.OrderNotFound)
		var webhook object
		s.OK(t, s.owner, "webhooks.create", object{"url": "https://1.1.1.1/events", "events": []string{"order.created"}, "description": said}, &webhook)
		s.OK(t, s.owner, "webhooks.rotate_secret", object{"id": webhook["id"]}, nil)
		s.KeepWhole(t, s.LastAudit(t, 1)...) // with the description, as programs before did
		wantNotes, wantReasons = append(wantNotes, left, left, left), append(wantReasons, left)
	}
	s.OK(t, s.owner, "products.adjust_stock", object{"slug": "rund", "delta": 1, "reason": "\U0001f600"}, nil)
	var gone []object
	s.OK(t, s.owner, "webhooks.list", object{}, &struct{ Items *[]object }{&gone})
	s.OK(t, s.owner, "webhooks.delete", object{"id": gone[0]["id"], "confirm": true}, nil)

	var result struct {
		NotesAnonymized, AuditEntriesAnonymized int
		PublicTexts                             []object
		PublicTextsComplete                     bool
	}
	s.OK(t, s.owner, "customer.erase", object{"customerId": s.customer(t, zebulon["email"].(string)), "confirm": true, "force": true}, &result)
	const naming = 6 // of those above
	if result.NotesAnonymized != naming*5 || result.AuditEntriesAnonymized < naming*8 || len(result.PublicTexts) != 0 || !result.PublicTextsComplete {
		t.Errorf("%+v", result)
	}
	var history []struct{ From, To, Note *string }
	s.OK(t, s.agent, "orders.history", object{"orderId": order}, &history)
	var notes []string
	for _, h := range history {
		if h.To == nil || h.Note != nil {
			notes = append(notes, *h.Note)
		}
	}
	if !sameTexts(notes, wantNotes) {
		t.Errorf("the notes %q, want %q", notes, wantNotes)
	}
	for field, query := range map[string]string{
		"reason":      "SELECT coalesce(args ->> 'reason', args ->> 'text') FROM audit_log WHERE tool IN ('products.adjust_stock', 'orders.refund', 'orders.add_note')",
		"description": "SELECT description FROM webhook_endpoints UNION ALL SELECT coalesce(after, before) ->> 'description' FROM audit_log WHERE entity_type = 'webhook'",
	} {
		for _, left := range s.rows(t, query) {
			if !slices.Contains(wantReasons, left) && left != "\U0001f600" {
				t.Errorf("the %s %q is left", field, left)
			}
		}
	}
	s.wantNone(t, "zebulon ægirsøn", "zebulon  æg", "71-82-93-04", "71829304", "quuxværk", "spor-example.com!")
}

// wantNone fails the test for each trace that the database has, but for the erasures that are not complete.
func (s shop) wantNone(t *testing.T, traces ...string) {
	t.Helper()
	for line := range strings.Lines(s.dumped(t)) {
		for _, trace := range traces {
			if strings.Contains(line, trace) && !strings.HasPrefix(line, "erasures:") {
				t.Errorf("%q is left: %.300s", trace, line)
			}
		}
	}
}

func sameTexts(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// Two who are named in the same notes, each on the order of the other, are erased at once.
func TestTwoErasuresOfTheSameNotes(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	people := []string{"Freja Holm", "Mads Berg"}
	var ids, orders []string
	for _, name := range people {
		email := strings.ToLower(strings.Fields(name)[0]) + "@example.com"
		orders = append(orders, s.buy(t, buyer(email, name)))
		ids = append(ids, s.customer(t, email))
	}
	third := s.buy(t, buyer("bo@example.com", "Bo Lund"))
	for range 20 {
		for _, order := range append(orders, third) {
			s.OK(t, s.agent, "orders.add_note", object{"orderId": order, "text": "Freja Holm og Mads Berg, mads@example.com"}, nil)
		}
		s.OK(t, s.owner, "products.adjust_stock", object{"slug": "rund", "delta": 1, "reason": "Mads Berg til Freja Holm"}, nil)
	}
	statuses, replies := servertest.Together(2, func(i int) servertest.Reply {
		return s.Call(t, s.owner, "customer.erase", object{"customerId": ids[i], "confirm": true})
	})
	if statuses[http.StatusOK] != 2 {
		t.Errorf("%v: %s", statuses, replies[0].Body)
	}
	s.wantNone(t, "freja holm", "mads berg", "mads@")
	if n := servertest.One[int](t, s.Server, "SELECT count(*) FROM order_history WHERE note = 'erased og erased, erased' AND order_id = $1::uuid", third); n != 20 {
		t.Errorf("%d notes", n)
	}
}

// A note that a call under way leaves after the erasure is erased with the others.
func TestNotesOfCallsUnderWay(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := newShop(t, servertest.Options{Clock: clock.Now})
	s.buy(t, zebulon)
	s.OK(t, s.owner, "customer.erase", object{"customerId": s.customer(t, zebulon["email"].(string)), "confirm": true}, nil)
	s.OK(t, s.owner, "products.adjust_stock", object{"slug": "rund", "delta": 1, "reason": "Til Zebulon Ægirsøn Quux"}, nil)
	clock.Advance(calls)
	s.RunJobs(t)
	if left := servertest.One[string](t, s.Server, "SELECT args ->> 'reason' FROM audit_log WHERE tool = 'products.adjust_stock'"); left != "Til erased" {
		t.Errorf("%q is left", left)
	}
}

// How was paid stays, without the person.
func TestCustomerEraseReachesHowWasPaid(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	for _, method := range []string{"MobilePay 71 82 93 04", "Zebulon Ægirsøn Quux, konto", "card"} {
		s.buy(t, servertest.With(zebulon, object{"paymentMethod": method}))
	}
	s.OK(t, s.owner, "customer.erase", object{"customerId": s.customer(t, zebulon["email"].(string)), "confirm": true}, nil)
	if got := s.rows(t, "SELECT payment_method FROM orders ORDER BY 1"); !slices.Equal(got, []string{"MobilePay erased", "card", "erased, konto"}) {
		t.Errorf("%q", got)
	}
	s.wantNone(t, "71 82 93 04", "zebulon ægirsøn")
}

// What is public and names the person is reported, and stays.
func TestCustomerEraseReportsPublicTexts(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.buy(t, zebulon)
	mark := servertest.One[time.Time](t, s.Server, "SELECT clock_timestamp()")
	product := func(slug string, with object) {
		s.OK(t, s.owner, "products.create", servertest.With(servertest.NewProduct(slug), with), nil)
	}
	product("navn", object{"name": "Zebulon Ægirsøn Quux"})
	product("tekst", object{"description": "Valgt af Zebulon  ÆGIRSØN Quux og andre."})
	product("svar", object{"faq": []object{{"q": "Hvem?", "a": "zebulon.quux+shop@spor-example.com"}}})
	product("billede", object{"comparisonFacts": object{"tlf": "+45 71 82 93 04"}})
	product("anden", object{"description": "Zebulon og Quux, 71829305, zebulon.quux@spor-example.com."})
	product("slettet", object{"name": "Zebulon Ægirsøn Quux"})
	s.OK(t, s.owner, "products.delete", object{"slug": "slettet", "confirm": true}, nil)
	s.Raw(t, s.owner, "products.create", ascii(t, servertest.With(servertest.NewProduct("ascii"), object{"useCases": []object{{"title": "Ægirsøn", "description": "Zebulon Ægirsøn Quux"}}}))).Result(t, nil)
	s.OK(t, s.owner, "categories.upsert", object{"slug": "zebulon-aegir", "name": "Quux, Zebulon Ægirsøn"}, nil)
	s.OK(t, s.owner, "pages.upsert", object{"slug": "om-os", "title": "Om os", "body": "Grundlagt af **Zebulon Ægirsøn Quux**.", "status": "draft"}, nil)
	s.OK(t, s.owner, "services.create", object{"title": "Synsprøve", "body": "Hos Quuxværk ApS.", "slug": "syn"}, nil)
	s.OK(t, s.owner, "settings.update_branding", object{"patch": object{"supportEmail": "zebulon.quux+shop@spor-example.com"}}, nil)
	s.OK(t, s.owner, "redirects.import", object{"csv": "/quuxvaerk,/\n/Quuxværk-ApS,/", "confirm": true}, nil)
	const things = `SELECT t::text FROM products t UNION ALL SELECT t::text FROM pages t UNION ALL SELECT t::text FROM services t UNION ALL SELECT t::text FROM categories t
		UNION ALL SELECT t::text FROM settings t UNION ALL SELECT t::text FROM redirects t
		UNION ALL SELECT t::text FROM audit_log t WHERE at > $1 AND tool NOT LIKE 'customer.%' ORDER BY 1`
	before := s.rows(t, things, mark)
	var result struct {
		PublicTexts []struct {
			EntityType, ID string
			Slug           *string
		}
		PublicTextsComplete bool
	}
	s.OK(t, s.owner, "customer.erase", object{"customerId": s.customer(t, zebulon["email"].(string)), "confirm": true}, &result)
	var found []string
	for _, p := range result.PublicTexts {
		if name := p.EntityType; p.Slug == nil {
			found = append(found, name+" "+p.ID)
		} else {
			found = append(found, name+" "+*p.Slug)
		}
	}
	want := []string{"category zebulon-aegir", "page om-os", "product ascii", "product billede", "product navn", "product svar", "product tekst",
		"redirect /Quuxv%C3%A6rk-ApS", "service syn", "settings shop"}
	if !sameTexts(found, want) || !result.PublicTextsComplete {
		t.Errorf("%q, want %q", found, want)
	}
	if after := s.rows(t, things, mark); !slices.Equal(before, after) {
		t.Errorf("before\n%s\nafter\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
	}
}

// Somebody may have ordered for thousands, as a till does.
func TestCustomerEraseOfManyNames(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.buy(t, servertest.With(buyer("freja@example.com", "Freja Holm"), object{"phoneNumber": "20123456"}))
	s.Execute(t, `DO $$
		DECLARE columns text := string_agg(quote_ident(column_name), ', ') FROM information_schema.columns
			WHERE table_name = 'orders' AND table_schema = 'public' AND is_generated = 'NEVER';
		BEGIN EXECUTE format('INSERT INTO orders (%1$s) SELECT %1$s FROM (SELECT (jsonb_populate_record(o, jsonb_build_object(
			''id'', gen_random_uuid(), ''shipping_name'', repeat(''Lang'', 40) || '' Navn'' || i, ''phone_number'', 30000000 + i))).*
			FROM orders o, generate_series(1, 4000) AS i) AS more', columns);
		END $$`)
	for _, said := range []string{"Freja Holm", strings.Repeat("Lang", 40) + " Navn3999", "30 00 40 00"} {
		s.OK(t, s.owner, "products.adjust_stock", object{"slug": "rund", "delta": 1, "reason": "Til " + said}, nil)
	}
	var result struct{ PublicTextsComplete bool }
	s.OK(t, s.owner, "customer.erase", object{"customerId": s.customer(t, "freja@example.com"), "confirm": true, "force": true}, &result)
	if left := s.rows(t, "SELECT DISTINCT args ->> 'reason' FROM audit_log WHERE tool = 'products.adjust_stock'"); !slices.Equal(left, []string{"Til erased"}) {
		t.Errorf("%q", left)
	}
	if result.PublicTextsComplete {
		t.Error("not all names were looked for")
	}
}

// There are never more than a hundred, and the result says that there are others.
func TestPublicTextsAreBounded(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.buy(t, buyer("freja@example.com", "Freja Holm"))
	var items []object
	for i := range 101 {
		items = append(items, servertest.With(servertest.NewProduct("p-"+strings.Repeat("a", i+1)), object{"brand": "Freja Holm"}))
	}
	s.OK(t, s.owner, "products.bulk_upsert", object{"items": items, "mode": "all_or_nothing"}, nil)
	var result struct {
		PublicTexts         []object
		PublicTextsComplete bool
	}
	s.OK(t, s.owner, "customer.erase", object{"customerId": s.customer(t, "freja@example.com"), "confirm": true}, &result)
	if len(result.PublicTexts) != 100 || result.PublicTextsComplete {
		t.Errorf("%d, %v", len(result.PublicTexts), result.PublicTextsComplete)
	}
}
