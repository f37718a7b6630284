package problem

import "net/http"

// Code is the stable name of a problem.
type Code string

// The codes of the service. Catalogue says what each means.
const (
	InvalidJSON                     Code = "invalid_json"
	BodyRequired                    Code = "body_required"
	AuthenticationRequired          Code = "authentication_required"
	InvalidKey                      Code = "invalid_key"
	InsufficientScope               Code = "insufficient_scope"
	OriginNotAllowed                Code = "origin_not_allowed"
	EndpointNotFound                Code = "endpoint_not_found"
	ToolNotFound                    Code = "tool_not_found"
	ProductNotFound                 Code = "product_not_found"
	CategoryNotFound                Code = "category_not_found"
	OrderNotFound                   Code = "order_not_found"
	DiscountNotFound                Code = "discount_not_found"
	PageNotFound                    Code = "page_not_found"
	ServiceNotFound                 Code = "service_not_found"
	ProblemNotFound                 Code = "problem_not_found"
	MethodNotAllowed                Code = "method_not_allowed"
	NotAcceptable                   Code = "not_acceptable"
	BodyTooLarge                    Code = "body_too_large"
	UnsupportedMediaType            Code = "unsupported_media_type"
	SlugTaken                       Code = "slug_taken"
	CodeTaken                       Code = "code_taken"
	CategoryNotEmpty                Code = "category_not_empty"
	IllegalTransition               Code = "illegal_transition"
	OrderChanged                    Code = "order_changed"
	TooManyImages                   Code = "too_many_images"
	LimitReached                    Code = "limit_reached"
	VersionConflict                 Code = "version_conflict"
	ValidationFailed                Code = "validation_failed"
	SlugImmutable                   Code = "slug_immutable"
	CategoryRequired                Code = "category_required"
	CategoryMismatch                Code = "category_mismatch"
	UnknownCategory                 Code = "unknown_category"
	RateLimitExceeded               Code = "rate_limit_exceeded"
	AuthenticationRateLimitExceeded Code = "authentication_rate_limit_exceeded"
	KeyRateLimitExceeded            Code = "key_rate_limit_exceeded"
	InternalError                   Code = "internal_error"
	Unavailable                     Code = "unavailable"
)

// Kind is what is the same for every problem of a code.
type Kind struct {
	Status    int    // the HTTP status
	Title     string // one short sentence
	Meaning   string // when it is given
	Action    string // what to do, in general; a problem's resolution is about the case at hand
	Retryable bool   // whether the same call may succeed later
}

