package contract

import (
	"maps"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/server/platform/schema"
)

// FieldsMediaType is the media type of an answer with the members alone that a request names in `fields`.
const FieldsMediaType = "application/vnd.storefront.fields+json"

// readMembers reads the members that a request can name in `fields`: those of the result, or of each object in the list
// that it is.
func (op *Operation) readMembers(o *openapi3.Operation) {
	answer := o.Responses.Status(200).Value.Content
	if answer[FieldsMediaType] == nil {
		return
	}
	object := answer["application/json"].Schema.Value.Properties["result"].Value
	if object.Items != nil {
		object = object.Items.Value
	}
	op.Members = slices.Sorted(maps.Keys(object.Properties))
	op.Key = "id"
	if object.Properties["slug"] != nil {
		op.Key = "slug"
	}
}

// Meant returns the members of an answer that a caller means by a name that none of them has.
func (c *Contract) Meant(op *Operation, name string) []string {
	return schema.Meant(name, op.Members, c.compiler.Synonyms)
}
