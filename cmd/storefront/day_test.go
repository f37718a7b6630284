package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/storefront/storefront/server/test/servertest"
)

// A day of a shop, once over REST and once over MCP: it begins empty, and ends with the owner, who reads what was sold.
// The steps write what they do in the books; in the evening the shop has to say what the books add up.
func TestADay(t *testing.T) {
	t.Parallel()
	for channel, over := range map[string]func(*serving) protocol{"api": overREST, "mcp": overMCP} {
		t.Run(channel, func(t *testing.T) {
			t.Parallel()
			d := newDay(t, channel, over)
			d.setUp(t)
			d.importProducts(t)
			d.bulkUpsert(t)
			d.subscribe(t)
			d.publish(t)
			d.advertise(t)

			d.search(t)
			d.chooseAndFill(t)
			d.order(t)
			d.othersOrder(t)
			d.crash(t)

			d.deliver(t)
			d.refund(t)
			d.othersPay(t)
			d.takeBack(t, d.spoil(t))
			d.forget(t)

			d.compareStock(t)
			d.compareInsight(t)
			d.compareSummary(t)
			d.compareEvents(t)
			d.s.stop(t)
		})
	}
}

// day is a day, and who takes part in it.
type day struct {
	program    *program
	over       func(*serving) protocol
	s          *serving
	connection protocol // to s
	books      *books

	owner, merchant, agent, assistant, clerk, rogue party
	visitor                                         party // has no key
	receiver                                        *receiver
	webhookID                                       string
	freja                                           *sale       // what the agent buys
	cart                                            cartSummary // of it
	others                                          []*sale     // what the assistant sells
}

// newDay starts an empty shop and makes the keys, each with the scopes that its holder needs.
func newDay(t *testing.T, channel string, over func(*serving) protocol) *day {
	t.Helper()
	d := &day{
		program: newProgram(t).with("STOREFRONT_WEBHOOK_ALLOW_LOOPBACK=true", "STOREFRONT_KEY_QUOTA=10000"),
		over:    over, books: newBooks(channel),
	}
	d.start(t)
	for _, holder := range []struct {
		party        *party
		name, scopes string
	}{
		{&d.owner, "owner", "all"},
		{&d.merchant, "merchant", "catalog:read,categories:write,products:write,discounts:read,discounts:write,marketing:write,pages:read,pages:write,settings:read,settings:write"},
		{&d.agent, "agent", "catalog:read,pages:read,cart:write,orders:read,orders:write"},
		{&d.assistant, "assistant", "catalog:read,cart:write,orders:read,orders:write"},
		{&d.clerk, "clerk", "orders:read,orders:write"},
		{&d.rogue, "rogue", "all"},
	} {
		*holder.party = party{d.call, newKey(t, d.program, holder.name, holder.scopes)}
	}
	d.visitor = party{d.call, ""}
	return d
}

// start starts the program, also after it was killed.
func (d *day) start(t *testing.T) {
	t.Helper()
	d.s = d.program.serve(t)
	d.connection = d.over(d.s)
}

// call calls an operation of the program that runs now.
func (d *day) call(t *testing.T, key, tool string, body object, idempotencyKey string) answer {
	t.Helper()
	got := d.connection(t, key, tool, body, idempotencyKey)
	d.books.called(key, got.status != http.StatusOK)
	return got
}

// crash kills the program and its PostgreSQL right after a call was answered. The next start finds the shop as it was,
// and knows the answer when the call is repeated.
func (d *day) crash(t *testing.T) {
	t.Helper()
	d.awaitEvents(t) // a message that is under way then is sent again after half a minute
	d.awaitCounts(t) // searches of the last seconds are not counted
	before := d.shop(t)
	alma := &sale{buyer: "Alma", lines: []line{{slug: "laesebrille-08", pieces: 1}}}
	body := object{"items": []object{{"slug": alma.lines[0].slug, "quantity": alma.lines[0].pieces}}}
	var cart cartSummary
	first := d.assistant.idempotent(t, "cart.create", body, "crash", &cart)
	killPostgres(t, d.program.data)
	d.s.kill(t)

	d.start(t)
	if again := d.assistant.idempotent(t, "cart.create", body, "crash", nil); !bytes.Equal(first, again) {
		t.Errorf("%s became %s", first, again)
	}
	d.wantShop(t, before)
	d.orderCart(t, alma, cart.CartID)
}

// party calls over a protocol with a key.
type party struct {
	call protocol
	key  string
}

// ok calls an operation that must succeed; the result is decoded into result.
func (p party) ok(t *testing.T, tool string, body object, result any) {
	t.Helper()
	p.idempotent(t, tool, body, "", result)
}