// Catalogue holds every code. docs/errors.md is generated from it, and a test
// compares it with the contract.
var Catalogue = map[Code]Kind{
	InvalidJSON:  {http.StatusBadRequest, "The body is not valid JSON", "The bytes of the body are not one JSON object: wrong syntax, text that is not UTF-8, a name that stands twice, half a surrogate pair, nesting deeper than 64, or something behind the object.", "Send one JSON object in UTF-8, with each name once and nothing behind it.", false},
	BodyRequired: {http.StatusBadRequest, "A body is required", "The call has no body. Every operation takes a JSON object, be it an empty one.", "Send a JSON object; {} when the operation needs nothing.", false},

	AuthenticationRequired: {http.StatusUnauthorized, "An API key is required", "The operation is not open to anonymous callers and no key was sent.", `Send "Authorization: Bearer <key>".`, false},
	InvalidKey:             {http.StatusUnauthorized, "The API key is not valid", "The Authorization header holds no key that is in force: it is malformed, unknown, expired or revoked. A bad key is refused on anonymous operations too.", "Send a key that is in force, or leave the header out on an anonymous operation.", false},

	InsufficientScope: {http.StatusForbidden, "The key lacks a scope", "The key is valid, but it does not hold the one scope that the operation needs; requiredScope names it.", "Ask the owner of the shop for a key with the scope that requiredScope names.", false},

	OriginNotAllowed: {http.StatusForbidden, "Pages of this origin may not call here", "The request comes from a page of another site: its Origin header names neither the service itself, nor the loopback, nor an origin of STOREFRONT_ALLOWED_ORIGINS.", "Send no Origin header, or have the operator add the origin to STOREFRONT_ALLOWED_ORIGINS.", false},

	EndpointNotFound: {http.StatusNotFound, "There is nothing at this address", "No operation or document is served at this path.", "Read /openapi.json to see which paths there are.", false},
	ToolNotFound:     {http.StatusNotFound, "There is no such tool", "No operation has this name.", "Read /api/v1/tools to see which operations there are.", false},
	ProductNotFound:  {http.StatusNotFound, "There is no such product", "No live product has this slug; a deleted one is not found either.", "Call products.search to find the product's slug.", false},
	CategoryNotFound: {http.StatusNotFound, "There is no such category", "No category has this slug.", "Call categories.list to see the categories.", false},
	OrderNotFound:    {http.StatusNotFound, "There is no such order", "No order has this id.", "Call orders.list to find the order's id.", false},
	DiscountNotFound: {http.StatusNotFound, "There is no such discount", "No discount has this code.", "Call discounts.list to see the codes.", false},
	PageNotFound:     {http.StatusNotFound, "There is no such page", "No page has this slug, or it is a draft that this caller may not see.", "Call pages.list, or site.list_pages without a key, to see the pages.", false},
	ServiceNotFound:  {http.StatusNotFound, "There is no such service", "No service has this slug, or it is a draft that this caller may not see.", "Call services.list to see the services.", false},
	ProblemNotFound:  {http.StatusNotFound, "There is no such problem", "No problem has this code.", "Take the code from a problem document.", false},

	MethodNotAllowed:     {http.StatusMethodNotAllowed, "This method is not allowed here", "The address takes another method; the Allow header names it. Every tool is called with POST.", "Send the call again with a method that the Allow header names.", false},
	NotAcceptable:        {http.StatusNotAcceptable, "The answer would not be accepted", "The Accept header leaves out the form in which the address answers.", `Send "Accept: application/json, text/event-stream".`, false},
	BodyTooLarge:         {http.StatusRequestEntityTooLarge, "The body is too large", "The body is larger than 1 MiB.", "Send at most 1 MiB.", false},
	UnsupportedMediaType: {http.StatusUnsupportedMediaType, "The body is not declared as JSON", "The Content-Type is missing or is not application/json.", `Send "Content-Type: application/json".`, false},

	SlugTaken:         {http.StatusConflict, "The slug is taken", "Another live thing of this kind has the slug.", "Choose another slug, or change the thing that has it.", false},
	CodeTaken:         {http.StatusConflict, "The code is taken", "A discount with this code exists; codes do not differ by case.", "Choose another code.", false},
	CategoryNotEmpty:  {http.StatusConflict, "The category still has products", "A category can only be deleted when no live product belongs to it.", "Move its products with products.update, or delete them, first.", false},
	IllegalTransition: {http.StatusConflict, "The order cannot take this status now", "The order's status, or a fact such as a missing payment, does not allow the move. The field allowed lists the statuses that it may take now.", "Choose one of the statuses in allowed.", false},
	OrderChanged:      {http.StatusConflict, "The order was changed by someone else", "Two calls moved the order at once and the other one won.", "Call orders.get and decide anew.", true},
	TooManyImages:     {http.StatusConflict, "The product has too many images", "A product holds at most 100 images.", "Replace the images with products.update.", false},
	LimitReached:      {http.StatusConflict, "There are too many of them", "The shop holds as many things of this kind as it can: 2,000 categories or 5,000 pages.", "Delete one that is no longer needed.", false},
	VersionConflict:   {http.StatusConflict, "It was changed by someone else", "It is not what it was at expectedUpdatedAt.", "Read it again, and send the change with its new updatedAt.", false},

	ValidationFailed: {http.StatusUnprocessableEntity, "The body does not fit the operation", "The body is a JSON object, but it breaks the schema of the operation. The field errors lists every fault with a JSON Pointer.", "Correct each place that errors names.", false},
	SlugImmutable:    {http.StatusUnprocessableEntity, "A slug cannot be changed", "The patch holds a slug; the slug of a thing stays what it was at creation.", "Leave slug out of patch.", false},
	CategoryRequired: {http.StatusUnprocessableEntity, "A category is required", "A product belongs to a category, and the call names none.", "Add categorySlug or categoryId.", false},
	CategoryMismatch: {http.StatusUnprocessableEntity, "categoryId and categorySlug disagree", "The two name different categories.", "Send only one of categoryId and categorySlug.", false},
	UnknownCategory:  {http.StatusUnprocessableEntity, "There is no such category to put it in", "The category that the product should belong to does not exist.", "Create it with categories.upsert, or choose one that categories.list shows.", false},

	RateLimitExceeded:               {http.StatusTooManyRequests, "Too many calls", "The bucket of anonymous calls from this address is empty.", "Wait as long as Retry-After says, or send an API key.", true},
	AuthenticationRateLimitExceeded: {http.StatusTooManyRequests, "Too many attempts to authenticate", "Too many calls with a key that was not known to be good came from this address.", "Wait as long as Retry-After says, and check the key.", true},
	KeyRateLimitExceeded:            {http.StatusTooManyRequests, "Too many calls with this key", "The bucket of this key is empty.", "Wait as long as Retry-After says.", true},

	InternalError: {http.StatusInternalServerError, "Something went wrong on our side", "The fault is in the service. Nothing was written.", "Send the call again later, and name the instance when you report it.", true},
	Unavailable:   {http.StatusServiceUnavailable, "The service is not available right now", "The database cannot be reached or did not answer in time. Nothing was written, unless the detail says that this is not known.", "Send the call again after as many seconds as Retry-After says.", true},
}
