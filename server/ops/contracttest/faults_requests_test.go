package contracttest_test

import (
	"net/http"
	"strings"
	"sync"
)

// acceptedFaults are in what the deployment accepts, or refuses.
var acceptedFaults = []fault{
	{name: "an unknown field is accepted", operation: "discounts.list", wants: "the status is 200 instead of 422",
		request: sent(func(fields object) { delete(fields, "noSuchField") })},
	{name: "a missing field is accepted", operation: "pages.get", wants: "errors has no pointer to /slug", request: sent(func(fields object) {
		if _, ok := fields["slug"]; !ok {
			fields["slug"] = "none"
		}
	})},
	{name: "what is not JSON is accepted", operation: "pages.list", wants: "the status is 422 instead of 400",
		request: sentText(func(text string) string { return strings.Replace(text, "}}", "}", 1) })},
	{name: "an empty body is accepted", operation: "pages.list", wants: "the status is 200 instead of 400", request: sentText(func(text string) string {
		if text == "" {
			return "{}"
		}
		return text
	})},
	{name: "every media type is accepted", operation: "pages.list", wants: "the status is 422 instead of 415", request: func(r *http.Request) {
		if r.Method == http.MethodPost {
			r.Header.Set("Content-Type", "application/json")
		}
	}},
	{name: "a huge body is accepted", operation: "pages.list", wants: "the status is 422 instead of 413", request: sentText(strings.TrimSpace)},
	{name: "a limit is not kept", operation: "products.search", wants: "items, with the limit 1", request: sent(func(fields object) {
		if fields["limit"] == 1.0 {
			fields["limit"] = 2
		}
	})},
	{name: "an offset is ignored", operation: "services.list", wants: "asked for alone", request: sent(func(fields object) {
		if fields["limit"] == 1.0 {
			delete(fields, "offset")
		}
	})},
	{name: "what is listed is not found", operation: "products.get", wants: "the status is 404 instead of 200",
		request: sent(func(fields object) { fields["slug"] = "gone" })},
	{name: "what does not exist is found", operation: "pages.get", wants: "the status is 200 instead of 404", request: sent(func(fields object) {
		if fields["slug"] == "no-such-name" {
			fields["slug"] = "om-os"
		}
	})},
	{name: "an unknown parameter is accepted", operation: "system.list_tools", path: "/api/v1/tools", wants: "the status is 200 instead of 422",
		request: func(r *http.Request) { r.URL.RawQuery = "" }},
	{name: "an unknown name is found", operation: "system.get_problem", path: "/problems/", wants: "the status is 200 instead of 404",
		request: func(r *http.Request) { r.URL.Path = "/problems/invalid_json" }},
}

// callerFaults are in who may call.
func callerFaults(key, narrow string) []fault {
	return []fault{
		{name: "no key is needed", operation: "pages.list", wants: "the status is 422 instead of 401", request: func(r *http.Request) {
			if r.Header.Get("Authorization") == "" {
				r.Header.Set("Authorization", "Bearer "+key)
			}
		}},
		{name: "a key that does not exist is ignored", operation: "site.list_pages", wants: "the status is 422 instead of 401", request: func(r *http.Request) {
			if strings.HasPrefix(r.Header.Get("Authorization"), "Bearer sfk_0000") {
				r.Header.Del("Authorization")
			}
		}},
		{name: "a scope is not asked for", operation: "pages.list", wants: "the status is 422 instead of 403", request: func(r *http.Request) {
			if r.Header.Get("Authorization") == "Bearer "+narrow {
				r.Header.Set("Authorization", "Bearer "+key)
			}
		}},
		{name: "a key that has the scope is refused", operation: "pages.list", wants: "the key has the scope pages:read", request: func(r *http.Request) {
			if r.Header.Get("Authorization") == "Bearer "+key {
				r.Header.Set("Authorization", "Bearer "+narrow)
			}
		}},
		{name: "a call without a key is refused", operation: "site.list_pages", wants: "the status is 401 instead of 200", request: func(r *http.Request) {
			if r.Header.Get("Authorization") == "" {
				r.Header.Set("Authorization", "Bearer none")
			}
		}},
	}
}

// writeFaults are in what changes something.
func writeFaults() []fault {
	var mu sync.Mutex
	created := 0
	return []fault{
		{name: "a result without a name", operation: "products.create", wants: `at '/result/slug': property "slug" is missing`,
			answer: result(func(result object) { delete(result, "slug") })},
		{name: "a name twice", operation: "discounts.create", wants: "the status is 200 instead of 409", request: sent(func(fields object) {
			mu.Lock()
			defer mu.Unlock()
			created++
			if code, ok := fields["code"].(string); ok && len(code) < 50 {
				fields["code"] = code + strings.Repeat("x", created%10)
			}
		})},
		{name: "a right change is refused", operation: "services.update", wants: "the contract has this body as an example", request: sent(func(fields object) {
			if patch, ok := fields["patch"].(object); ok && patch["priceString"] != nil {
				patch["price"] = patch["priceString"]
			}
		})},
		{name: "a removal that removes nothing", operation: "pages.delete", wants: "the status is 200 instead of 404", answer: func(a *http.Response) {
			if a.StatusCode == http.StatusNotFound {
				a.StatusCode = http.StatusOK
				a.Header.Set("Content-Type", "application/json")
				setBody(a, []byte(`{"ok":true,"result":{"ok":true,"slug":"a"}}`))
			}
		}},
		{name: "a right creation fails", operation: "categories.upsert", wants: "the service failed", answer: status(200, 500)},
	}
}
