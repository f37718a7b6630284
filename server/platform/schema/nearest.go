package schema

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/storefront/storefront/server/platform/text"
)

// instead returns what to do about a field that the object at s does not have.
// An agent follows it, so a wrong suggestion is worse than none: it names
// another field only if that is what the caller means, and otherwise all fields.
func (c *checker) instead(s *Schema, name string, at int32, here *present) (string, Correction) {
	const longest = 64
	if len(name) <= longest {
		if c.values[at+1].kind == kindObject {
			if fix, correction := c.insteadOfObject(s, name, at+1, here); fix != "" {
				return fix, correction
			}
		}
		if meant := s.meant(name, here); meant != nil {
			unit, correction := s.unitOf(meant), Correction{Do: Rename, Other: meant[0]}
			for i := range meant {
				meant[i] = strconv.Quote(c.sibling(meant[i]))
			}
			return "Replace %s by " + either(meant) + unit + ".", correction
		}
		if inner := s.inside(name); inner != "" {
			return "Move %s into " + strconv.Quote(c.sibling(inner)) + ".", Correction{Do: Move, Other: inner}
		}
	}
	return "Remove %s from the body; " + c.fieldsOf(s) + ".", Correction{Do: Remove}
}

// wrappers are names that callers give to an object that holds what belongs into the body itself.
var wrappers = []string{"args", "arguments", "body", "data", "filter", "filters", "input", "options", "params", "parameters", "payload", "query", "request"}

// insteadOfObject returns what to do about an unknown field that holds an object: its fields may belong beside it, or into
// another field that takes them. It returns "" where neither is so.
func (c *checker) insteadOfObject(s *Schema, name string, object int32, here *present) (string, Correction) {
	place := "the body"
	if len(c.path) > 1 {
		place = strconv.Quote(c.dotted(c.path[:len(c.path)-1]))
	}
	unwrap := "Move the fields of %s out of it, into " + place
	if c.members(s, object) > 0 {
		return unwrap + ".", Correction{Do: Unwrap}
	}
	for _, p := range s.ordered {
		if p.schema.closed && !here.has(p.index) && c.members(p.schema, object) > 0 {
			return "Replace %s by " + strconv.Quote(c.sibling(p.name)) + ".", Correction{Do: Rename, Other: p.name}
		}
	}
	if slices.Contains(wrappers, strings.ToLower(name)) && c.values[object].next > object+1 && len(s.ordered) > 0 {
		return unwrap + "; " + c.fieldsOf(s) + ".", Correction{Do: Unwrap}
	}
	return "", Correction{}
}

// members returns how many fields of the schema an object has.
func (c *checker) members(s *Schema, object int32) (n int) {
	for i := object + 1; i < c.values[object].next; i = c.values[i+1].next {
		if c.property(s, i) != nil {
			n++
		}
	}
	return n
}

// few is the maximum number of fields that are suggested.
const few = 3

// meant returns the fields that a name means: those of which it is a synonym, or
// those with the most similar spelling, or else those that contain all of its
// words, as frameColor and lensColor do with colour. Fields that the body
// contains are left out.
func (s *Schema) meant(name string, here *present) []string {
	var free []string
	for _, p := range s.ordered {
		if !here.has(p.index) {
			free = append(free, p.name)
		}
	}
	return Meant(name, free, s.synonyms)
}

// Meant returns which of the names of fields a name means, at most three, in the way of the fixes of unknown fields.
// Synonyms are those of a Compiler.
func Meant(name string, among []string, synonyms map[string][]string) []string {
	plain := strings.Join(words(name), "")
	if known := intersection(synonyms[plain], among); known != nil {
		return known
	}
	if near := spelledAlike(plain, among); near != nil {
		return near
	}
	return containing(words(name), among)
}

// unitOf returns the unit of amounts, for a caller who sent one under another name
// and perhaps in kroner.
func (s *Schema) unitOf(fields []string) string {
	for _, field := range fields {
		if !s.properties[field].schema.ore {
			return ""
		}
	}
	return ", in ore (1/100 krone)"
}

