package mcp_test

import (
	"encoding/json"
	"testing"

	"github.com/tiktoken-go/tokenizer/codec"

	"github.com/storefront/storefront/server/test/servertest"
)

// The list of tools must leave room for the conversation in a model's context.
// The test counts the tokens of the result of tools/list in o200k_base, a widely
// used tokenizer; others differ by a few per cent.
func TestTheToolsFitIntoAContext(t *testing.T) {
	t.Parallel()
	const mostOfAll, mostOfThePublic, mostBytes = 25_000, 3_000, 250 << 10
	s := servertest.New(t, servertest.Options{})
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

	everything, size := listed(s.Key(t, "all"))
	all := 0
	for _, tool := range everything {
		n := tokens(encoded(tool, "outputSchema"))
		all += n
		t.Logf("%-28s %5d tokens, %5d with what it returns", tool["name"], n, tokens(encoded(tool, "")))
	}
	five, public := 0, 0
	open, _ := listed("")
	for _, tool := range open {
		five += tokens(encoded(tool, ""))
		public++
	}
	t.Logf("%d operations: %d tokens without what they return, %d bytes in all; the %d for everyone, whole: %d tokens", len(everything), all, size, public, five)
	if public != 5 || all > mostOfAll || five > mostOfThePublic || size > mostBytes {
		t.Errorf("%d tokens of at most %d, %d of at most %d, %d bytes of at most %d", all, mostOfAll, five, mostOfThePublic, size, mostBytes)
	}
}
