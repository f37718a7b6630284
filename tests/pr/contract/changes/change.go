package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// change is one entry of oasdiff's changelog.
type change struct {
	ID        string // the kind, such as "endpoint-added"
	Text      string // for people; names are between backquotes
	Level     int
	Operation string `json:"operationId"` // empty for a change of no operation in particular
}

var (
	span = regexp.MustCompile("`([^`]+)`")
	// common are words that oasdiff puts between backquotes beside the name of what has changed.
	common = regexp.MustCompile(`^([1-5]\d\d|default|query|header|path|cookie)$`)
	// steps are parts of a path that name no field.
	steps = []string{"", "items", "additionalProperties", "propertyNames", "not"}
)

// names returns what the change is about: fields, values, parameters, headers.
// It is empty when the change is about the operation itself.
func (c change) names() []string {
	var particular, all []string
	for _, match := range span.FindAllStringSubmatch(c.Text, -1) {
		path := strings.Split(match[1], "/")
		for len(path) > 1 && slices.Contains(steps, path[len(path)-1]) {
			path = path[:len(path)-1]
		}
		name := path[len(path)-1]
		all = append(all, name, match[1])
		if !common.MatchString(name) {
			particular = append(particular, name, match[1])
		}
	}
	if len(particular) == 0 {
		return all
	}
	return particular
}

// list writes changes under a heading, the same change of several operations
// once.
func list(w io.Writer, heading string, changes []change) {
	if len(changes) == 0 {
		return
	}
	operations := map[string][]string{}
	for _, c := range changes {
		operations[c.Text] = append(operations[c.Text], cmp.Or(c.Operation, "the document"))
	}
	fmt.Fprintln(w, heading)
	for _, text := range slices.Sorted(maps.Keys(operations)) {
		slices.Sort(operations[text])
		fmt.Fprintf(w, "  %s: %s\n", strings.Join(slices.Compact(operations[text]), ", "), text)
	}
}
