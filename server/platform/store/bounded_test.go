package store_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// The stored arguments of a refused call are JSON of at most 2 KiB, whatever
// they contain.
func TestTheArgumentsOfARefusedCallAreKeptTo2KiB(t *testing.T) {
	t.Parallel()
	quoted := func(filling string, n int) json.RawMessage {
		text, err := json.Marshal(map[string]string{"slug": "rund", "description": strings.Repeat(filling, n)})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for name, args := range map[string]json.RawMessage{
		"letters": quoted("a", 1<<20), "Danish": quoted("æ", 1<<19), "quotes": quoted(`"`, 1<<19), "backslashes": quoted(`\`, 1<<19),
		"controls": quoted("\x01", 1<<17), "separators": json.RawMessage(`{"slug":"rund","description":"` + strings.Repeat("\u2028", 1<<17) + `"}`),
		"a little too long": quoted("a", store.MaxRefusedArgs),
	} {
		row := store.RefusedRow(&call.Call{Args: args}, time.Time{}, problem.New(problem.ProductNotFound, "", ""))
		var kept struct {
			Truncated     string
			OriginalBytes int
		}
		if err := json.Unmarshal(row.Args, &kept); err != nil || len(row.Args) > store.MaxRefusedArgs || len(row.Args) < store.MaxRefusedArgs-100 {
			t.Errorf("%s: %d bytes: %v: %.100s", name, len(row.Args), err, row.Args)
		}
		if kept.OriginalBytes != len(args) || !strings.HasPrefix(string(args), kept.Truncated) || kept.Truncated == "" {
			t.Errorf("%s: %d bytes: %.100s", name, kept.OriginalBytes, kept.Truncated)
		}
	}
	for _, args := range []json.RawMessage{nil, json.RawMessage(`{"slug":"rund"}`), quoted("a", 2000)} {
		if row := store.RefusedRow(&call.Call{Args: args}, time.Time{}, problem.New(problem.ProductNotFound, "", "")); string(row.Args) != string(args) {
			t.Errorf("%.100s became %.100s", args, row.Args)
		}
	}
}
