package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/server/platform/wire"
)

// sample returns a value that fits s, with every field that s names.
func sample(s *openapi3.Schema) any {
	switch {
	case len(s.Examples) > 0:
		return s.Examples[0]
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.Default != nil:
		return s.Default
	case len(s.AnyOf) > 0 && s.Type.IsEmpty():
		return sample(s.AnyOf[0].Value)
	case s.Type.Includes("object"):
		object := map[string]any{}
		for name, p := range s.Properties {
			object[name] = sample(p.Value)
		}
		if a := s.AdditionalProperties.Schema; a != nil {
			object["key"] = sample(a.Value)
		}
		return object
	case s.Type.Includes("array"):
		return []any{sample(s.Items.Value)}
	case s.Type.Includes("string"):
		return strings.Repeat("a", int(max(s.MinLength, 1)))
	case s.Type.Includes("boolean"):
		return true
	}
	return 1
}

// raws are values that are tried in every place of a body.
var raws = func() []string {
	list := strings.Fields(`null true false 0 -0 1 -1 5.0 5.5 1e2 100 101 1.0e0 0.5 -0.0 10000 10001 1e4 10000.5
		9007199254740991 9007199254740992 9007199254740991.0 -9007199254740991 -9007199254740992 12345678901234567890
		1e18 1e300 1.1e300 -1e300 -1e301 1e400 -1e400 1E-400 {} [] [[]] [{}] [null] [true] {"a":1} {"a":null} {"":""} [1,[2]] [[[[1]]]]`)
	for _, text := range []string{
		"", " ", "\n\t", "a", " a", "a ", "ab", "a b", "abc", "  abc  ", "\u00a0", "\u00a0a\u00a0", "\u2003\u2003ab", "\v\v\v", "e\u0301", "e\u0301e\u0301",
		"\x00", "a\x00b", "\x00abcdefghij", "1", "true", "null", "percent", " percent", "fixed", "paid", "published", "Ab", "a_b", "æø", "😀😀",
		"a........b", "a         b", " a       b ", "\u00a0a       b", "2026-11-01T09:30Z", " 2026-11-01T09:30Z ", "2026-02-29T00:00Z", "2024-02-29T23:59:59.123Z",
		"2026-11-01T24:00Z", "2026-11-01", "2026-11-01T09:30+01:00", "freja@example.com", " freja@example.com", "freja", "a@b@c", "https://a.example/b.jpg",
		" https://a.example/b.jpg", "http://a.example/b.jpg", "HTTPS://a.example", "a.jpg", "https://a b", "\u0958\u0958", "<&>\u2028", "\u200b", "a\u200b", "a\nb", "freja@example.com\u2060", "\ufeffhttps://a.example/b.jpg", "👨\u200d👩",
	} {
		list = append(list, string(wire.String(text)))
	}
	keys := func(n, length int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"%0*d":"a"`, length, i)
		}
		return "{" + b.String()[1:] + "}"
	}
	items := func(n int, item string) string { return "[" + strings.Repeat(item+",", n-1) + item + "]" }
	return append(list, keys(500, 3), keys(501, 3), keys(1, 200), keys(1, 201), `{"a\u0000":"a"}`, `{" `+strings.Repeat("a", 200)+`":"a"}`,
		items(100, `"https://a.example/b.jpg"`), items(101, `"https://a.example/b.jpg"`), items(500, `1`), items(501, `1`),
		items(100, `{"q":"a","a":"b"}`), items(101, `{"q":"a","a":"b"}`), items(1, `{"q":"a"}`), items(1, `{"q":"a","a":"b","c":1}`),
		strings.Repeat("[", 70)+strings.Repeat("]", 70), strings.Repeat(`{"a":`, 70)+"1"+strings.Repeat("}", 70))
}()

// lengths returns texts with lengths around the limits of s.
func lengths(s *openapi3.Schema) (list []string) {
	add := func(text string) { list = append(list, string(wire.String(text))) }
	about := []int{int(s.MinLength)}
	if s.MaxLength != nil {
		about = append(about, int(*s.MaxLength))
	}
	for _, n := range about {
		for _, n := range []int{n - 1, n, n + 1} {
			if n < 1 {
				continue
			}
			add(strings.Repeat("a", n))
			add("  " + strings.Repeat("a", n) + " ")
			if n > 5000 {
				continue // the other validator's regular expressions take 12 ms each
			}
			add(strings.Repeat("æ", n))
			add(strings.Repeat("e\u0301", n))
			if n > 20 {
				add("https://a.example/" + strings.Repeat("a", n-18))
				add("a@" + strings.Repeat("b", n-2))
			}
		}
	}
	return list
}

// mutations calls emit with body changed in one place, for every place and every
// change; s is the schema of body, or nil if there is none.
func mutations(body any, s *openapi3.Schema, emit func(any)) {
	for _, raw := range raws {
		emit(json.RawMessage(raw))
	}
	if s != nil && s.Type.Includes("string") {
		for _, raw := range lengths(s) {
			emit(json.RawMessage(raw))
		}
	}
	switch body := body.(type) {
	case map[string]any:
		with := func(name string, value any) map[string]any {
			changed := maps.Clone(body)
			changed[name] = value
			return changed
		}
		for _, name := range slices.Sorted(maps.Keys(body)) {
			changed := maps.Clone(body)
			delete(changed, name)
			emit(changed)
			emit(with(name+"x", 1))
			mutations(body[name], property0(s, name), func(v any) { emit(with(name, v)) })
		}
		for _, name := range []string{"unknown", "", "Slug", "a/b~c", " slug", "a\x00"} {
			emit(with(name, "a"))
		}
	case []any:
		emit(append(slices.Clone(body), "a"))
		for i, element := range body {
			var items *openapi3.Schema
			if s != nil && s.Items != nil {
				items = s.Items.Value
			}
			mutations(element, items, func(v any) {
				changed := slices.Clone(body)
				changed[i] = v
				emit(changed)
			})
		}
	}
}

// property0 returns the schema of a field of s, following references.
func property0(s *openapi3.Schema, name string) *openapi3.Schema {
	switch {
	case s == nil:
		return nil
	case s.Properties[name] != nil:
		p := s.Properties[name].Value
		if p.Type.IsEmpty() && len(p.AnyOf) > 0 {
			return p.AnyOf[0].Value
		}
		return p
	case s.AdditionalProperties.Schema != nil:
		return s.AdditionalProperties.Schema.Value
	}
	return nil
}
