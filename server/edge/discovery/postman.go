package discovery

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/wire"
)

// postman writes the operations as a collection for Postman: a folder for each group, a request for
// each example. Who has no key can send those that need none, and each call that writes has an
// idempotency key of its own. The format: https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html.
func (o *Options) postman(base string) ([]byte, error) {
	doc, err := decoded(gen.OpenAPIToolsJSON())
	if err != nil {
		return nil, err
	}
	var folders []any
	tags, _ := doc["tags"].([]any)
	for _, tag := range tags {
		var items []any
		for _, op := range o.Contract.Tools() {
			if op.Tag != at(tag, "name") {
				continue
			}
			requests, err := postmanItems(op, at(doc, "paths", contract.ToolPath+op.Name, "post"))
			if err != nil {
				return nil, err
			}
			items = append(items, requests...)
		}
		folders = append(folders, object{"name": at(tag, "name"), "description": at(tag, "description"), "item": items})
	}
	return wire.Marshal(object{
		"info":     object{"name": at(doc, "info", "title"), "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
		"item":     folders,
		"auth":     object{"type": "bearer", "bearer": []any{object{"key": "token", "value": "{{key}}", "type": "string"}}},
		"variable": []any{object{"key": "url", "value": base}, object{"key": "key", "value": ""}},
	})
}

// postmanItems returns the requests of an operation; the first comes with what the contract says is answered.
func postmanItems(op *contract.Operation, described any) ([]any, error) {
	headers := []any{object{"key": "Content-Type", "value": typeJSON}}
	if !op.ReadOnly {
		headers = append(headers, object{"key": "Idempotency-Key", "value": "{{$guid}}"}) // Postman makes a new one each time
	}
	path := contract.ToolPath + op.Name
	request := object{
		"method": http.MethodPost, "description": op.Description, "header": headers,
		"url": object{"raw": "{{url}}" + path, "host": []string{"{{url}}"}, "path": strings.Split(path, "/")[1:]},
	}
	if op.Anonymous {
		request["auth"] = object{"type": "noauth"}
	}
	bodies, err := examples(at(described, "requestBody"))
	if err != nil {
		return nil, err
	}
	answers, err := examples(at(described, "responses", "200"))
	if err != nil {
		return nil, err
	}
	var items []any
	for _, name := range slices.Sorted(maps.Keys(bodies)) {
		sent := maps.Clone(request)
		sent["body"] = object{"mode": "raw", "raw": bodies[name]}
		item := object{"name": op.Name, "request": sent}
		if len(bodies) > 1 {
			item["name"] = op.Name + ": " + name
		}
		if items == nil {
			var responses []any
			for _, name := range slices.Sorted(maps.Keys(answers)) {
				responses = append(responses, object{"name": name, "code": http.StatusOK, "header": headers[:1], "body": answers[name], "originalRequest": sent})
			}
			item["response"] = responses
		}
		items = append(items, item)
	}
	return items, nil
}

// examples returns the examples of a body by their names, as JSON.
func examples(described any) (map[string]string, error) {
	texts := map[string]string{}
	named, _ := at(described, "content", typeJSON, "examples").(object)
	for name, example := range named {
		text, err := wire.Marshal(at(example, "value"))
		if err != nil {
			return nil, err
		}
		texts[name] = string(text)
	}
	return texts, nil
}
