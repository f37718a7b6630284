package problem

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// Code is the stable name of a problem.
type Code string

// The codes of the service. Catalogue explains each.
const (
	InvalidJSON                     Code = "invalid_json"
	BodyRequired                    Code = "body_required"
	IdempotencyKeyInvalid           Code = "idempotency_key_invalid"
	InvalidSignature                Code = "invalid_signature"
	AuthenticationRequired          Code = "authentication_required"
	InvalidKey                      Code = "invalid_key"
	InvalidCode                     Code = "invalid_code"
	SessionExpired                  Code = "session_expired"
	InsufficientScope               Code = "insufficient_scope"
	FeatureDisabled                 Code = "feature_disabled"
	KeyPaused                       Code = "key_paused"
	BeyondLimit                     Code = "beyond_limit"
	ApprovalRequired                Code = "approval_required"
	ApprovalRejected                Code = "approval_rejected"
	ApprovalNotFound                Code = "approval_not_found"
	AlreadyDecided                  Code = "already_decided"
	RestOnly                        Code = "rest_only"
	PersonRequired                  Code = "person_required"
	OriginNotAllowed                Code = "origin_not_allowed"
	EndpointNotFound                Code = "endpoint_not_found"
	ToolNotFound                    Code = "tool_not_found"
	ProductNotFound                 Code = "product_not_found"
	VariantNotFound                 Code = "variant_not_found"
	CategoryNotFound                Code = "category_not_found"
	OrderNotFound                   Code = "order_not_found"
	DiscountNotFound                Code = "discount_not_found"
	PageNotFound                    Code = "page_not_found"
	ServiceNotFound                 Code = "service_not_found"
	CartNotFound                    Code = "cart_not_found"
	AuditEntryNotFound              Code = "audit_entry_not_found"
	CampaignNotFound                Code = "campaign_not_found"
	RedirectNotFound                Code = "redirect_not_found"
	FeatureNotFound                 Code = "feature_not_found"
	CustomerNotFound                Code = "customer_not_found"
	WebhookNotFound                 Code = "webhook_not_found"
	KeyNotFound                     Code = "key_not_found"
	DeliveryNotFound                Code = "delivery_not_found"
	PaymentNotFound                 Code = "payment_not_found"
	ProblemNotFound                 Code = "problem_not_found"
	MethodNotAllowed                Code = "method_not_allowed"
	NotAcceptable                   Code = "not_acceptable"
	BodyTooLarge                    Code = "body_too_large"
	UnsupportedMediaType            Code = "unsupported_media_type"
	SlugTaken                       Code = "slug_taken"
	SkuTaken                        Code = "sku_taken"
	HasVariants                     Code = "has_variants"
	CodeTaken                       Code = "code_taken"
	CategoryNotEmpty                Code = "category_not_empty"
	CategoryDeleted                 Code = "category_deleted"
	IllegalTransition               Code = "illegal_transition"
	OrderChanged                    Code = "order_changed"
	PaymentOpen                     Code = "payment_open"
	PaymentRequired                 Code = "payment_required"
	PaymentState                    Code = "payment_state"
	RefundExceedsPaid               Code = "refund_exceeds_paid"
	InsufficientStock               Code = "insufficient_stock"
	DiscountNotApplicable           Code = "discount_not_applicable"
	CartEmpty                       Code = "cart_empty"
	CartOrdered                     Code = "cart_ordered"
	TotalChanged                    Code = "total_changed"
	OpenOrders                      Code = "open_orders"
	TooManyImages                   Code = "too_many_images"
	LimitReached                    Code = "limit_reached"
	AgentsPaused                    Code = "agents_paused"
	OwnKey                          Code = "own_key"
	SecretsKeyMissing               Code = "secrets_key_missing"
	VersionConflict                 Code = "version_conflict"
	AlreadyReverted                 Code = "already_reverted"
	RevertConflict                  Code = "revert_conflict"
	IdempotencyInFlight             Code = "idempotency_in_flight"
	ValidationFailed                Code = "validation_failed"
	SlugImmutable                   Code = "slug_immutable"
	VariantRequired                 Code = "variant_required"
	CategoryRequired                Code = "category_required"
	CategoryMismatch                Code = "category_mismatch"
	UnknownCategory                 Code = "unknown_category"
	AmountTooLarge                  Code = "amount_too_large"
	NotRevertible                   Code = "not_revertible"
	IdempotencyKeyReused            Code = "idempotency_key_reused"
	RateLimitExceeded               Code = "rate_limit_exceeded"
	AuthenticationRateLimitExceeded Code = "authentication_rate_limit_exceeded"
	KeyRateLimitExceeded            Code = "key_rate_limit_exceeded"
	InternalError                   Code = "internal_error"
	ProviderFailed                  Code = "provider_failed"
	ProviderUnavailable             Code = "provider_unavailable"
	Unavailable                     Code = "unavailable"
)

