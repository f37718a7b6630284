package auth_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/auth"
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
