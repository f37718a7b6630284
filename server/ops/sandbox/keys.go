package sandbox

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/ops/demo"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
)

// Key is a key that everybody knows. No database but that of a sandbox has it.
type Key struct {
	Name   string // the scope, or all
	Secret string
	Scopes []string
}

// Keys returns the keys of every sandbox: one with all scopes, then one for each.
func Keys() []Key {
	keys := []Key{{"all", secretOf("all"), slices.Clone(contract.Scopes)}}
	for _, scope := range contract.Scopes {
		keys = append(keys, Key{scope, secretOf(scope), []string{scope}})
	}
	return keys
}

// secretOf returns the secret of the key with a name: that of products:write begins with
// sfk_SandboxProductsWrite.
func secretOf(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return auth.SecretOf("Sandbox" + strings.Join(words, ""))
}

// makeKeys writes the keys. The demo shop's cart belongs to the one with all scopes.
func makeKeys(ctx context.Context, st *store.Store) error {
	for _, k := range Keys() {
		c := call.Task("sandbox")
		c.Tool, c.RequestID = "keys.create", uuid.NewSHA1(uuid.NameSpaceOID, []byte("sandbox "+k.Name))
		id, err := auth.Publish(call.With(ctx, c), st, auth.Grant{Name: k.Name, Scopes: k.Scopes}, k.Secret)
		if err != nil {
			return fmt.Errorf("the key %s: %w", k.Name, err)
		}
		if k.Name == "all" {
			if err := demo.GiveCart(ctx, st, id); err != nil {
				return err
			}
		}
	}
	return nil
}
