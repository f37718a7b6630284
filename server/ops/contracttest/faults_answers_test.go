package contracttest_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/http"
)

// answerFaults are in what the deployment answers.
var answerFaults = []fault{
	{name: "a field is missing", operation: "products.search", wants: `at '/result/0': missing property 'stock'`,
		answer: first(func(item object) { delete(item, "stock") })},
	{name: "a field of another type", operation: "products.get", wants: "got string, want integer",
		answer: result(func(result object) { result["priceDkk"] = "129900" })},
	{name: "null where it may not be", operation: "products.get", wants: "got null, want string",
		answer: result(func(result object) { result["name"] = nil })},
	{name: "a value that is no choice", operation: "orders.list", wants: "at '/result/0/status': value is not one of the allowed values",
		answer: first(func(item object) { item["status"] = "lost" })},
	{name: "a number below its minimum", operation: "products.search", wants: "minimum: got -1, want 0",
		answer: first(func(item object) { item["priceDkk"] = -1 })},
	{name: "a field that a closed object does not have", operation: "products.get", wants: "additional properties 'secret' not allowed",
		answer: result(func(result object) { result["faq"] = []any{object{"q": "Hvad?", "a": "Det.", "secret": 1}} })},
	{name: "ok is false in a success", operation: "categories.list", wants: "at '/ok'",
		answer: success(func(fields object) { fields["ok"] = false })},
	{name: "the envelope is missing", operation: "pages.list", wants: `at '/ok': property "ok" is missing`,
		answer: success(func(fields object) { clear(fields) })},
	{name: "no moment", operation: "pages.get", wants: `at '/result/createdAt': string doesn't match the format "date-time"`,
		answer: result(func(result object) { result["createdAt"] = "yesterday" })},
	{name: "no address", operation: "services.get", wants: `at '/result/publicUrl': string doesn't match the format "uri"`,
		answer: result(func(result object) { result["publicUrl"] = "synsproeve" })},
	{name: "a body that is cut off", operation: "site.get_page", wants: "the body is not JSON",
		answer: func(a *http.Response) { setBody(a, bodyOf(a)[:20]) }},
	{name: "X-Request-Id is missing", operation: "pages.list", wants: `response header "X-Request-Id" missing`, answer: header(200, "X-Request-Id", "")},
	{name: "X-Request-Id is no UUID", operation: "pages.list", wants: `response header "X-Request-Id" doesn't match schema`, answer: header(200, "X-Request-Id", "42")},
	{name: "RateLimit is missing", operation: "pages.list", wants: `response header "RateLimit" missing`, answer: header(200, "RateLimit", "")},
	{name: "a header that is no number", operation: "pages.list", wants: `unable to decode header "RateLimit-Remaining" value`,
		answer: header(200, "RateLimit-Remaining", "many")},
	{name: "limits that contradict each other", operation: "pages.list", wants: "RateLimit-Limit is 7, RateLimit-Policy",
		answer: header(200, "RateLimit-Limit", "7")},
	{name: "a limit that never falls", operation: "pages.list", wants: "of 60 calls are left after a call", answer: func(a *http.Response) {
		for name, value := range map[string]string{"RateLimit-Policy": `"api-key";q=60;w=60`, "RateLimit": `"api-key";r=60;t=0`,
			"RateLimit-Limit": "60", "RateLimit-Remaining": "60", "RateLimit-Reset": "0"} {
			a.Header.Set(name, value)
		}
	}},
	{name: "another media type", operation: "pages.list", wants: `the media type "text/html" is not declared`, answer: header(200, "Content-Type", "text/html")},
	{name: "a status that is not declared", operation: "pages.list", wants: "the status is 201 instead of 200", answer: status(200, 201)},
	{name: "a failure", operation: "pages.list", wants: "the service failed", answer: status(200, 500)},
	{name: "429 without Retry-After", operation: "pages.list", wants: `response header "Retry-After" missing`, answer: status(422, 429)},
	{name: "401 without WWW-Authenticate", operation: "pages.list", wants: `response header "WWW-Authenticate" missing`, answer: header(401, "WWW-Authenticate", "")},
	{name: "401 that does not say what is wrong", operation: "pages.list", wants: "without error=\"invalid_token\"",
		answer: header(401, "WWW-Authenticate", "Bearer")},
	{name: "405 without Allow", operation: "pages.list", wants: `Allow is ""`, answer: header(405, "Allow", "")},
	{name: "another list each time", operation: "discounts.list", wants: "the second item is another", answer: success(func(fields object) {
		items := fields["result"].([]any)
		rand.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
		if len(items) > 0 {
			items[0].(object)["usageCount"] = rand.IntN(1 << 30)
		}
	})},
	{name: "the wrong scope is named", operation: "pages.list", wants: "with the requiredScope pages:read",
		answer: having(403, func(fields object) { fields["requiredScope"] = "orders:read" })},
	{name: "a problem without a resolution", operation: "pages.list", wants: "the resolution is empty",
		answer: having(422, func(fields object) { fields["resolution"] = "" })},
	{name: "a problem whose error is not its detail", operation: "pages.list", wants: "error is not equal to detail",
		answer: having(400, func(fields object) { fields["error"] = "no" })},
	{name: "a problem of another call", operation: "pages.list", wants: "and X-Request-Id",
		answer: having(422, func(fields object) { fields["instance"] = "urn:uuid:01994f5e-0000-7000-8000-000000000001" })},
	{name: "a problem whose type explains nothing", operation: "pages.list", wants: "does not end in /problems/validation_failed",
		answer: having(422, func(fields object) { fields["type"] = "https://shop.example/errors" })},
	{name: "a problem with a code that is not listed", operation: "products.get", wants: `the code "order_not_found" is not listed for the status 404`,
		answer: having(404, func(fields object) { fields["code"] = "order_not_found" })},
	{name: "a problem of another status", operation: "pages.list", wants: "the problem's status is 400",
		answer: having(422, func(fields object) { fields["status"] = 400 })},
	{name: "a problem that names no field", operation: "pages.list", wants: "errors has no pointer to /noSuchField",
		answer: having(422, func(fields object) { delete(fields, "errors") })},
	{name: "a problem that says ok", operation: "pages.list", wants: "at '/ok'", answer: having(422, func(fields object) { fields["ok"] = true })},
	{name: "a problem as plain JSON", operation: "pages.list", wants: `the media type "application/json" is not declared`,
		answer: header(422, "Content-Type", "application/json")},
	{name: "the explanation of problems is missing", operation: "system.get_problem", path: "/problems/", wants: "the status is 404 instead of 200", answer: status(200, 404)},
	{name: "a document that may not be read by pages", operation: "system.llms_txt", path: "/llms.txt", wants: `response header "Access-Control-Allow-Origin" missing`,
		answer: header(200, "Access-Control-Allow-Origin", "")},
	{name: "a document that is always sent", operation: "system.llms_txt", path: "/llms.txt", wants: "the status is 200 instead of 304",
		request: func(r *http.Request) { r.Header.Del("If-None-Match") }},
	{name: "another state than ok", operation: "system.health", path: "/healthz", wants: "at '/status'",
		answer: success(func(fields object) { fields["status"] = "fine" })},
}

