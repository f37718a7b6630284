package problem

import (
	"fmt"
	"strings"

	"github.com/storefront/storefront/server/platform/schema"
)

// Step is something to do about a refusal before the call is sent again: what the
// resolution says in words, as data. It is not part of any answer; tests carry it
// out, and see that the words name no other operation.
type Step interface{ step() }

type (
	// Call is a call of another operation. What it needs beside Args has the value
	// that a field of the refused call with the same name has.
	Call struct {
		Op   string
		Args map[string]any
		Take string // a field of the result, such as items.id, or of the first thing in a list, for the next step
		All  bool   // the next step is for each thing in the list

		Where map[string]any // which thing in the list it is, by its fields; nil for the first
	}
	// Or is an operation that would do, too, in the place of the steps around it.
	Or string
	// Correct changes the body of the refused call.
	Correct schema.Correction
	// Send sends the refused call as it was meant, but with what is named here.
	Send struct {
		Method string // Allowed is any method that the Allow header of the answer names
		Path   string
		Header string
		Value  string // of the header; "" leaves it out
	}
	// Read reads a document of the service that says which call to send.
	Read string
	// Hold sends the call with a key that holds a scope.
	Hold string
	// Configure has the operator make a setting, and start the service again.
	Configure string
	// Wait waits for as long as the answer says, or a while.
	Wait struct{}
	// Leave accepts that the call cannot be carried out. Because is what an operation says
	// now of what the call is about, if that is the reason. Steps after it are for a
	// caller who wants something else.
	Leave struct {
		Op      string
		Because map[string]any
	}
)

// Allowed stands for a method that the Allow header names.
const Allowed = "Allow"

func (Call) step()      {}
func (Or) step()        {}
func (Correct) step()   {}
func (Send) step()      {}
func (Read) step()      {}
func (Hold) step()      {}
func (Configure) step() {}
func (Wait) step()      {}
func (Leave) step()     {}

// Then sets the steps that the resolution says, and returns the problem.
func (e *Error) Then(steps ...Step) *Error {
	e.next = steps
	return e
}

// Next returns the steps that the resolution says, or else those of the code.
func (e *Error) Next() []Step {
	if e.next != nil {
		return e.next
	}
	return actions[e.Code]
}

// Set is the correction of a field, whose path is as in patch.images[2], to a JSON
// value, or to one that the caller has read if value is "".
func Set(field, value string) Correct {
	return Correct{Do: schema.Set, At: Pointer(field), Value: value}
}

// Remove is the correction that leaves a field out.
func Remove(field string) Correct { return Correct{Do: schema.Remove, At: Pointer(field)} }

// Pointer returns the JSON Pointer of a field with a path as in patch.images[2].
func Pointer(field string) string { return "/" + pathSteps.Replace(field) }

var pathSteps = strings.NewReplacer(".", "/", "[", "/", "]", "")

// Lookup says, in words and as data, to call an operation and to set a field to what the
// thing that it answers, such as "a category", has in the field take.
func (e *Error) Lookup(op, take, field, thing string) *Error {
	e.Resolution = fmt.Sprintf("Call %s and set %q to the %s of %s.", op, field, take[strings.LastIndexByte(take, '.')+1:], thing)
	return e.Then(Find(op, take, field)...)
}

// Delete says, in words and as data, to delete what is in the way: the thing of which
// this field has this text.
func (e *Error) Delete(op, field, text string) *Error {
	e.Resolution = fmt.Sprintf("Delete that one with %s and the %s %q, then send the call again.", op, field, text)
	return e.Then(Call{Op: op, Args: map[string]any{field: text}})
}

// DeleteAny says, in words and as data, to delete one of the things that the operation
// many.list lists, which this field names.
func (e *Error) DeleteAny(one, many, field string) *Error {
	e.Resolution = fmt.Sprintf("Delete a %s that is no longer needed with %s.delete.", one, many)
	return e.Then(Call{Op: many + ".list", Take: field}, Call{Op: many + ".delete"})
}

// Find is the call of an operation that reads or makes a thing, and the correction of a
// field to what the thing has.
func Find(op, take, field string) []Step { return []Step{Call{Op: op, Take: take}, Set(field, "")} }

// What more than one action says.
var (
	asMeant = []Step{Send{}}
	wait    = []Step{Wait{}}
	newKey  = []Step{Send{Header: "Idempotency-Key", Value: "another one"}}
)

