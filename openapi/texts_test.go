package openapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/server/platform/schema"
)

// requestTexts calls fn for each text in the request of an operation, and in the props of the sections of pages, with its
// place. It leaves out those of fixed values.
func requestTexts(t *testing.T, fn func(where string, s *openapi3.Schema)) {
	t.Helper()
	found := 0
	var descend func(where string, s *openapi3.Schema)
	descend = func(where string, s *openapi3.Schema) {
		found++
		if (s.Type.Includes("string") || s.Type.IsEmpty() && s.Not != nil) && s.Enum == nil {
			fn(where, s)
		}
		for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
			descend(where+"."+name, s.Properties[name].Value)
		}
		if s.Items != nil {
			descend(where+"[]", s.Items.Value)
		}
		if s.AdditionalProperties.Schema != nil {
			descend(where+".*", s.AdditionalProperties.Schema.Value)
		}
	}
	doc := load(t)
	for path, item := range doc.Paths.Map() {
		if item.Post != nil && item.Post.RequestBody != nil && strings.Contains(path, "/tools/") {
			descend(item.Post.OperationID, item.Post.RequestBody.Value.Content["application/json"].Schema.Value)
		}
	}
	for name, s := range doc.Components.Schemas {
		if strings.HasPrefix(name, "Section") && s.Value.Type.Is("object") && s.Value.AdditionalProperties.Has != nil {
			descend(name, s.Value)
		}
	}
	if found < 400 {
		t.Errorf("only %d schemas were found", found)
	}
}

// matched are the names of the fields that are matched rather than read.
var matched = regexp.MustCompile(`(?i)(slug|slugs\[\]|id|ids\[\]|code|email|phone|phoneNumber|zip|cursor|url|path|href|key|trackingNumber|timezone|\.q|prefix)$`)

// read are those of such names that are read.
var read = regexp.MustCompile(`(faq\[\]\.q|\.sourceId|\.acpSessionId)$`)

// Every text says how its lines and its invisible characters are kept, unless it is a short one to be read.
func TestEveryTextSaysHowItIsKept(t *testing.T) {
	t.Parallel()
	requestTexts(t, func(where string, s *openapi3.Schema) {
		free := s.Format == "" && (s.Pattern == "" || strings.HasPrefix(s.Pattern, `^[^\x00]`))
		said := s.Extensions["x-text"]
		const longLine = 500
		switch {
		case !free && said != nil:
			t.Errorf("%s has x-text: %v beside a format, or a pattern of few characters: these are codes already", where, said)
		case free && said != "code" && matched.MatchString(where) && !read.MatchString(where):
			t.Errorf("%s is matched rather than read: give it x-text: code", where)
		case free && said == nil && (s.MaxLength == nil || *s.MaxLength > longLine):
			t.Errorf("%s is long: give it x-text: lines if its line breaks stay, or else x-text: code", where)
		}
	})
}

// public are the texts that the shop shows: all of the sections of pages, and these of the operations.
var public = regexp.MustCompile(`^Section\w+\.|` +
	`^products\.(create|update\.patch|bulk_upsert\.items\[\])\.(name|description|brand|frameColor|lensColor|answerSummary|faq\[\]\.[qa]|useCases\[\]\.(title|description)|attributes\.\*(\[\])?|comparisonFacts\.\*)$|` +
	`^services\.(create|update\.patch)\.(title|body|shortDescription|priceString|features\[\])$|^pages\.(upsert|preview)\.(title|body|metaDescription)$|` +
	`^products\.attach_image\.(alt|sourceId)$|^images\.upload\.alt$|^categories\.upsert\.(name|description)$|^settings\.update_branding\.patch\.(storeName|tagline|announcement)$|` +
	`^settings\.update_search\.synonyms\[\]\[\]$|^marketing\.create_campaign\.announcement$|^redirects\.import\.csv$|^(products|categories)\.import\.text$`)

