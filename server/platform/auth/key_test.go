package auth_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestASecretIsRecognisedAndAMistypedOneIsNot(t *testing.T) {
	t.Parallel()
	secret, digest, err := auth.NewSecret()
	if err != nil {
		t.Fatal(err)
	}
	if len(secret) != 42 || !strings.HasPrefix(secret, "sfk_") {
		t.Errorf("secret %q", secret)
	}
	if got, ok := auth.ParseSecret(secret); !ok || got != digest {
		t.Error("a new secret is not recognised")
	}
	for i := range secret {
		for _, c := range []byte("aZ9") {
			mistyped := secret[:i] + string(c) + secret[i+1:]
			if _, ok := auth.ParseSecret(mistyped); ok && mistyped != secret {
				t.Errorf("%q is taken for a secret", mistyped)
			}
		}
	}
	for _, bad := range []string{"", "sfk_", secret + "x", secret[:41], "SFK_" + secret[4:], strings.Repeat("é", 21)} {
		if _, ok := auth.ParseSecret(bad); ok {
			t.Errorf("%q is taken for a secret", bad)
		}
	}
	other, _, err := auth.NewSecret()
	if err != nil || other == secret {
		t.Errorf("two secrets are the same: %v", err)
	}
}

func TestTheBearerScheme(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{"Bearer a": "a", "bearer a": "a", "BEARER  a ": "a", "Basic a": "", "a": "", "": "", "Bearer": ""} {
		got, ok := auth.BearerSecret(header)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %v", header, got, ok)
		}
	}
}

func TestScopes(t *testing.T) {
	t.Parallel()
	all, err := auth.ParseScopes("all")
	if err != nil || len(all) != 20 {
		t.Errorf("all: %v, %v", all, err)
	}
	some, err := auth.ParseScopes(" orders:read, catalog:read,orders:read")
	if err != nil || strings.Join(some, " ") != "catalog:read orders:read" {
		t.Errorf("%v, %v", some, err)
	}
	for _, bad := range []string{"", "*", "orders:*", "orders:read,", "orders:delete"} {
		if _, err := auth.ParseScopes(bad); err == nil {
			t.Errorf("%q is taken for scopes", bad)
		}
	}
}

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
