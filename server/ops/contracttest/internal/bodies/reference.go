package bodies

import (
	"maps"
	"slices"
	"strings"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// Reference is what a field refers to: the thing of a group of operations that
// has this value in its own field.
type Reference struct {
	Group string // products
	Field string // slug, id or code
}

// identifiers are the fields that name a thing.
var identifiers = []string{"slug", "id", "code"}

// ReferenceOf reports what a field of an operation refers to, by its name: slug
// to a thing of the operation's own group, and categorySlug to one of the group
// categories. A name that fits no group refers to the own group.
func ReferenceOf(op *openapi.Operation, groups []string, field string) (Reference, bool) {
	for _, identifier := range identifiers {
		if field == identifier {
			return Reference{op.Group, identifier}, true
		}
		prefix, found := strings.CutSuffix(field, strings.ToUpper(identifier[:1])+identifier[1:])
		if !found || prefix == "" {
			continue
		}
		if i := slices.IndexFunc(groups, func(group string) bool { return singular(group) == prefix }); i >= 0 {
			return Reference{groups[i], identifier}, true
		}
		return Reference{op.Group, identifier}, true
	}
	return Reference{}, false
}

func singular(group string) string {
	if stem, found := strings.CutSuffix(group, "ies"); found {
		return stem + "y"
	}
	return strings.TrimSuffix(group, "s")
}

// Pointing returns a copy of a body, with the value that resolve returns for
// each of its fields that refers to something. A field for which it returns
// false stays as it is.
func Pointing(op *openapi.Operation, groups []string, body map[string]any, resolve func(Reference) (string, bool)) map[string]any {
	out := cloneObject(body)
	for name, value := range out {
		if inner, ok := value.(object); ok && op.Body().At("properties", name, "properties").Exists() {
			out[name] = Pointing(op, groups, inner, resolve)
			continue
		}
		if ref, ok := ReferenceOf(op, groups, name); ok && isText(value) {
			if text, ok := resolve(ref); ok {
				out[name] = text
			}
		}
	}
	return out
}

// Naming returns the smallest body of an operation, about the thing that a value
// of one of its fields names.
func Naming(op *openapi.Operation, field, value string) map[string]any {
	body := Smallest(op.Body())
	body[field] = value
	return body
}

// Names returns what the smallest body of an operation refers to in its own
// fields: the thing that the operation is about.
func Names(op *openapi.Operation, groups []string) (name string, ref Reference, ok bool) {
	for _, name := range slices.Sorted(maps.Keys(Smallest(op.Body()))) {
		if ref, ok := ReferenceOf(op, groups, name); ok {
			return name, ref, true
		}
	}
	return "", Reference{}, false
}
