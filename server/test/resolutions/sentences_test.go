package resolutions_test

import (
	"regexp"
	"strings"
	"time"
)

// sentence is a form of resolution and what an agent does about it. A new code
// either uses one of these forms or adds its own.
type sentence struct {
	form *regexp.Regexp
	act  func(a *agent, p *refusal, r *request, words []string)
}

// Placeholders in the forms below.
const (
	aTool  = `([a-z_]+\.[a-z_]+)(?: \(which needs the scope [a-z]+:[a-z]+\))?`
	aScope = `([a-z]+:[a-z]+)`
	aField = `("(?:\\.|[^"\\])+")`
)

func form(text string) *regexp.Regexp {
	text = strings.NewReplacer("<tool>", aTool, "<scope>", aScope, "<field>", aField).Replace(text)
	return regexp.MustCompile("^" + text + `\.$`)
}

var sentences = []sentence{
	// About the call.
	{form(`Send one JSON object in UTF-8, without duplicate keys and with nothing after it`), sendMeaning},
	{form(`Send a JSON object as the body, {} when the operation needs nothing`), sendMeaning},
	{form(`Send a body of at most (\d+) bytes`), sendLess},
	{form(`Send the body without a ([\w-]+)`), sendWithout},
	{form(`Send the call without the ([\w-]+) header, or have the operator add the origin to STOREFRONT_ALLOWED_ORIGINS`), sendWithout},
	{form(`Send "([\w-]+): ([^"<]+)"`), sendHeader},
	{form(`Send the call again with a method that the Allow header names`), sendAllowed},
	{form(`Send the call with (POST) and a body such as (\S+) describes`), sendDescribed},
	{form(`Send "Authorization: Bearer <key>" with a (?:valid )?key that holds the scope <scope>(?:, or leave the header out)?`), askScope},
	{form(`Ask the owner of the shop for a key with the scope <scope>(?:, or leave the header out)?`), askScope},
	{form(`Send the call with one (Idempotency-Key) of 1 to 255 ASCII characters, or without it`), sendNewKey},
	{form(`Send the call again with a new (Idempotency-Key), or with the body of the first call to read its answer`), sendNewKey},

	// About time.
	{form(`Wait (\d+) s before the next call`), func(a *agent, _ *refusal, _ *request, words []string) { a.wait(a.seconds(words[1])) }},
	{form(`Send the call again after as many seconds as retryAfter says`), func(a *agent, p *refusal, _ *request, _ []string) { a.wait(time.Duration(p.RetryAfter) * time.Second) }},
	{form(`Send the call again later, and name the instance when you report it`), func(a *agent, _ *refusal, _ *request, _ []string) { a.wait(time.Minute) }},

	// About switches.
	{form(`Switch <field> on with <tool>(?: over REST)?, then send the call again`), switchOn},

	// About addresses.
	{form(`Call (/api/v1/tools/)<tool>`), func(_ *agent, _ *refusal, r *request, words []string) { r.path = words[1] + words[2] }},
	{form(`Read (/openapi\.json) and call one of its paths`), callPath},
	{form(`Read (/api/v1/tools) and call one of the operations that it lists`), callListed},
	{form(`Append the code of a problem document to (/problems/)`), func(_ *agent, p *refusal, r *request, words []string) { r.path = words[1] + string(p.Code) }},

	// About one field of the body.
	{form(`Set (the name )?<field> to (.+?)(?:, or leave it out and set "cursor" to page\.nextCursor)?`), setField},
	{form(`Add <field> to the body, as (.+)`), addField},
	{form(`Add <field>, the \w+ that the \w+ had, to the body in place of <field>`), addKnown},
	{form(`Remove <field> from the body(?:: it cannot be changed|, or <field>| to create the page|; the (?:only )?fields? .+|; there are no fields)?`), removeField},
	{form(`Move <field> into <field>`), moveField},
	{form(`Replace <field> by <field>(?:(?:, <field>)* or <field>)?(?:, in ore \(1/100 krone\))?`), renameField},
	{form(`Shorten (the name )?<field> to at most (\d+) characters?`), shortenField},
	{form(`Remove the NUL character from (the name )?<field>`), removeNUL},
	{form(`Put at least \d+ fields? \((?:such as )?(\w+).*\) into (?:<field>|the body)`), putField},
	{form(`Put at most (\d+) fields? .*into (?:<field>|the body)`), keepFields},
	{form(`Put at most (\d+) items? into <field>`), keepItems},
	{form(`Put at least (\d+) items? into <field>`), addItems},

	// About other tools.
	{form(`Call <tool> and set <field> to the (\w+) of (?:an?|the) (\w+)(?:, or create it with <tool>)?`), setFromTool},
	{form(`Call <tool> with the id <field> in "ids" and set <field> to the (\w+) of the product`), setFromID},
	{form(`Call <tool> with the id of a webhook, from <tool>, and set <field> to the (\w+) of a delivery`), setFromList},
	{form(`Have the operator set STOREFRONT_SECRETS_KEY and start the service again`), startWithKey},
	{form(`Create it with <tool> and the slug <field>(?:, then send the call again)?`), createFirst},
	{form(`Read the order again with <tool>, then send the call again if the move is still wanted`), readAgain},
	{form(`Delete a (\w+) that is no longer needed with <tool>`), deleteOne},
	{form(`Delete that one with <tool> and the slug <field>, then restore this one by the id <field>`), deleteOther},
	{form(`Delete that one with <tool> and the (slug|code) <field>, then send the call again`), func(a *agent, _ *refusal, _ *request, words []string) {
		a.call(words[1], object{words[2]: literal(words[3]), "confirm": true})
	}},
	{form(`Find its products with <tool> and categorySlug <field>, move each with <tool> or delete it with <tool>, then send the call again`), emptyCategory},
	{form(`Shorten the list "(\w+)" of the product to at most (\d+) with <tool>, then send the call again`), shortenList},
	{form(`Leave the order as it is: (\w+) is final`), leaveOrder},

	// About carts.
	{form(`Set the "quantity" of <field> to at most (\d+)`), takeFewer},
	{form(`Call <tool> with inStock true and choose another product than <field>`), takeAnother},
	{form(`Call (cart\.update_quantity) with the slug <field> and a quantity of at most (\d+), then send the call again`), func(a *agent, _ *refusal, r *request, words []string) {
		a.call(words[1], object{"cartId": r.args["cartId"], "slug": literal(words[2]), "quantity": number(words[3])})
	}},
	{form(`Call (cart\.remove) with the slug <field>, then send the call again`), func(a *agent, _ *refusal, r *request, words []string) {
		a.call(words[1], object{"cartId": r.args["cartId"], "slug": literal(words[2])})
	}},
	{form(`Call (cart\.apply_discount) with another code, or with null to go on without one`), leaveDiscount},
	{form(`Put a product into the cart with (cart\.add), then send the call again`), putProduct},
	{form(`Put it into the cart with (cart\.add) and the slug <field>`), func(a *agent, _ *refusal, r *request, words []string) {
		a.call(words[1], object{"cartId": r.args["cartId"], "slug": literal(words[2])})
	}},
	{form(`Read that order with (orders\.get) and the orderId <field>, or open another cart with (cart\.create)`), openAnother},
	{form(`Read the cart again with (cart\.get_summary) and set <field> to its totalOere if the purchase is still wanted`), func(a *agent, _ *refusal, r *request, words []string) {
		a.at(r, words[2]).set(asObject(a.call(words[1], object{"cartId": r.args["cartId"]}))["totalOere"])
	}},
	{form(`Set the quantities in the cart to fewer pieces with (cart\.update_quantity)`), setFewer},
	{form(`Nothing to do: the order is (\w+) already`), leaveOrder},
	{form(`Leave it as it is; to do again what it did, revert the entry <field>`), leaveIt},
	{form(`Leave it as it is, or find the later entries about it with <tool> and revert those first`), leaveIt},
	{form(`There is nothing to revert`), leaveIt},
	{form(`Take the product out with (cart\.remove)`), leaveIt},
	{form(`Leave the stock as it is: it is (\d+) already`), leaveStock},
	{form(`Leave the order as it is: nothing is left to refund`), leaveRefunded},
	{form(`Leave the note out: no note of an order can be deleted`), leaveIt},
	{form(`Leave the item <field> out: all its pieces are refunded`), leaveItem},
	{form(`Name the item <field> once, with all its pieces`), mergeItem},
	{form(`Name the product <field> once, with all its fields`), mergeProduct},
	{form(`Refund (?:all that|what) remains: set <field> to (?:at most )?(\d+), without <field> and <field>`), refundRest},
}

// leaveIt accepts that the call cannot be carried out.
func leaveIt(_ *agent, _ *refusal, r *request, _ []string) { r.done = true }

// obey does what the resolution of a refusal says.
func (a *agent) obey(p *refusal, r *request) {
	a.t.Helper()
	understood := 0
	for _, s := range a.knows {
		if words := s.form.FindStringSubmatch(p.Resolution); words != nil {
			understood++
			s.act(a, p, r, words)
		}
	}
	if understood != 1 {
		a.t.Fatalf("%s: %d forms of server/test/resolutions/sentences_test.go fit %q, want 1", p.Code, understood, p.Resolution)
	}
}
