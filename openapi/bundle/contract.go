package bundle

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/storefront/storefront/server/platform/problem"
)

// extensibleEnum lists the values of today; more may be added within a version.
const extensibleEnum = "x-extensible-enum"

// Contract bundles the contract. It adds the codes of the catalogue to the
// schema of a problem, and completes the refusals of the operations.
func Contract(root string) (*yaml.Node, error) {
	doc, err := Bundle(root)
	if err != nil {
		return nil, err
	}
	code := dig(doc, "components", "schemas", "Problem", "properties", "code")
	if code == nil {
		return nil, errors.New("the schema Problem has no property code")
	}
	list := &yaml.Node{Kind: yaml.SequenceNode}
	for _, c := range problem.Codes() {
		list.Content = append(list.Content, scalar(string(c)))
	}
	code.Content = append(code.Content, scalar(extensibleEnum), list)
	return doc, completeRefusals(doc)
}

// completeRefusals completes every response that lists the codes of its problems and
// has no description: the description names each of them as the catalogue does, and
// everything else is that of a 422, which all operations have.
func completeRefusals(doc *yaml.Node) error {
	model := dig(doc, "components", "responses", "UnprocessableError")
	for path, item := range entries(dig(doc, "paths")) {
		for _, operation := range entries(item) {
			responses := dig(operation, "responses")
			if responses == nil {
				continue
			}
			for status, response := range entries(responses) {
				if err := describe(status, response, model); err != nil {
					return fmt.Errorf("%s: %w", path, err)
				}
			}
		}
	}
	return nil
}

// describe completes one response.
func describe(status string, response, model *yaml.Node) error {
	codes := dig(response, extensibleEnum)
	if codes == nil || dig(response, "description") != nil {
		return nil
	}
	var meanings []string
	for _, code := range codes.Content {
		kind, ok := problem.Catalogue[problem.Code(code.Value)]
		if !ok || strconv.Itoa(kind.Status) != status {
			return fmt.Errorf("%s is not a code of status %s", code.Value, status)
		}
		meanings = append(meanings, fmt.Sprintf("`%s`: %s.", code.Value, kind.Title))
	}
	if model == nil {
		return errors.New("there is no response UnprocessableError")
	}
	schema, headers := dig(model, "content", problem.MediaType, "schema"), dig(model, "headers")
	if own := dig(response, "headers"); own != nil {
		headers = joined(headers, own)
	}
	response.Content = []*yaml.Node{
		scalar("description"), scalar(strings.Join(meanings, " ")),
		scalar(extensibleEnum), codes,
		scalar("headers"), headers,
		scalar("content"), mapping(problem.MediaType, mapping("schema", schema)),
	}
	return nil
}

// dig returns the value at a path of keys, or nil.
func dig(n *yaml.Node, path ...string) *yaml.Node {
	for _, name := range path {
		if n == nil || n.Kind != yaml.MappingNode {
			return nil
		}
		n = lookup(n.Content, name)
	}
	return n
}
