package auditlog

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
	group, _, _ := strings.Cut(strings.TrimPrefix(tool, commands), ".")
	needed := []string{personal[group]}
	if entityType != nil {
		needed = append(needed, personal[*entityType])
	}
	for _, scope := range needed {
		if scope != "" && !c.May(scope) {
			return fmt.Sprintf("The entry may hold personal data, which is shown to keys with the scope %s only.", scope)
		}
	}
	return ""
}