// Kind is what all problems with one code have in common.
type Kind struct {
	Status    int    // the HTTP status
	Title     string // one short sentence
	Meaning   string // when the problem occurs
	Action    string // what to do in general; the resolution of a problem is about the call
	Retryable bool   // whether the same call may succeed later
}

// Catalogue holds every code. docs/errors.md is generated from it, and a test
// compares it with the contract.
var Catalogue = map[Code]Kind{
	InvalidJSON:           {http.StatusBadRequest, "The body is not valid JSON", "The body is not exactly one JSON object in UTF-8: wrong syntax, a duplicate key, an unpaired surrogate, nesting deeper than 64, or data after the object.", "Send one JSON object in UTF-8, without duplicate keys and with nothing after it.", false},
	BodyRequired:          {http.StatusBadRequest, "A body is required", "The call has no body. An operation without arguments takes {}.", "Send a JSON object as the body, {} when the operation needs nothing.", false},
	IdempotencyKeyInvalid: {http.StatusBadRequest, "The Idempotency-Key is not valid", "The header Idempotency-Key is sent more than once, is empty, is longer than 255 characters, or has characters outside ASCII.", "Send the call with one Idempotency-Key of 1 to 255 ASCII characters, or without it.", false},

	InvalidSignature: {http.StatusBadRequest, "The signature is not valid", "The message of a payment provider is not signed with its secret, was changed on the way, or was signed more than five minutes ago.", "Have the operator set the secret that the provider shows for this address, and the clock of the machine.", false},

	AuthenticationRequired: {http.StatusUnauthorized, "An API key is required", "The operation needs a key, and none was sent.", `Send "Authorization: Bearer <key>" with a key that holds the scope of the operation.`, false},
	InvalidKey:             {http.StatusUnauthorized, "The API key is not valid", "The key is malformed, unknown, expired or revoked. Operations that need no key refuse it too.", `Send "Authorization: Bearer <key>" with a valid key, or leave the header out where the operation is anonymous.`, false},
	InvalidCode:            {http.StatusUnauthorized, "The code is not valid", "The code of the link was used before, is older than ten minutes, or is wrong.", "Have the operator print another link with storefront console, or sign in with a key.", false},
	SessionExpired:         {http.StatusUnauthorized, "The session has ended", "The cookie is missing, or its session has ended: by signing out, by its time, or with its key.", "Sign in again with POST /admin/session.", false},

	InsufficientScope: {http.StatusForbidden, "The key lacks a scope", "The key lacks the scope that the operation needs; requiredScope names it.", "Ask the owner of the shop for a key with the scope that requiredScope names.", false},

	FeatureDisabled:  {http.StatusForbidden, "The feature is switched off", "The owner has switched off the feature that detail names. Without agent_writes every write over MCP, or with a key of an agent, is refused.", "Switch the feature on with features.set, then send the call again.", false},
	KeyPaused:        {http.StatusForbidden, "The key is paused", "The owner of the shop has paused the key, or all keys of agents or programs: keys.update, keys.pause_all.", "Stop, and ask the owner of the shop when to go on.", false},
	BeyondLimit:      {http.StatusForbidden, "The call is beyond a limit of the key", "The owner of the shop has limited what this key may do at most; limit names what the call would exceed, and what is left.", "Keep to what limit says is left, or ask the owner of the shop to do it.", false},
	ApprovalRejected: {http.StatusForbidden, "The call was not approved", "The call is beyond a limit of the key, and a person has rejected it; the detail has the note. The same call is refused for 72 hours.", "Leave it, or ask the owner of the shop.", false},
	RestOnly:         {http.StatusForbidden, "This operation is not offered over MCP", "Operations on keys and files are called over REST alone.", "Ask the owner of the shop to call it over REST.", false},
	PersonRequired:   {http.StatusForbidden, "A person has to do this", "That money has arrived, or was given back by hand, is said by a person: the key of an agent cannot.", "Ask the owner of the shop to do it.", false},
	OriginNotAllowed: {http.StatusForbidden, "The origin is not allowed", "A page of another site sent the call: Origin names neither the service, nor, for /api/mcp, a loopback address or an origin of STOREFRONT_ALLOWED_ORIGINS.", "Send the call without the Origin header, or have the operator add the origin to STOREFRONT_ALLOWED_ORIGINS.", false},

	EndpointNotFound:   {http.StatusNotFound, "There is nothing at this address", "No operation or document is served at this path.", "Read /openapi.json and call one of its paths.", false},
	ToolNotFound:       {http.StatusNotFound, "There is no such tool", "No operation has this name.", "Read /api/v1/tools and call one of the operations that it lists.", false},
	ProductNotFound:    {http.StatusNotFound, "There is no such product", "No product has this slug, or it was deleted.", `Call products.search and set "slug" to the slug of a product.`, false},
	VariantNotFound:    {http.StatusNotFound, "There is no such variant", "The product has no variant with this id, or it is not sold any more.", `Call products.get and set "variantId" to the variantId of one of the variants.`, false},
	CategoryNotFound:   {http.StatusNotFound, "There is no such category", "No category has this slug.", `Call categories.list and set "slug" to the slug of a category.`, false},
	OrderNotFound:      {http.StatusNotFound, "There is no such order", "No order has this id.", `Call orders.list and set "orderId" to the id of an order.`, false},
	DiscountNotFound:   {http.StatusNotFound, "There is no such discount", "No discount has this code.", `Call discounts.list and set "code" to the code of a discount.`, false},
	PageNotFound:       {http.StatusNotFound, "There is no such page", "No page has this slug, or it is a draft that this caller may not see.", `Call pages.list and set "slug" to the slug of a page.`, false},
	ServiceNotFound:    {http.StatusNotFound, "There is no such service", "No service has this slug, or it is a draft that this caller may not see.", `Call services.list and set "slug" to the slug of a service.`, false},
	CampaignNotFound:   {http.StatusNotFound, "There is no such campaign", "No campaign has this id.", `Call marketing.list_campaigns and set "campaignId" to the id of a campaign.`, false},
	RedirectNotFound:   {http.StatusNotFound, "There is no such redirect", "No redirect begins at this path.", `Call redirects.list and set "fromPath" to the fromPath of a redirect.`, false},
	FeatureNotFound:    {http.StatusNotFound, "There is no such switch", "No switch has this key.", `Call features.get and set "key" to the key of a feature.`, false},
	CartNotFound:       {http.StatusNotFound, "There is no such cart", "No cart of this API key has this id, or it has expired.", `Call cart.create and set "cartId" to the cartId of the cart.`, false},
	AuditEntryNotFound: {http.StatusNotFound, "There is no such entry in the audit", "No entry of the audit has this id, or it was too old and was deleted.", `Call audit.list and set "auditLogId" to the id of an entry.`, false},
	CustomerNotFound:   {http.StatusNotFound, "There is no such customer", "No customer has this id, or the customer was erased.", `Call customer.list and set "customerId" to the id of a customer.`, false},
	WebhookNotFound:    {http.StatusNotFound, "There is no such webhook", "No webhook has this id, or it was deleted.", `Call webhooks.list and set "id" to the id of a webhook.`, false},
	ApprovalNotFound:   {http.StatusNotFound, "There is no such approval", "No call that waits, or was decided, has this id.", `Call approvals.list and set "id" to the id of an approval.`, false},
	KeyNotFound:        {http.StatusNotFound, "There is no such key", "No key has this id, or it was revoked.", `Call keys.list and set "id" to the id of a key.`, false},
	DeliveryNotFound:   {http.StatusNotFound, "There is no such delivery", "No delivery has this id, it is older than 30 days, or its webhook was deleted.", `Call webhooks.deliveries with the id of a webhook, from webhooks.list, and set "deliveryId" to the deliveryId of a delivery.`, false},
	PaymentNotFound:    {http.StatusNotFound, "There is no such payment", "No payment has this id.", `Call payments.list and set "paymentId" to the id of a payment.`, false},
	ProblemNotFound:    {http.StatusNotFound, "There is no such problem", "No problem has this code.", "Append the code of a problem document to /problems/.", false},

	MethodNotAllowed:     {http.StatusMethodNotAllowed, "This method is not allowed here", "The address takes other methods, which the Allow header names. Every tool is called with POST.", "Send the call again with a method that the Allow header names.", false},
	NotAcceptable:        {http.StatusNotAcceptable, "The answer would not be accepted", "The Accept header does not include the media type of the answer.", `Send "Accept: application/json, text/event-stream".`, false},
	BodyTooLarge:         {http.StatusRequestEntityTooLarge, "The body is too large", "The body is larger than 1 MiB.", "Send a body of at most 1048576 bytes.", false},
	UnsupportedMediaType: {http.StatusUnsupportedMediaType, "The body is not declared as JSON", "The Content-Type is missing or is not application/json.", `Send "Content-Type: application/json".`, false},

	SlugTaken:             {http.StatusConflict, "The slug is taken", "Another live product or service has the slug.", `Set "slug" to another value, or change the one that has it.`, false},
	SkuTaken:              {http.StatusConflict, "The sku is taken", "A variant of another live product has the sku.", `Set "sku" to another value, or change the product that has it.`, false},
	HasVariants:           {http.StatusConflict, "The product has variants", "Price and stock of a product with variants follow from these, which have different prices.", "Leave price and stock of the product as they are, or set those of its variants with products.set_variants.", false},
	CodeTaken:             {http.StatusConflict, "The code is taken", "A discount has this code; the case of letters does not matter.", `Set "code" to another value, or change the existing code with discounts.update.`, false},
	CategoryNotEmpty:      {http.StatusConflict, "The category still has products", "A category with live products cannot be deleted.", "Find its products with products.search, and move each with products.update or delete it with products.delete.", false},
	CategoryDeleted:       {http.StatusConflict, "The category of the product was deleted", "The product cannot be restored while no live category has the slug of its former category.", "Create the category again with categories.upsert and the slug that detail names, then send the call again.", false},
	IllegalTransition:     {http.StatusConflict, "The order cannot take this status now", "The status of the order, or a fact such as a missing payment, does not allow the move. The field allowed lists the statuses that it may take now.", `Set "status" to one of the statuses in allowed, or leave the order as it is when there is none.`, false},
	OrderChanged:          {http.StatusConflict, "The order has changed", "Another call moved the order at the same time, or its status is not expectedStatus.", "Read the order again with orders.get, then send the call again if the move is still wanted.", true},
	PaymentOpen:           {http.StatusConflict, "The order has an open payment", "A payment of the order was begun and is neither paid nor ended; detail names it.", "Have the buyer pay it, or end it with payments.cancel.", false},
	PaymentRequired:       {http.StatusConflict, "That is for a payment to say", "The order has a captured payment, through which money is given back; or the switch manual_payment is off, and only a captured payment makes an order paid.", "Call payments.refund for money that is given back, and payments.create for money that is taken.", false},
	PaymentState:          {http.StatusConflict, "The payment cannot do this now", "The status of the payment, or of its order, does not allow the call.", "Read the payment again with payments.get.", false},
	RefundExceedsPaid:     {http.StatusConflict, "The refund exceeds what was paid", "With earlier refunds, more money would be refunded than was paid, or more pieces of an item than were ordered.", "Refund at most what detail says is left.", false},
	InsufficientStock:     {http.StatusConflict, "Too few are in stock", "Fewer pieces are in stock than the call needs, or a product is no longer sold.", "Set the quantity to at most the number that detail names, or choose another product.", true},
	DiscountNotApplicable: {http.StatusConflict, "The discount code cannot be used", "The code is inactive, has expired or is used up.", "Call cart.apply_discount with another code, or with null to go on without one.", false},
	CartEmpty:             {http.StatusConflict, "The cart is empty", "The cart holds nothing to order.", "Put a product into the cart with cart.add, then send the call again.", false},
	CartOrdered:           {http.StatusConflict, "The cart was ordered already", "A cart becomes one order at most, and does not change afterwards.", "Read its order with orders.get, or open another cart with cart.create.", false},
	TotalChanged:          {http.StatusConflict, "The total has changed", "The total of the cart is not expectedTotalOere: a price, the shipping terms, the discount or the content has changed.", "Read the cart again with cart.get_summary and set \"expectedTotalOere\" to its totalOere if the purchase is still wanted.", false},
	OpenOrders:            {http.StatusConflict, "The customer has open orders", "The orders in orderIds are paid and not delivered, disputed, under review, or cancelled with money not given back: the name and the address are still needed.", `Complete the orders with orders.update_status first, or set "force" to true to erase the customer all the same.`, false},
	TooManyImages:         {http.StatusConflict, "The product has too many images", "A product holds at most 100 images.", `Shorten the list "images" of the product with products.update, then send the call again.`, false},
	LimitReached:          {http.StatusConflict, "The limit is reached", "The call would exceed a limit, which detail names: 2,000 categories, 1 MiB of category descriptions, 5,000 pages, 5,000 redirects, 50 webhooks, 500 notes on an order, 200 products and 999 pieces of each in a cart, 9007199254740991 pieces of a product; or it sets usageLimit below usageCount.", "Delete a category, page, redirect or webhook that is no longer needed, shorten the description of the category, or send the number that resolution names.", false},
	AgentsPaused:          {http.StatusConflict, "All keys of the holder are paused", "The owner has stopped all agents or programs with keys.pause_all: none of their keys works, and none is made.", "Call keys.resume_all, then send the call again.", false},
	ApprovalRequired:      {http.StatusConflict, "The call waits for approval", "The call is beyond a limit of the key, which says that a person may approve it; nothing was written. approvalId names what waits, and GET /api/v1/key says whether it was decided.", "Ask the owner of the shop to decide, and send the same call again after as many seconds as retryAfter says.", true},
	AlreadyDecided:        {http.StatusConflict, "The approval was decided", "Somebody has decided it, or its time is over.", "Leave it; approvals.list with the status pending shows what waits.", false},
	OwnKey:                {http.StatusConflict, "A key cannot change itself", "The call is about the key that it carries, of which only the name can be changed.", "Send the call with another key, or have the operator do it with storefront keys.", false},
	SecretsKeyMissing:     {http.StatusConflict, "The service has no key for secrets", "The service uses DATABASE_URL and has no STOREFRONT_SECRETS_KEY, which encrypts the secrets of webhooks and, in the answer that is kept for an Idempotency-Key, those of API keys.", "Have the operator set STOREFRONT_SECRETS_KEY and start the service again.", false},
	VersionConflict:       {http.StatusConflict, "It was changed by someone else", "It has changed since expectedUpdatedAt.", `Read it again and set "expectedUpdatedAt" to its updatedAt.`, false},
	AlreadyReverted:       {http.StatusConflict, "It was reverted already", "An entry of the audit is reverted only once.", "Leave it as it is, or revert the entry of that revert, which audit.list shows, to do it again.", false},
	RevertConflict:        {http.StatusConflict, "It was changed since", "What the entry changed was changed again. The field conflicts lists each place, with the value that the entry left and the present one.", "Leave it as it is, or find the later entries about it with audit.list and revert those first.", false},
	IdempotencyInFlight:   {http.StatusConflict, "The same call is being carried out", "Another call of this API key and operation, with this Idempotency-Key, has not ended yet.", "Send the call again after as many seconds as retryAfter says.", true},

	ValidationFailed:     {http.StatusUnprocessableEntity, "The request does not match the schema", "The body violates the schema of the operation, or a parameter in the query is unknown or wrong. The field errors lists every violation with a JSON Pointer.", "Correct each place that errors names.", false},
	SlugImmutable:        {http.StatusUnprocessableEntity, "A slug cannot be changed", "The patch contains a slug, which cannot change after creation.", `Remove "patch.slug" from the body: it cannot be changed.`, false},
	VariantRequired:      {http.StatusUnprocessableEntity, "A variant is required", "The product has several variants, and the call names none. The field allowed lists their ids.", `Set "variantId" to one of the values of allowed.`, false},
	CategoryRequired:     {http.StatusUnprocessableEntity, "A category is required", "The call names no category, and every product has one.", `Call categories.list and set "categorySlug" to the slug of a category.`, false},
	CategoryMismatch:     {http.StatusUnprocessableEntity, "categoryId and categorySlug disagree", "categoryId and categorySlug name different categories.", `Remove "categoryId" from the body, or "categorySlug".`, false},
	UnknownCategory:      {http.StatusUnprocessableEntity, "The category of the product does not exist", "No category has the slug or id that the call names.", `Call categories.list and set "categorySlug" to the slug of a category, or create it with categories.upsert.`, false},
	AmountTooLarge:       {http.StatusUnprocessableEntity, "The amount is too large", "The sum of the cart or the order exceeds 9007199254740991 ore.", "Set the quantities in the cart to fewer pieces with cart.update_quantity.", false},
	NotRevertible:        {http.StatusUnprocessableEntity, "It cannot be reverted", "The entry changed nothing, or has effects outside the shop that cannot be taken back.", "Do what the resolution says instead.", false},
	IdempotencyKeyReused: {http.StatusUnprocessableEntity, "The Idempotency-Key was used for another call", "Within the last 24 hours a call of this operation had this Idempotency-Key and another body.", "Send the call again with a new Idempotency-Key, or with the body of the first call to read its answer.", false},

	RateLimitExceeded:               {http.StatusTooManyRequests, "Too many calls", "Too many anonymous calls, or requests for documents, came from this address.", "Wait as many seconds as retryAfter says; calls with an API key draw on the bucket of the key.", true},
	AuthenticationRateLimitExceeded: {http.StatusTooManyRequests, "Too many attempts to authenticate", "Too many calls with a key that was not known to be valid came from this address.", "Wait as many seconds as retryAfter says, and send a valid key.", true},
	KeyRateLimitExceeded:            {http.StatusTooManyRequests, "Too many calls with this key", "Too many calls were made with this key.", "Wait as many seconds as retryAfter says.", true},

	InternalError:       {http.StatusInternalServerError, "The service failed", "The fault is in the service. It is not known whether something was written.", "Send the call again later, and name the instance when you report it.", true},
	ProviderFailed:      {http.StatusBadGateway, "The payment provider refused", "The payment provider has refused for certain; detail has its reason. The call moved no money.", "Do what detail says, or choose another way to pay with payments.methods.", false},
	ProviderUnavailable: {http.StatusServiceUnavailable, "The payment provider has not answered", "The payment provider was asked and has not answered yet: it is not known whether money moved. The service goes on asking.", "Read the payment with payments.get until its status has changed.", true},
	Unavailable:         {http.StatusServiceUnavailable, "The service is not available right now", "The database cannot be reached, did not answer in time, or cannot take changes (a standby, a full disk, a lock that another change holds); detail says which. Nothing was written, unless detail says that this is not known.", "Send the call again after as many seconds as retryAfter says.", true},
}

// Codes returns the codes of the catalogue, sorted by status and name.
func Codes() []Code {
	return slices.SortedFunc(maps.Keys(Catalogue), func(a, b Code) int {
		return cmp.Or(Catalogue[a].Status-Catalogue[b].Status, strings.Compare(string(a), string(b)))
	})
}