// status replaces a status by another.
func status(from, to int) func(*http.Response) {
	return func(a *http.Response) {
		if a.StatusCode == from {
			a.StatusCode, a.Status = to, http.StatusText(to)
		}
	}
}

// contractFaults are in the document that the deployment publishes.
var contractFaults = []fault{
	published("an operation that is gone", `"/api/v1/tools/pages.delete"`, `"/api/v1/tools/pages.remove"`, "POST /api/v1/tools/pages.delete is gone"),
	published("a narrower limit", `"maximum":100,`, `"maximum":50,`, "maximum is 50 instead of 100"),
	published("a choice that is gone", `"percent","fixed"`, `"percent"`, "no longer accepts [fixed]"),
	published("a field that may be missing", `"required":["id","slug","title","status","updatedAt"]`, `"required":["id","slug","title","status"]`,
		"updatedAt may be missing now"),
	published("a deprecation that no answer shows", `"operationId":"system.health"`, `"deprecated":true,"operationId":"system.health"`,
		"the header Deprecation is missing"),
	published("no call without a key", `"security":[{},{"bearer":["catalog:read"]}]`, `"security":[{"bearer":["catalog:read"]}]`, "a key is needed now"),
}

// published is a fault in the text of the document, which has no white space.
func published(name, is, becomes, wants string) fault {
	return fault{name: name, operation: "system.health", path: "/openapi.json", wants: wants, answer: func(a *http.Response) {
		var text bytes.Buffer
		if json.Compact(&text, bodyOf(a)) == nil {
			setBody(a, bytes.ReplaceAll(text.Bytes(), []byte(is), []byte(becomes)))
		}
	}}
}