func intersection(names, among []string) (found []string) {
	for _, name := range names {
		if slices.Contains(among, name) {
			found = append(found, name)
		}
	}
	return found
}

// spelledAlike returns the fields that differ from a name in the fewest letters,
// of which a third may differ; case and separators do not count.
func spelledAlike(plain string, among []string) (best []string) {
	least := len(plain)/3 + 1
	for _, field := range among {
		d := text.Distance(plain, strings.ToLower(field))
		if d < least {
			best, least = nil, d
		}
		if d == least && d <= len(plain)/3 && len(best) < few {
			best = append(best, field)
		}
	}
	return best
}

// slipOf returns the value that a text means: a third of its letters may differ, and case does not count. It is nil
// when there is none, or more than one.
func (s *Schema) slipOf(sent string) (best *allowed) {
	const longest = 64
	if len(sent) > longest {
		return nil
	}
	least := len(sent)/3 + 1
	for i := range s.enum {
		switch d := text.Distance(strings.ToLower(sent), strings.ToLower(s.enum[i].text)); {
		case d < least:
			best, least = &s.enum[i], d
		case d == least:
			best = nil
		}
	}
	return best
}

// containing returns the few fields that contain all the words, or whose words
// are all among them, as slug is in productSlug.
func containing(name []string, among []string) (found []string) {
	for _, field := range among {
		if has := words(field); hasAll(has, name) || hasAll(name, has) {
			found = append(found, field)
		}
	}
	if len(found) > few {
		return nil
	}
	return found
}

// hasAll reports whether every one of some words is in a list; a quarter of the
// letters may differ.
func hasAll(list, some []string) bool {
	for _, word := range some {
		if !slices.ContainsFunc(list, func(other string) bool { return text.Distance(word, other) <= len(word)/4 }) {
			return false
		}
	}
	return len(some) > 0
}

// inside returns the object among the fields that has a field with that name, or
// "".
func (s *Schema) inside(name string) string {
	for _, p := range s.ordered {
		if p.schema.closed && p.schema.properties[name] != nil {
			return p.name
		}
	}
	return ""
}

// fieldsOf lists the fields of the object that contains the current value.
func (c *checker) fieldsOf(s *Schema) string {
	var names []string
	for _, p := range s.ordered {
		names = append(names, p.name)
	}
	owner := ""
	if len(c.path) > 1 {
		owner = " of " + strconv.Quote(c.dotted(c.path[:len(c.path)-1]))
	}
	switch len(names) {
	case 0:
		return "there are no fields"
	case 1:
		return "the only field" + owner + " is " + names[0]
	}
	return "the fields" + owner + " are " + text.Joined(names, "and")
}

// words splits minPriceOere, min_price_oere and min-price-oere in the same way.
func words(name string) []string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case unicode.IsUpper(r):
			b.WriteByte(' ')
			b.WriteRune(unicode.ToLower(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Fields(b.String())
}

// The two ways to the next page of a list. An offset has a maximum, beyond which
// the list goes on by cursor.
const offset, cursor = "offset", "cursor"

// refer has the fix of a fault of a field name another field of the same object
// if that takes what the caller sent: a cursor goes beyond the largest offset, and
// statuses takes the list that was sent as status.
func (c *checker) refer(s *Schema, p *property, sent kind, here *present, f *Fault) {
	switch {
	case p.name == offset && s.properties[cursor] != nil && f.Code == CodeMaximum:
		f.Fix = strings.TrimSuffix(f.Fix, ".") + `, or leave it out and set "cursor" to page.nextCursor.`
	case f.Code == CodeType && sent == kindArray:
		if list := s.listOf(p.name); list != nil && !here.has(list.index) {
			f.Fix = "Replace " + c.field() + " by " + strconv.Quote(c.sibling(list.name)) + "."
			f.Correction = Correction{Do: Rename, Other: list.name}
		}
	}
}

// listOf returns the field that takes several values of a field, or nil.
func (s *Schema) listOf(name string) *property {
	for _, plural := range []string{name + "s", name + "es"} {
		if list := s.properties[plural]; list != nil && list.schema.types[kindArray] {
			return list
		}
	}
	return nil
}
