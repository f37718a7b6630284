package bundle

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
)

// Contract bundles the contract: the paths that root lists, and all operations of the folder paths. Another path item
// there is an error.
// Operations get what the files of additions say, the schema of a problem gets the codes of the
// catalogue, and the refusals of the operations are completed, and the answers with chosen fields described.
func Contract(root string) (*yaml.Node, error) {
	list := func(b *bundler, doc *yaml.Node) error { return b.listOperations(doc, root) }
	doc, err := join(root, list, func(b *bundler, doc *yaml.Node) error {
		if err := b.checkPaths(root); err != nil {
			return err
		}
		for _, rule := range additions {
			if err := b.complete(doc, filepath.Join(filepath.Dir(root), rule.file), rule.applies); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	code := dig(doc, "components", "schemas", "Problem", "properties", "code")
	if code == nil {
		return nil, errors.New("the schema Problem has no property code")
	}
	codes := &yaml.Node{Kind: yaml.SequenceNode}
	for _, c := range problem.Codes() {
		codes.Content = append(codes.Content, scalar(string(c)))
	}
	code.Content = append(code.Content, scalar(extensibleEnum), codes)
	return doc, errors.Join(completeRefusals(doc), addFields(doc))
}

// Events bundles the document of what is sent to webhooks.
func Events(root string) (*yaml.Node, error) {
	nothing := func(*bundler, *yaml.Node) error { return nil }
	return join(root, nothing, nothing)
}

// Operations returns a bundled contract with the operations alone: without the
// documents of the service, their tag, and the components that only these use.
func Operations(doc *yaml.Node) *yaml.Node {
	paths := keep(dig(doc, "paths"), func(path string) bool { return strings.HasPrefix(path, contract.ToolPath) })
	used := map[string]bool{}
	mark(paths, doc, used)
	components := &yaml.Node{Kind: yaml.MappingNode}
	for kind, group := range entries(dig(doc, "components")) {
		if kind != "securitySchemes" {
			group = keep(group, func(name string) bool { return used["#/components/"+kind+"/"+name] })
		}
		components.Content = append(components.Content, scalar(kind), group)
	}
	out := &yaml.Node{Kind: yaml.MappingNode}
	for key, value := range entries(doc) {
		switch key {
		case "paths":
			value = paths
		case "components":
			value = components
		case "tags":
			value = withoutTag(value, "system")
		}
		out.Content = append(out.Content, scalar(key), value)
	}
	return out
}

// keep returns the entries of a mapping whose keys are wanted.
func keep(n *yaml.Node, wanted func(key string) bool) *yaml.Node {
	out := &yaml.Node{Kind: yaml.MappingNode}
	for key, value := range entries(n) {
		if wanted(key) {
			out.Content = append(out.Content, scalar(key), value)
		}
	}
	return out
}

// mark records every component that n refers to, directly or not.
func mark(n, doc *yaml.Node, used map[string]bool) {
	if ref := dig(n, "$ref"); ref != nil && !used[ref.Value] {
		used[ref.Value] = true
		mark(dig(doc, strings.Split(strings.TrimPrefix(ref.Value, "#/"), "/")...), doc, used)
	}
	for _, inner := range n.Content {
		mark(inner, doc, used)
	}
}

func withoutTag(tags *yaml.Node, name string) *yaml.Node {
	out := &yaml.Node{Kind: yaml.SequenceNode}
	for _, tag := range tags.Content {
		if dig(tag, "name").Value != name {
			out.Content = append(out.Content, tag)
		}
	}
	return out
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

// extensibleEnum lists the values of today; more may be added within a version.
const extensibleEnum = "x-extensible-enum"

// additions are the files with what every operation of a kind has.
var additions = []struct {
	file    string
	applies func(post *yaml.Node) bool
}{
	{"writes.yaml", writes},
}

// writes reports whether the hints of an operation do not say that it only reads.
func writes(post *yaml.Node) bool {
	hint := dig(post, "x-agent-hints", "readOnly")
	return hint != nil && hint.Value != "true"
}

// complete adds the parameters, headers and codes that a file lists to every
// operation to which it applies.
func (b *bundler) complete(doc *yaml.Node, file string, applies func(post *yaml.Node) bool) error {
	text, err := b.load(file)
	if err != nil {
		return err
	}
	added, err := b.resolve(text, file)
	if err != nil {
		return err
	}
	for path, item := range entries(dig(doc, "paths")) {
		post := dig(item, "post")
		if !strings.HasPrefix(path, contract.ToolPath) || !applies(post) {
			continue
		}
		if parameters := dig(added, "parameters"); parameters != nil {
			post.Content = append(post.Content, scalar("parameters"), parameters)
		}
		responses := dig(post, "responses")
		for status, more := range entries(dig(added, "responses")) {
			if err := b.completeResponse(responses, status, more); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	return nil
}

// completeResponse adds headers and codes to the response with a status. A response that
// is a component becomes a list of codes of its own.
func (b *bundler) completeResponse(responses *yaml.Node, status string, more *yaml.Node) error {
	response := &yaml.Node{Kind: yaml.MappingNode}
	if own := dig(responses, status); own != nil {
		response.Content = own.Content
	}
	if ref := dig(response, "$ref"); ref != nil {
		name := strings.TrimPrefix(ref.Value, "#/components/responses/")
		codes := dig(b.components["responses"][name], extensibleEnum)
		if codes == nil {
			return fmt.Errorf("the response %s lists no codes", name)
		}
		response = mapping(extensibleEnum, codes)
	}
	for _, key := range []string{extensibleEnum, "headers"} {
		if added := dig(more, key); added != nil {
			response = with(response, key, joined(dig(response, key), added))
		}
	}
	set(responses, status, response)
	return nil
}
