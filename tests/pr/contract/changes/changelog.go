package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// news is the entries of the changelog that announce the next release.
type news []string

var section = regexp.MustCompile(`(?ms)^## Unreleased\n(.*?)(?:^## |\z)`)

// unreleased returns the entries under the heading Unreleased.
func unreleased(changelog string) (news, error) {
	text, err := os.ReadFile(changelog)
	if err != nil {
		return nil, err
	}
	match := section.FindSubmatch(text)
	if match == nil {
		return nil, fmt.Errorf("%s has no section Unreleased", changelog)
	}
	return strings.Split("\n"+string(match[1]), "\n- ")[1:], nil
}

// announces reports whether an entry names the operation of the change, and what
// is new about it. "every operation" stands for all names of operations.
func (n news) announces(c change) bool {
	return slices.ContainsFunc(n, func(entry string) bool {
		if c.ID == "endpoint-added" {
			return mentions(entry, c.Operation)
		}
		where := c.Operation == "" || mentions(entry, c.Operation) || strings.Contains(entry, "every operation")
		return where && c.describedBy(entry)
	})
}

// describedBy reports whether a text has one of the names that the change is
// about. Without names it has to have the last word of what oasdiff says, such as
// "deprecated".
func (c change) describedBy(text string) bool {
	if names := c.names(); len(names) > 0 {
		return slices.ContainsFunc(names, func(name string) bool { return mentions(text, name) })
	}
	return strings.Contains(text, c.Text[strings.LastIndex(c.Text, " ")+1:])
}

// mentions reports whether a text contains the name between backquotes. The
// names of headers have no case.
func mentions(text, name string) bool {
	return strings.Contains(strings.ToLower(text), "`"+strings.ToLower(name)+"`")
}
