package main_test

import (
	"net/http"
	"testing"
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
	freja                                           *sale    // what the agent buys
	cart                                            cartSeen // of it
	others                                          []*sale  // what the assistant sells
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
func (d *day) call(t *testing.T, key, tool string, body object, once string) answer {
	t.Helper()
	got := d.connection(t, key, tool, body, once)
	d.books.called(key, got.status != http.StatusOK)
	return got
}
