package auth_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// BenchmarkKnownKey measures what a call with a cached key costs, from the
// header to the key.
func BenchmarkKnownKey(b *testing.B) {
	st, err := store.Open(storetest.New(b, storetest.Empty), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(st.Close)
	_, secret, err := auth.Create(call.With(b.Context(), call.Command("keys create", "test")), st, auth.Grant{Name: "bench", Scopes: []string{}})
	if err != nil {
		b.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	feed := changes.New(st, log)
	keys := auth.NewKeyCache(st, log, feed, time.Now)
	go feed.Run(b.Context())
	header := "Bearer " + secret
	known := func() (auth.Digest, bool) {
		text, _ := auth.BearerSecret(header)
		digest, _ := auth.ParseSecret(text)
		_, fresh := keys.Known(digest)
		return digest, fresh
	}
	b.ReportAllocs()
	for b.Loop() {
		if digest, fresh := known(); !fresh { // the first time, and every few seconds
			b.StopTimer()
			for ; !fresh; digest, fresh = known() {
				if key, err := keys.Find(b.Context(), digest); err != nil || key == nil {
					b.Fatal(key, err)
				}
			}
			b.StartTimer()
		}
	}
}
