package bundle

import (
	"errors"

	"go.yaml.in/yaml/v3"

	"github.com/storefront/storefront/server/platform/problem"
)

// Contract bundles the contract, with the problem codes of the catalogue.
func Contract(root string) (*yaml.Node, error) {
	doc, err := Bundle(root)
	if err != nil {
		return nil, err
	}
	code := doc
	for _, name := range []string{"components", "schemas", "Problem", "properties", "code"} {
		if code = lookup(code.Content, name); code == nil {
			return nil, errors.New("the schema Problem has no property code")
		}
	}
	list := &yaml.Node{Kind: yaml.SequenceNode}
	for _, c := range problem.Codes() {
		list.Content = append(list.Content, scalar(string(c)))
	}
	code.Content = append(code.Content, scalar("x-extensible-enum"), list)
	return doc, nil
}
