package server_test

import (
	"slices"
	"testing"

	"github.com/tiktoken-go/tokenizer/codec"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/contract"
)

// What a host puts before a model has to leave room for the conversation. The
// count is that of o200k_base, one tokenizer in wide use; others differ by some
// per cent.
func TestTheToolsFitIntoAContext(t *testing.T) {
	t.Parallel()
	const mostOfAll, mostOfThePublic, mostBytes = 25_000, 3_000, 250 << 10
	public := []string{"products.search", "products.get", "categories.list", "site.list_pages", "site.get_page"}
	c, err := contract.Load(gen.OpenAPIJSON)
	if err != nil {
		t.Fatal(err)
	}
	words := codec.NewO200kBase()
	tokens := func(texts ...string) (sum int) {
		for _, text := range texts {
			n, err := words.Count(text)
			if err != nil {
				t.Fatal(err)
			}
			sum += n
		}
		return sum
	}
	all, five, size := 0, 0, 0
	for _, op := range c.Tools() {
		named := []string{op.Name, op.Summary, op.Description, string(op.InputSchema)}
		n := tokens(named...)
		all += n
		whole := n + tokens(string(op.OutputSchema))
		if slices.Contains(public, op.Name) {
			five += whole
		}
		for _, text := range append(named, string(op.OutputSchema)) {
			size += len(text)
		}
		t.Logf("%-24s %5d tokens, %5d with what it returns", op.Name, n, whole)
	}
	t.Logf("%d operations: %d tokens; the %d for everyone: %d with what they return; %d bytes in all", len(c.Tools()), all, len(public), five, size)
	if all > mostOfAll || five > mostOfThePublic || size > mostBytes {
		t.Errorf("%d tokens of at most %d, %d of at most %d, %d bytes of at most %d", all, mostOfAll, five, mostOfThePublic, size, mostBytes)
	}
}
