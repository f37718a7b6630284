package mcp_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/tiktoken-go/tokenizer/codec"

	"github.com/storefront/storefront/server/test/servertest"
)

// The list of tools must leave room for the conversation in a model's context.
// The test counts the tokens of the result of tools/list in o200k_base, a widely
// used tokenizer; others differ by a few per cent.
func TestTheToolsFitIntoAContext(t *testing.T) {
	t.Parallel()
	const mostOfAll, mostOfThePublic, mostOfPayments, mostBytes = 24_000, 3_400, 1_500, 250 << 10
	s := servertest.Borrow(t, servertest.Demo)
	words := codec.NewO200kBase()
	tokens := func(text []byte) int {
		n, err := words.Count(string(text))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	listed := func(key string) (tools []map[string]json.RawMessage, size int) {
		reply := s.MCP(t, key, "tools/list", object{})
		var list struct{ Tools []map[string]json.RawMessage }
		if err := json.Unmarshal(reply.Result, &list); err != nil {
			t.Fatal(err)
		}
		return list.Tools, len(reply.Reply.Body)
	}
	encoded := func(tool map[string]json.RawMessage, without string) []byte {
		kept := object{}
		for name, value := range tool {
			if name != without {
				kept[name] = value
			}
		}
		text, err := json.Marshal(kept)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}

	type cost struct {
		tool   string
		tokens int
	}
	var costs []cost
	all := 0
	everything, size := listed(s.Key(t, "all"))
	for _, tool := range everything {
		n := tokens(encoded(tool, "outputSchema"))
		costs = append(costs, cost{string(tool["name"]), n})
		all += n
	}
	slices.SortFunc(costs, func(a, b cost) int { return b.tokens - a.tokens })
	five := 0
	open, _ := listed("")
	for _, tool := range open {
		five += tokens(encoded(tool, ""))
	}
	paying := 0
	taking, _ := listed(s.Key(t, "payments:read,payments:write")) // which "all" has not
	for _, tool := range taking {
		paying += tokens(encoded(tool, "outputSchema"))
	}
	if len(taking) != 8 || paying > mostOfPayments {
		t.Errorf("the %d of payments: %d tokens of at most %d", len(taking), paying, mostOfPayments)
	}
	t.Logf("%d operations: %d tokens without what they return, %d bytes in all; the %d for everyone, whole: %d tokens; the longest: %v",
		len(everything), all, size, len(open), five, costs[:5])
	if len(open) != 5 || all > mostOfAll || five > mostOfThePublic || size > mostBytes {
		t.Errorf("%d tokens of at most %d, %d of at most %d, %d bytes of at most %d; the longest: %v",
			all, mostOfAll, five, mostOfThePublic, size, mostBytes, costs[:5])
	}
}