// idempotent is ok with an Idempotency-Key. It returns the bytes of the answer.
func (p party) idempotent(t *testing.T, tool string, body object, idempotencyKey string, result any) []byte {
	t.Helper()
	got := p.call(t, p.key, tool, body, idempotencyKey)
	if got.status != http.StatusOK {
		t.Fatalf("%s %v: %d %s", tool, body, got.status, got.body)
	}
	if result != nil {
		if err := json.Unmarshal(got.body, &struct{ Result any }{result}); err != nil {
			t.Fatalf("%s: %v: %s", tool, err, got.body)
		}
	}
	return got.body
}

// twice calls an operation with an Idempotency-Key, and again as one does who had no answer: the bytes are the same.
func (p party) twice(t *testing.T, tool string, body object, idempotencyKey string, result any) {
	t.Helper()
	first := p.idempotent(t, tool, body, idempotencyKey, result)
	if again := p.idempotent(t, tool, body, idempotencyKey, nil); !bytes.Equal(first, again) {
		t.Errorf("%s became %s", first, again)
	}
}

// says calls an operation that must succeed with this result.
func (p party) says(t *testing.T, tool string, body object, want any) {
	t.Helper()
	var got any
	p.ok(t, tool, body, &got)
	if !servertest.SameJSON(got, want) {
		t.Errorf("%s %v says\n%v\nwant\n%v", tool, body, got, want)
	}
}

// refused calls an operation that must be refused with the status and the code, and says
// what to do.
func (p party) refused(t *testing.T, tool string, body object, idempotencyKey string, status int, code string) problemDocument {
	t.Helper()
	got := p.call(t, p.key, tool, body, idempotencyKey)
	if got.status == http.StatusOK {
		t.Fatalf("%s %v: %s", tool, body, got.body)
	}
	found := problemIn(t, got.body)
	if got.status != status || found.Code != code || found.Resolution == "" {
		t.Errorf("%s %v: %d %s, want %d %s", tool, body, got.status, got.body, status, code)
	}
	return found
}

// protocol calls an operation, with a key unless that is "", and with the value of an
// Idempotency-Key unless that is "". The answer is validated against the contract.
type protocol func(t *testing.T, key, tool string, body object, idempotencyKey string) answer

// overREST returns the service's REST interface.
func overREST(s *serving) protocol {
	return func(t *testing.T, key, tool string, body object, idempotencyKey string) answer {
		t.Helper()
		got, err := s.send(t.Context(), key, tool, body, idempotencyKey)
		if err != nil {
			t.Fatal(err)
		}
		servertest.Conform(t, tool, servertest.Reply{Status: got.status, Header: got.header, Body: got.body})
		return got
	}
}

// overMCP returns the service as the client of the Go SDK sees it. The status of a refusal
// is that of its problem.
func overMCP(s *serving) protocol {
	sessions := map[string]*mcp.ClientSession{}
	return func(t *testing.T, key, tool string, body object, idempotencyKey string) answer {
		t.Helper()
		if sessions[key] == nil {
			sessions[key] = s.session(t, key)
		}
		params := &mcp.CallToolParams{Name: strings.ReplaceAll(tool, ".", "_"), Arguments: body}
		if idempotencyKey != "" {
			params.Meta = mcp.Meta{"idempotencyKey": idempotencyKey}
		}
		result, err := sessions[key].CallTool(t.Context(), params)
		if err != nil {
			t.Fatal(err)
		}
		text, ok := result.Content[0].(*mcp.TextContent)
		if !ok || len(result.Content) != 1 {
			t.Fatalf("%s: %+v", tool, result)
		}
		got := answer{status: http.StatusOK, body: []byte(text.Text)}
		servertest.ConformOutcome(t, tool, servertest.Outcome{Reply: servertest.Reply{Body: got.body}, Refused: result.IsError})
		if result.IsError {
			got.status = problemIn(t, got.body).Status
		} else if told := decoded(t, got.body); !reflect.DeepEqual(told, result.StructuredContent) {
			t.Errorf("%s: the structured content is %v, the text %s", tool, result.StructuredContent, got.body)
		}
		return got
	}
}

func decoded(t *testing.T, text []byte) (value any) {
	t.Helper()
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return value
}

// session connects a client that sends the key, unless it is "", with each of its requests.
func (s *serving) session(t *testing.T, key string) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "storefront-tests", Version: "1.0.0"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: s.url + "/api/mcp", HTTPClient: &http.Client{Transport: bearer(key)},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() }) // the server may have stopped
	return session
}

// bearer sends a key, unless it is "", with every request.
type bearer string

// RoundTrip sends the request.
func (key bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(context.WithoutCancel(r.Context()))
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+string(key))
	}
	return http.DefaultTransport.RoundTrip(r)
}

// problemDocument is what the tests read of one.
type problemDocument struct {
	Status                   int
	Code, Detail, Resolution string
}

func problemIn(t *testing.T, body []byte) (p problemDocument) {
	t.Helper()
	if err := json.Unmarshal(body, &p); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return p
}
