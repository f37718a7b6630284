package openapi_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
)

// Every field of every request and result has a description, which names the
// unit of an amount of money.
func TestEveryFieldIsDescribed(t *testing.T) {
	t.Parallel()
	money, unit := regexp.MustCompile(`(Dkk|Oere)$`), regexp.MustCompile(`\bore\b`)
	seen := 0
	tools(t, func(t *testing.T, _ string, op *openapi3.Operation) {
		request := op.RequestBody.Value.Content["application/json"].Schema
		reply := op.Responses.Value("200").Value.Content["application/json"].Schema
		for _, s := range []*openapi3.SchemaRef{request, reply} {
			everyField(s, "", func(path, name string, field *openapi3.Schema) {
				seen++
				if len(field.Description) < 5 {
					t.Errorf("%s is not described", path)
				}
				if field.Type.Includes("integer") && money.MatchString(name) && (!unit.MatchString(field.Description) || field.Extensions["x-unit"] != "ore") {
					t.Errorf("%s does not say that it is in ore: %s, x-unit %v", path, field.Description, field.Extensions["x-unit"])
				}
			})
		}
	})
	if seen < 200 {
		t.Errorf("%d fields", seen)
	}
}

func everyField(s *openapi3.SchemaRef, path string, fn func(path, name string, field *openapi3.Schema)) {
	if s == nil {
		return
	}
	for name, field := range s.Value.Properties {
		fn(path+"/"+name, name, field.Value)
		everyField(field, path+"/"+name, fn)
	}
	everyField(s.Value.Items, path, fn)
	everyField(s.Value.AdditionalProperties.Schema, path, fn)
}

// Some MCP hosts refuse a description of over 1,024 characters. It begins with
// the name of the operation, and says at its end when the operation is
// deprecated.
func TestEveryDescriptionFitsWhereToolsAreListed(t *testing.T) {
	t.Parallel()
	c, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range c.Tools() {
		if n := utf8.RuneCountInString(op.Name + ": " + op.Description); n > 1000 {
			t.Errorf("%s is described in %d characters, at most 1,000", op.Name, n)
		}
	}
}

// The description of every list operation names the order and the maximum
// number.
func TestEveryListStatesItsOrderAndItsMaximum(t *testing.T) {
	t.Parallel()
	order := regexp.MustCompile(`\b\w+ first\b|by name|by title|in the order of`)
	lists := 0
	tools(t, func(t *testing.T, _ string, op *openapi3.Operation) {
		result := op.Responses.Value("200").Value.Content["application/json"].Schema.Value.Properties["result"].Value
		if page := result.Properties["items"]; !result.Type.Is("array") && (page == nil || !page.Value.Type.Is("array")) || result.Properties["id"] != nil || result.Properties["cartId"] != nil {
			return // an order and a cart have items and are not lists
		}
		lists++
		if !order.MatchString(op.Description) || !strings.Contains(op.Description, "at most") {
			t.Errorf("say the order, as \"newest first\" or \"by name\", and how many there are at most: %s", op.Description)
		}
	})
	if lists < 7 {
		t.Errorf("%d lists", lists)
	}
}

// What an agent would try in vain is said where it reads about the operation.
func TestDescriptionsSayWhatCannotBeDone(t *testing.T) {
	t.Parallel()
	c, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	for name, texts := range map[string][]string{
		"products.create":       {"no drafts", "slug cannot be changed"},
		"products.update":       {"set, not added to", "slug cannot be changed"},
		"products.attach_image": {"No file can be uploaded", "not fetched"},
		"categories.list":       {"no hierarchy"},
		"categories.upsert":     {"slug cannot be renamed", "no parent"},
		"categories.delete":     {"only audit.revert restores it"},
		"orders.list":           {"No filter is by payment"},
		"orders.get":            {"Addresses and items cannot be changed"},
		"orders.update_status":  {"no mail is sent", "payments.refund"},
		"discounts.list":        {"not by whom"},
		"discounts.create":      {"no least amount", "code and type cannot be changed"},
		"pages.upsert":          {"cannot be scheduled", "slug cannot be renamed", "audit.revert brings back an earlier text"},
		"pages.delete":          {"only audit.revert restores it"},
		"pages.get_layout":      {"pages.set_layout sets it"},
		"services.create":       {"nobody can book it", "slug cannot be changed"},
		"services.update":       {"slug cannot be changed"},
	} {
		op := c.Tool(name)
		for _, text := range texts {
			if !strings.Contains(strings.Join(strings.Fields(op.Description), " "), text) {
				t.Errorf("%s does not say %q: %s", name, text, op.Description)
			}
		}
	}
}
