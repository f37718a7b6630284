package openapi

import (
	"fmt"
	"math"
	"reflect"
	"slices"
)

// direction says who sends a value: a request must stay acceptable, and an
// answer must stay what was promised.
type direction bool

const (
	request direction = true
	answer  direction = false
)

var (
	lowerLimits = []string{"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"}
	upperLimits = []string{"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"}
	// others are the keywords that cannot be compared but for equality.
	others = []string{"pattern", "format", "not", "const", "multipleOf", "uniqueItems", "allOf", "anyOf", "oneOf", "if", "then", "else", "propertyNames"}
)

// schema compares two schemas of a value that is named for people.
func (c *comparison) schema(name string, was, is Node, d direction) {
	was, is = was.Follow(), is.Follow()
	pair := [2]string{was.pointer + fmt.Sprint(d), is.pointer}
	if was.pointer != "" && c.seen[pair] { // both are components that were compared, or are being compared
		return
	}
	c.seen[pair] = true
	c.types(name, was, is, d)
	c.enum(name, was, is, d)
	c.limits(name, was, is, d)
	for _, keyword := range others {
		if old, now := was.At(keyword), is.At(keyword); !reflect.DeepEqual(old.Value(), now.Value()) && d.tightens(old, now) {
			c.breaks("%s: %s is %v instead of %v", name, keyword, now.Value(), old.Value())
		}
	}
	if d == request && was.At("default").Exists() && !reflect.DeepEqual(was.At("default").Value(), is.At("default").Value()) {
		c.breaks("%s: the default is %v instead of %v", name, is.At("default").Value(), was.At("default").Value())
	}
	c.properties(name, was, is, d)
	for _, inner := range []string{"items", "additionalProperties"} {
		if was.At(inner).Fields() != nil && is.At(inner).Fields() != nil {
			c.schema(name+"/*", was.At(inner), is.At(inner), d)
		}
	}
	if closed := is.At("additionalProperties").Value() == false; d == request && closed && was.At("additionalProperties").Value() != false {
		c.breaks("%s: refuses unknown fields now", name)
	}
}

// tightens reports whether a keyword that changed can hurt the client: one that
// is left out cannot hurt who sends, and one that is added not who reads.
func (d direction) tightens(was, is Node) bool {
	return d == request && is.Exists() || d == answer && was.Exists()
}

func (c *comparison) types(name string, was, is Node, d direction) {
	sent, read := was.Types(), is.Types()
	if d == answer {
		sent, read = read, sent
	}
	// Every type that is sent has to be one that is read; no type means any.
	fits := len(read) == 0
	if !fits && len(sent) > 0 {
		fits = !slices.ContainsFunc(sent, func(kind string) bool {
			return !slices.Contains(read, kind) && (kind != "integer" || !slices.Contains(read, "number"))
		})
	}
	if !fits {
		c.breaks("%s: the type is %v instead of %v", name, is.Types(), was.Types())
	}
}

func (c *comparison) enum(name string, was, is Node, d direction) {
	old, now := was.At("enum"), is.At("enum")
	missing := func(from, in Node) (values []any) {
		for _, value := range from.List() {
			if !slices.ContainsFunc(in.List(), func(v any) bool { return reflect.DeepEqual(v, value) }) {
				values = append(values, value)
			}
		}
		return values
	}
	switch gone, added := missing(old, now), missing(now, old); {
	case !old.Exists() && now.Exists() && d == request:
		c.breaks("%s: accepts only %v now", name, now.Value())
	case old.Exists() && !now.Exists() && d == answer:
		c.breaks("%s: may have any value now", name)
	case old.Exists() && now.Exists() && len(gone) > 0 && d == request:
		c.breaks("%s: no longer accepts %v", name, gone)
	case old.Exists() && now.Exists() && len(added) > 0: // within v1 a result may have new values
		c.adds("%s: the new values %v", name, added)
	}
}

func (c *comparison) limits(name string, was, is Node, d direction) {
	compare := func(keywords []string, sign float64) {
		for _, keyword := range keywords {
			old, now := limit(was, keyword, sign), limit(is, keyword, sign)
			if d == request && now < old || d == answer && now > old {
				c.breaks("%s: %s is %v instead of %v", name, keyword, is.At(keyword).Value(), was.At(keyword).Value())
			}
		}
	}
	compare(upperLimits, 1)
	compare(lowerLimits, -1)
}

// limit returns a limit such that a lower number is always narrower, and an
// absent one infinite.
func limit(n Node, keyword string, sign float64) float64 {
	if value, ok := n.At(keyword).Number(); ok {
		return sign * value
	}
	return math.Inf(1)
}

func (c *comparison) properties(name string, was, is Node, d direction) {
	wasRequired, isRequired := was.At("required").Texts(), is.At("required").Texts()
	for _, property := range was.At("properties").Names() {
		now := is.At("properties", property)
		if !now.Exists() {
			c.breaks("%s/%s is gone", name, property)
			continue
		}
		needed, promised := slices.Contains(isRequired, property), slices.Contains(wasRequired, property)
		switch {
		case d == request && needed && !promised:
			c.breaks("%s/%s is required now", name, property)
		case d == answer && promised && !needed:
			c.breaks("%s/%s may be missing now", name, property)
		}
		c.schema(name+"/"+property, was.At("properties", property), now, d)
	}
	for _, property := range is.At("properties").Names() {
		switch {
		case was.At("properties", property).Exists():
		case d == request && slices.Contains(isRequired, property):
			c.breaks("%s/%s is new and required", name, property)
		default:
			c.adds("%s/%s is new", name, property)
		}
	}
}