// actions are what the actions of the catalogue say.
var actions = map[Code][]Step{
	InvalidJSON:           asMeant,
	BodyRequired:          asMeant,
	IdempotencyKeyInvalid: newKey,
	IdempotencyKeyReused:  newKey,
	InvalidCode:           {Leave{}},
	SessionExpired:        {Send{Path: "/admin/session"}},
	FeatureDisabled:       {Or("features.set")},
	KeyPaused:             {Leave{}},
	BeyondLimit:           {Leave{}},
	ApprovalRejected:      {Leave{}},
	ApprovalRequired:      wait,
	AlreadyDecided:        {Leave{}, Or("approvals.list")},
	ApprovalNotFound:      Find("approvals.list", "id", "id"),
	RestOnly:              {Leave{}},
	OwnKey:                {Leave{}},
	AgentsPaused:          {Call{Op: "keys.resume_all"}},
	OriginNotAllowed:      {Send{Header: "Origin"}},
	EndpointNotFound:      {Read("/openapi.json")},
	ToolNotFound:          {Read("/api/v1/tools")},
	ProductNotFound:       Find("products.search", "slug", "slug"),
	VariantNotFound:       Find("products.get", "variants.variantId", "variantId"),
	VariantRequired:       Find("products.get", "variants.variantId", "variantId"),
	SkuTaken:              {Set("sku", "")},
	HasVariants:           {Leave{}, Or("products.set_variants")},
	CategoryNotFound:      Find("categories.list", "slug", "slug"),
	OrderNotFound:         Find("orders.list", "id", "orderId"),
	DiscountNotFound:      Find("discounts.list", "code", "code"),
	PageNotFound:          Find("pages.list", "slug", "slug"),
	ServiceNotFound:       Find("services.list", "slug", "slug"),
	CampaignNotFound:      Find("marketing.list_campaigns", "id", "campaignId"),
	RedirectNotFound:      Find("redirects.list", "fromPath", "fromPath"),
	FeatureNotFound:       Find("features.get", "features.key", "key"),
	CartNotFound:          Find("cart.create", "cartId", "cartId"),
	AuditEntryNotFound:    Find("audit.list", "id", "auditLogId"),
	CustomerNotFound:      Find("customer.list", "id", "customerId"),
	WebhookNotFound:       Find("webhooks.list", "id", "id"),
	DeliveryNotFound:      append([]Step{Call{Op: "webhooks.list", Take: "id"}}, Find("webhooks.deliveries", "deliveryId", "deliveryId")...),
	KeyNotFound:           Find("keys.list", "id", "id"),
	PaymentNotFound:       Find("payments.list", "id", "paymentId"),
	PersonRequired:        {Leave{}},
	PaymentOpen:           {Leave{}, Or("payments.cancel")},
	PaymentRequired:       {Leave{}, Or("payments.refund"), Or("payments.create")},
	PaymentState:          {Leave{}, Or("payments.get")},
	ProviderFailed:        {Leave{}, Or("payments.get"), Or("payments.methods")},
	ProviderUnavailable:   {Leave{}, Or("payments.get")},
	InvalidSignature:      {Leave{}},
	ProblemNotFound:       {Send{Path: "/problems/" + string(ProblemNotFound)}},
	MethodNotAllowed:      {Send{Method: Allowed}},
	NotAcceptable:         {Send{Header: "Accept", Value: "application/json, text/event-stream"}},
	BodyTooLarge:          {Correct{Do: schema.Shrink, Count: 1 << 20}},
	UnsupportedMediaType:  {Send{Header: "Content-Type", Value: "application/json"}},
	SlugTaken:             {Set("slug", "")},
	CodeTaken:             {Set("code", ""), Or("discounts.update")},
	CategoryNotEmpty:      {Or("products.search"), Or("products.update"), Or("products.delete")},
	CategoryDeleted:       {Or("categories.upsert")},
	OrderChanged:          {Call{Op: "orders.get"}},
	DiscountNotApplicable: {Call{Op: "cart.apply_discount", Args: map[string]any{"code": nil}}},
	CartEmpty:             {Call{Op: "cart.add"}},
	CartOrdered:           {Or("orders.get"), Or("cart.create")},
	TotalChanged:          Find("cart.get_summary", "totalOere", "expectedTotalOere"),
	OpenOrders:            {Set("force", "true"), Or("orders.update_status")},
	TooManyImages:         {Or("products.update")},
	SecretsKeyMissing:     {Configure("STOREFRONT_SECRETS_KEY")},
	AlreadyReverted:       {Leave{}, Or("audit.list")},
	RevertConflict:        {Leave{}, Or("audit.list")},
	NotRevertible:         {Leave{}},
	IdempotencyInFlight:   wait,
	CategoryRequired:      Find("categories.list", "slug", "categorySlug"),
	UnknownCategory:       append(Find("categories.list", "slug", "categorySlug"), Or("categories.upsert")),
	CategoryMismatch:      {Remove("categoryId")},
	SlugImmutable:         {Remove("patch.slug")},
	AmountTooLarge: {
		Call{Op: "cart.get_summary", Take: "items.slug", All: true}, Call{Op: "cart.update_quantity", Args: map[string]any{"quantity": 1}},
	},
	RateLimitExceeded:               wait,
	AuthenticationRateLimitExceeded: wait,
	KeyRateLimitExceeded:            wait,
	InternalError:                   wait,
	Unavailable:                     wait,
}
