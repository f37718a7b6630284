package audit

import (
	"fmt"
	"strings"

	"github.com/storefront/storefront/server/platform/call"
)

// personal are the scopes that show the personal data of a type of thing, and in
// the arguments of a group of operations (the part of a name before the dot).
var personal = map[string]string{
	"order": "orders:read", "orders": "orders:read", "cart": "orders:read", "customer": "customer:read",
}

// withheld returns why a caller may not see the arguments and states of a row
// about an entity (nil when it is about none), and "" when it may. The operator,
// who has the database, may see everything.
func withheld(c *call.Call, tool string, entityType *string) string {
	if c.Channel == call.CLI {
		return ""
	}
	for _, scope := range guarding(tool, entityType) {
		if !c.May(scope) {
			return fmt.Sprintf("The entry may hold personal data, which is shown to keys with the scope %s only.", scope)
		}
	}
	return ""
}

// guarding returns the scopes that show the personal data of a row; none when it
// holds none.
func guarding(tool string, entityType *string) (scopes []string) {
	group, _, _ := strings.Cut(strings.TrimPrefix(tool, commands), ".")
	if scope := personal[group]; scope != "" {
		scopes = append(scopes, scope)
	}
	if entityType != nil && personal[*entityType] != "" {
		scopes = append(scopes, personal[*entityType])
	}
	return scopes
}
