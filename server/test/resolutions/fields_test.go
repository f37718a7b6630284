package resolutions_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// spot is a place in a body: a field of an object, or an element of a list.
type spot struct {
	in    object
	name  string
	list  []any
	index int
}

// at finds the place that a quoted path such as "patch.images[2]" means. Names
// may contain dots, and a very long one is truncated with an ellipsis.
func (a *agent) at(r *request, quoted string) spot {
	path, err := strconv.Unquote(quoted)
	if err != nil {
		a.t.Fatalf("%s: %v", quoted, err)
	}
	place := spot{in: r.args, name: path}
	for place.in != nil {
		rest := place.name
		for _, name := range slices.Backward(slices.Sorted(maps.Keys(place.in))) { // of two names with a common prefix the longer one first
			if after, ok := strings.CutPrefix(rest, name); ok && (after == "" || after[0] == '.' || after[0] == '[') {
				place.name, rest = name, after
				break
			}
			if head, cut := strings.CutSuffix(rest, "…"); cut && strings.HasPrefix(name, head) {
				place.name, rest = name, ""
				break
			}
		}
		if rest == place.name || rest == "" {
			return place // a new name, or the last one
		}
		place = inside(place, rest)
	}
	return place
}

// inside follows the rest of a path, ".name" or "[2]", from a place.
func inside(place spot, rest string) spot {
	for strings.HasPrefix(rest, "[") {
		index, after, _ := strings.Cut(rest[1:], "]")
		n, _ := strconv.Atoi(index)
		list, _ := place.value().([]any)
		place, rest = spot{list: list, index: n}, after
	}
	if name, ok := strings.CutPrefix(rest, "."); ok {
		return spot{in: asObject(place.value()), name: name}
	}
	return place
}

func (p spot) value() any {
	if p.list != nil {
		return p.list[p.index]
	}
	return p.in[p.name]
}

func (p spot) set(v any) {
	if p.list != nil {
		p.list[p.index] = v
		return
	}
	p.in[p.name] = v
}

func (p spot) rename(name string) {
	value := p.in[p.name]
	delete(p.in, p.name)
	p.in[name] = value
}

func setField(a *agent, _ *refusal, r *request, words []string) {
	place := a.at(r, words[2])
	if words[1] != "" { // the name
		place.rename(textOf(a.suggested(words[3], place.name)))
		return
	}
	place.set(a.suggested(words[3], place.value()))
}

func addField(a *agent, _ *refusal, r *request, words []string) {
	a.at(r, words[1]).set(a.suggested(words[2], nil))
}

func addKnown(a *agent, _ *refusal, r *request, words []string) {
	place, other := a.at(r, words[1]), a.at(r, words[2])
	place.set(r.known[place.name])
	delete(other.in, other.name)
}

func removeField(a *agent, _ *refusal, r *request, words []string) {
	place := a.at(r, words[1])
	delete(place.in, place.name)
}

func moveField(a *agent, _ *refusal, r *request, words []string) {
	from, to := a.at(r, words[1]), a.at(r, words[2])
	value := from.value()
	delete(from.in, from.name)
	object, _ := to.value().(map[string]any)
	if object == nil {
		object = map[string]any{}
	}
	object[from.name] = value
	to.set(object)
}

func renameField(a *agent, _ *refusal, r *request, words []string) {
	a.at(r, words[1]).rename(a.at(r, words[2]).name)
}

func shortenField(a *agent, _ *refusal, r *request, words []string) {
	most, _ := strconv.Atoi(words[3])
	place := a.at(r, words[2])
	if words[1] != "" {
		place.rename(place.name[:most])
		return
	}
	place.set(string([]rune(textOf(place.value()))[:most]))
}

func removeNUL(a *agent, _ *refusal, r *request, words []string) {
	place := a.at(r, words[2])
	if words[1] != "" {
		place.rename(strings.ReplaceAll(place.name, "\x00", ""))
		return
	}
	place.set(strings.ReplaceAll(textOf(place.value()), "\x00", ""))
}

// fieldsOf returns the object that a sentence calls by its name or "the body".
func (a *agent) fieldsOf(r *request, quoted string) object {
	if quoted == "" {
		return r.args
	}
	return asObject(a.at(r, quoted).value())
}

func putField(a *agent, _ *refusal, r *request, words []string) {
	a.fieldsOf(r, words[2])[words[1]] = "text"
}

func keepFields(a *agent, _ *refusal, r *request, words []string) {
	most, _ := strconv.Atoi(words[1])
	fields := a.fieldsOf(r, words[2])
	for _, name := range slices.Sorted(maps.Keys(fields))[most:] {
		delete(fields, name)
	}
}

func addItems(a *agent, _ *refusal, r *request, words []string) {
	least, _ := strconv.Atoi(words[1])
	place := a.at(r, words[2])
	list, _ := place.value().([]any)
	for len(list) < least {
		list = append(list, "text")
	}
	place.set(list)
}

func keepItems(a *agent, _ *refusal, r *request, words []string) {
	most, _ := strconv.Atoi(words[1])
	place := a.at(r, words[2])
	list, _ := place.value().([]any)
	place.set(list[:most])
}
