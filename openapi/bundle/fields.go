package bundle

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/storefront/storefront/server/platform/contract"
)

// addFields describes the answers of the operations whose request has `fields`: a media type of its own, in which the objects
// of the result require the member alone by which they are named. The others have a default where generators of clients
// support one, so that a typed client has the same type for both media types.
func addFields(doc *yaml.Node) error {
	schemas := dig(doc, "components", "schemas")
	for path, item := range entries(dig(doc, "paths")) {
		post := dig(item, "post")
		request := resolved(doc, dig(post, "requestBody", "content", "application/json", "schema"))
		if fields := dig(request, "properties", "fields"); dig(fields, "$ref") == nil || nameOf(fields) != "Fields" {
			continue
		}
		content := dig(post, "responses", "200", "content")
		reply := dig(content, "application/json", "schema")
		result := dig(resolved(doc, reply), "properties", "result")
		object := result
		if items := dig(result, "items"); items != nil {
			object = items
		}
		if dig(reply, "$ref") == nil || dig(object, "$ref") == nil {
			return fmt.Errorf("%s: the answer with fields is no component", path)
		}
		part := asPart(doc, object)
		set(schemas, nameOf(object)+"Fields", part)
		partResult := refTo(nameOf(object) + "Fields")
		if object != result {
			partResult = with(result, "items", partResult)
		}
		whole := resolved(doc, reply)
		name := strings.TrimSuffix(nameOf(reply), "Reply") + "FieldsReply"
		set(schemas, name, with(whole, "properties", with(dig(whole, "properties"), "result", partResult)))
		set(content, contract.FieldsMediaType, mapping("schema", refTo(name)))
	}
	return nil
}

// asPart returns a component of which only slug or id is required.
func asPart(doc, ref *yaml.Node) *yaml.Node {
	whole := resolved(doc, ref)
	key := "id"
	if dig(whole, "properties", "slug") != nil {
		key = "slug"
	}
	properties := &yaml.Node{Kind: yaml.MappingNode}
	for name, property := range entries(dig(whole, "properties")) {
		if value := emptyValue(resolved(doc, property)); name != key && value != nil {
			property = with(property, "default", value)
		}
		properties.Content = append(properties.Content, scalar(name), property)
	}
	part := with(whole, "properties", properties)
	set(part, "required", &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{scalar(key)}})
	set(part, "description", scalar("Only the members that `fields` names are there; the defaults stand for the others in typed clients."))
	return part
}

// emptyValue returns the first value of a schema, or nil for an object and a list of them.
func emptyValue(schema *yaml.Node) *yaml.Node {
	kind := dig(schema, "type")
	if kind == nil {
		return nil
	}
	if kind.Kind == yaml.SequenceNode { // with null, in this contract
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}
	}
	if values := dig(schema, "enum"); values != nil {
		return values.Content[0]
	}
	switch kind.Value {
	case "string":
		switch format := dig(schema, "format"); {
		case format == nil:
			return scalar("")
		case format.Value == "date-time":
			return scalar("1970-01-01T00:00:00.000Z")
		case format.Value == "uri":
			return scalar("about:blank")
		}
	case "integer":
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: "0"}
	case "boolean":
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "false"}
	}
	return nil
}

func refTo(component string) *yaml.Node {
	return mapping("$ref", scalar("#/components/schemas/"+component))
}

// nameOf returns the name of the component to which a schema refers.
func nameOf(ref *yaml.Node) string {
	return strings.TrimPrefix(dig(ref, "$ref").Value, "#/components/schemas/")
}

// resolved returns the component to which a schema refers, or the schema.
func resolved(doc, schema *yaml.Node) *yaml.Node {
	for dig(schema, "$ref") != nil {
		schema = dig(doc, "components", "schemas", nameOf(schema))
	}
	return schema
}
