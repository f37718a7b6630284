package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/storefront/storefront/server/platform/problem"
)

// Problem returns a problem document as sentences: what happened, where, and what to do. What is
// no problem document it returns as it is, but for what a terminal would obey.
func (s Style) Problem(text []byte) string {
	var p problem.Document
	if json.Unmarshal(text, &p) != nil || p.Code == "" {
		return Safe(string(text)) + "\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n  %s\n", s.paint(red, Safe(p.Title)), s.paint(grey, fmt.Sprintf("(%d %s)", p.Status, Safe(string(p.Code)))), Safe(p.Detail))
	for _, fault := range p.Errors {
		fmt.Fprintf(&b, "  %s  %s\n", s.paint(blue, Safe(place(fault.Pointer))), Safe(fault.Detail))
	}
	for _, conflict := range p.Conflicts {
		fmt.Fprintf(&b, "  %s  expected %s, is %s\n", s.paint(blue, Safe(conflict.Path)), inline(conflict.Expected), inline(conflict.Current))
	}
	if p.Allowed != nil && len(*p.Allowed) > 0 {
		fmt.Fprintf(&b, "  allowed: %s\n", Safe(strings.Join(*p.Allowed, ", ")))
	}
	fmt.Fprintf(&b, "  %s\n", s.paint(bold, Safe(p.Resolution)))
	fmt.Fprintf(&b, "  %s\n", s.paint(grey, Safe(p.Instance)))
	return b.String()
}

func place(pointer string) string {
	if pointer == "" {
		return "the body"
	}
	return pointer
}

func inline(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	return Safe(string(text))
}