// asked are the texts by which something is looked for, those of an order, which are erased with it, and the names of keys and files.
var asked = regexp.MustCompile(`^(products\.(search|facets)|analytics\.(sales_over_time|low_stock)|audit\.revert)\.|` +
	`^keys\.(create|update\.patch)\.name$|^images\.upload\.fileName$|^orders\.create\.(shipping(Name|Address|City)|billing(Name|Address|City)|paymentMethod|aiAgentSource|acpSessionId)$|^orders\.(set_tracking|update_status)\.carrier$`)

// Every text of a request that somebody writes for readers is one for the public, or a note for those who run the shop, in which people
// may be named: customer.erase takes these out.
func TestEveryNoteIsMarked(t *testing.T) {
	t.Parallel()
	requestTexts(t, func(where string, s *openapi3.Schema) {
		free := s.Format == "" && s.Extensions["x-text"] != "code" && (s.Pattern == "" || strings.HasPrefix(s.Pattern, `^[^\x00]`))
		switch note := s.Extensions["x-note"] == true; {
		case note && !free, note && public.MatchString(where):
			t.Errorf("%s is no note", where)
		case free && !note && !public.MatchString(where) && !asked.MatchString(where):
			t.Errorf("%s is for those who run the shop: give it x-note: true; or for everybody: add it to public", where)
		}
	})
}

const (
	unseen   = "\u200b\u00ad\u2060\ufeff\u202e\u3164\u115f\u180e\U000e0061"
	allBlank = unseen + " \u00a0\u2800\t\ufe0f"
)

// What nobody sees is nothing at the ends of a text, and nothing at all in a code; in a line a line break is a space.
func TestTextsAreKeptWithoutWhatNobodySees(t *testing.T) {
	t.Parallel()
	requestTexts(t, func(where string, s *openapi3.Schema) {
		compiled, err := schema.Compile(&openapi3.Schema{Type: &openapi3.Types{"object"}, Properties: openapi3.Schemas{"f": {Value: s}}})
		if err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		kept := func(text string) string {
			body, err := json.Marshal(map[string]string{"f": text})
			if err != nil {
				t.Fatal(err)
			}
			out, faults, err := compiled.Check(body)
			var said []string
			for _, f := range faults {
				said = append(said, f.Code)
			}
			if err != nil || len(said) > 0 {
				return fmt.Sprint(err, said)
			}
			var read map[string]string
			if err := json.Unmarshal(out, &read); err != nil {
				t.Fatal(err)
			}
			return read["f"]
		}
		same := func(text, as string) {
			t.Helper()
			if got, want := kept(text), kept(as); got != want {
				t.Errorf("%s: %q is kept as %q, want %q", where, text, got, want)
			}
		}
		good := strings.Repeat("a", max(12, int(s.MinLength)))[:min(12, int(*s.MaxLength))]
		if len(s.Examples) > 0 {
			if example, ok := s.Examples[0].(string); ok {
				good = example
			}
		}
		same(unseen, "")
		same(allBlank, "")
		same(unseen+good+unseen, good)
		switch way := s.Extensions["x-text"]; {
		case way == "code" || s.Format != "" || s.Pattern != "" && !strings.HasPrefix(s.Pattern, `^[^\x00]`):
			same(good[:1]+unseen+good[1:], good)
		case way == "lines":
			same("aaaa\r\nbbbb\u2028cccc"+unseen, "aaaa\r\nbbbb\u2028cccc")
			if got := kept("aaaa\nbbb\u200dbb"); got != "aaaa\nbbb\u200dbb" {
				t.Errorf("%s: the lines are kept as %q", where, got)
			}
		default:
			same("a\r\n b\vc\fd\u0085e\u2028f\u2029g\rh\n\ni", "a b c d e f g h i")
			if got := kept("a👨\u200d👩 \u200bb c"); *s.MaxLength > 20 && got != "a👨\u200d👩 \u200bb c" {
				t.Errorf("%s: what is inside is kept as %q", where, got)
			}
		}
	})
}
