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

// completeRefusals completes every response that consists only of the codes of
// its problems: the description names each of them as the catalogue does, and
// everything else is that of a 422, which all operations have.
func completeRefusals(doc *yaml.Node) error {
	model := dig(doc, "components", "responses", "UnprocessableError")
	paths := dig(doc, "paths")
	for i := 0; i+1 < len(paths.Content); i += 2 {
		item := paths.Content[i+1]
		for j := 0; j+1 < len(item.Content); j += 2 {
			responses := dig(item.Content[j+1], "responses")
			if responses == nil {
				continue
			}
			for k := 0; k+1 < len(responses.Content); k += 2 {
				if err := complete(responses.Content[k].Value, responses.Content[k+1], model); err != nil {
					return fmt.Errorf("%s: %w", paths.Content[i].Value, err)
				}
			}
		}
	}
	return nil
}

func complete(status string, response, model *yaml.Node) error {
	codes := dig(response, extensibleEnum)
	if codes == nil || len(response.Content) > 2 {
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
	schema := dig(model, "content", problem.MediaType, "schema")
	response.Content = []*yaml.Node{
		scalar("description"), scalar(strings.Join(meanings, " ")),
		scalar(extensibleEnum), codes,
		scalar("headers"), dig(model, "headers"),
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
