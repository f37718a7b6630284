package resolutions_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/schema"
)

// place is a place in a body: a field of an object, or an element of a list.
type place struct {
	in  *place // nil: the body itself
	key string // the name of the field, or the index
	r   *request
}

// at returns the place that a JSON Pointer means. Of a very long name it has the
// beginning.
func at(r *request, pointer string) *place {
	p := &place{r: r}
	if pointer == "" {
		return p
	}
	for key := range strings.SplitSeq(pointer[1:], "/") {
		key = strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
		if head, cut := strings.CutSuffix(key, "…"); cut {
			for name := range asObject(p.value()) {
				if strings.HasPrefix(name, head) {
					key = name
				}
			}
		}
		p = &place{in: p, key: key, r: r}
	}
	return p
}

// beside returns the pointers of the fields of a name beside one with a text.
func beside(v any, text, name, pointer string) (all []string) {
	switch v := v.(type) {
	case object:
		for key, value := range v {
			if value == text {
				all = append(all, pointer+"/"+name)
			}
			all = append(all, beside(value, text, name, pointer+"/"+key)...)
		}
	case []any:
		for i, value := range v {
			all = append(all, beside(value, text, name, pointer+"/"+strconv.Itoa(i))...)
		}
	}
	return all
}

func (p *place) value() any {
	if p.in == nil {
		return p.r.args
	}
	switch in := p.in.value().(type) {
	case object:
		return in[p.key]
	case []any:
		return in[atoi(p.key)]
	}
	return nil
}

func (p *place) set(v any) {
	if p.in == nil {
		p.r.args = asObject(v)
		return
	}
	switch in := p.in.value().(type) {
	case object:
		in[p.key] = v
	case []any:
		in[atoi(p.key)] = v
	default:
		p.in.set(object{p.key: v})
	}
}

// remove leaves the field or the element out. A list of which nothing is left was
// all that the call was for.
func (p *place) remove() {
	switch in := p.in.value().(type) {
	case object:
		delete(in, p.key)
	case []any:
		i := atoi(p.key)
		p.in.set(slices.Delete(in, i, i+1))
		p.r.done = len(in) == 1
	}
}

func (p *place) sibling(key string) *place { return &place{in: p.in, key: key, r: p.r} }

// rename gives the field another name.
func (p *place) rename(name string) {
	value := p.value()
	p.remove()
	p.sibling(name).set(value)
}

// correct changes the body of a call.
func (a *agent) correct(c schema.Correction, r *request, known read) {
	a.t.Helper()
	pointers := []string{c.At}
	if c.Beside != "" {
		pointers = beside(r.args, c.Beside, c.At, "")
	}
	for _, pointer := range pointers {
		p := at(r, pointer)
		switch {
		case c.Do == schema.Remove:
			p.remove()
		case c.Do == schema.Rename:
			p.rename(c.Other)
		case c.Do == schema.Move:
			value := p.value()
			p.remove()
			(&place{in: p.sibling(c.Other), key: p.key, r: r}).set(value)
		case c.Do == schema.Unwrap:
			value := asObject(p.value())
			p.remove()
			for name, inner := range value {
				p.sibling(name).set(inner)
			}
		case c.Do == schema.Merge:
			merge(asObject(p.sibling(c.Other).value()), asObject(p.value()))
			p.remove()
		case c.Do == schema.Shrink:
			r.body = nil
			for len(encoded(a.t, p.value())) > c.Count {
				halveLongest(asObject(p.value()))
			}
		case c.Name:
			p.rename(textOf(a.changed(&c, p, p.key, known)))
		default:
			p.set(a.changed(&c, p, p.value(), known))
		}
	}
}

// fitting are values of the types, e-mail addresses, and pictures.
var fitting = map[string]string{
	"string": `"text"`, "number": "1", "boolean": "true", "array": "[]", "object": "{}", "e-mail address": `"freja@example.com"`,
	"picture": `"iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR42mPQCMiHIwbiOABzMw5xppXDDAAAAABJRU5ErkJggg=="`,
}

// changed returns what a value, or the name of a field, is after a correction.
func (a *agent) changed(c *schema.Correction, p *place, old any, known read) any {
	a.t.Helper()
	switch c.Do {
	case schema.Set:
		switch {
		case c.Value != "":
			return exactly[any](a.t, []byte(c.Value))
		case known.values != nil:
			return known.values[0]
		case p.r.known[p.key] != nil:
			return p.r.known[p.key]
		}
		return textOf(old) + "2"
	case schema.Fit:
		return exactly[any](a.t, []byte(fitting[c.Value]))
	case schema.Match:
		return a.matching(c.Value)
	case schema.CutNUL:
		return strings.ReplaceAll(textOf(old), "\x00", "")
	case schema.Lengthen:
		return lengthened(old, c)
	case schema.Shorten:
		return shortened(old, c.Count)
	}
	a.t.Fatalf("nothing is known of the correction %q", c.Do)
	return nil
}

func lengthened(old any, c *schema.Correction) any {
	switch old := old.(type) {
	case object:
		old[c.Other] = "text"
		return old
	case []any:
		for len(old) < c.Count {
			old = append(old, "text")
		}
		return old
	}
	return strings.Repeat("x", c.Count)
}

func shortened(old any, most int) any {
	switch old := old.(type) {
	case object:
		for _, name := range slices.Sorted(maps.Keys(old))[most:] {
			delete(old, name)
		}
		return old
	case []any:
		return old[:most]
	}
	return string([]rune(textOf(old))[:most])
}

func halveLongest(fields object) {
	longest := ""
	for name, value := range fields {
		if len(textOf(value)) > len(textOf(fields[longest])) {
			longest = name
		}
	}
	text := textOf(fields[longest])
	fields[longest] = text[:len(text)/2]
}

// merge adds the numbers of an object to those of another, and its other fields.
func merge(into, from object) {
	for name, value := range from {
		a, errA := strconv.Atoi(fmt.Sprint(into[name]))
		b, errB := strconv.Atoi(fmt.Sprint(value))
		if errA == nil && errB == nil {
			value = a + b
		}
		into[name] = value
	}
}

// matching returns a text that matches a pattern of the contract.
func (a *agent) matching(pattern string) string {
	a.t.Helper()
	re := regexp.MustCompile(pattern)
	for _, text := range []string{"text", "DK", "https://shop.example/a.jpg", "Round sunglasses"} {
		if re.MatchString(text) {
			return text
		}
	}
	a.t.Fatalf("no text is known that matches %s", pattern)
	return ""
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func encoded(t testing.TB, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func asObject(v any) object {
	o, _ := v.(object)
	return o
}

func textOf(v any) string {
	s, _ := v.(string)
	return s
}
