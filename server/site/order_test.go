package site

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"
)

// An edition for an address that has one is written before those for new addresses, which
// are written in their order.
func TestKnownAddressesAreServedFirst(t *testing.T) {
	t.Parallel()
	var written []string
	p := newPublisher("The file", slog.New(slog.DiscardHandler), time.Now, func(_ context.Context, base string, _ *editionWriter) error {
		written = append(written, base)
		return nil
	})
	ask := func(base string) {
		if r, _, err := p.request(base); r == nil || err != nil {
			t.Errorf("%s: %v", base, err)
		}
	}
	ask("known")
	p.write(t.Context(), p.next())
	_ = p.Changed("products", nil)
	for _, base := range []string{"second", "first", "known"} {
		ask(base)
	}
	for range 3 {
		p.write(t.Context(), p.next())
	}
	if want := []string{"known", "known", "second", "first"}; !slices.Equal(written, want) || p.next() != nil {
		t.Errorf("%q, want %q", written, want)
	}
}
