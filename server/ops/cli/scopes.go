package cli

import (
	"regexp"
	"strings"

	"github.com/storefront/storefront/server/platform/contract"
)

// Scope is what a key can be allowed.
type Scope struct{ Name, Description string }

var (
	// scopeLine is a line of the list of scopes in the contract: - `a:read`, `a:write`: what they are for.
	scopeLine = regexp.MustCompile("(?m)^- ((?:`[a-z]+:[a-z]+`(?:, )?)+): (.*)$")
	scopeName = regexp.MustCompile("[a-z]+:[a-z]+")
)

// readScopes returns all scopes in their order, with the descriptions of the contract.
func readScopes(text string) []Scope {
	described := map[string]string{}
	for _, line := range scopeLine.FindAllStringSubmatch(contract.Unwrapped(text), -1) {
		for _, name := range scopeName.FindAllString(line[1], -1) {
			described[name] = strings.TrimSpace(line[2])
		}
	}
	scopes := make([]Scope, len(contract.Scopes))
	for i, name := range contract.Scopes {
		scopes[i] = Scope{Name: name, Description: described[name]}
	}
	return scopes
}
