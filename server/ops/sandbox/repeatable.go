package sandbox

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/demo"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
)

// epoch is the moment at which the first state was made. A sandbox moves all of its times, so
// that they lie before its own beginning as far as they lie before this.
var epoch = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// clock is the clock of a sandbox.
type clock struct {
	config  config.Clock
	machine func() time.Time
	began   time.Time // of the sandbox, by the clock of the machine

	mu    sync.RWMutex
	ahead time.Duration // of the machine
}

func newClock(c config.Clock, machine func() time.Time) *clock {
	k := &clock{config: c, machine: machine, began: machine()}
	k.restart()
	return k
}

// restart sets the clock to its beginning.
func (k *clock) restart() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.config.At.IsZero() {
		k.ahead = k.config.At.Sub(k.machine())
	}
}

func (k *clock) now() time.Time {
	if k.config.Fixed {
		return k.config.At
	}
	return k.machine().Add(k.aheadOf())
}

func (k *clock) aheadOf() time.Duration {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.ahead
}

// moved is how far the times of the first state are moved. What sells is counted by the
// quarter of an hour, so it is a number of these.
func (k *clock) moved() time.Duration {
	beginning := k.began
	if !k.config.At.IsZero() {
		beginning = k.config.At
	}
	return beginning.Truncate(15 * time.Minute).Sub(epoch)
}

// fixed returns the moment at which the clock stands, or nil if it runs.
func (k *clock) fixed() *time.Time {
	if !k.config.Fixed {
		return nil
	}
	return &k.config.At
}

// ids makes ids from a seed and a number: whoever knows both knows the id, so nothing but
// a sandbox may have them.
type ids struct {
	seed uint64
	made atomic.Uint64
}

// next returns the next id.
func (s *ids) next() uuid.UUID {
	n := s.made.Add(1)
	var input [16]byte
	binary.BigEndian.PutUint64(input[:], s.seed)
	binary.BigEndian.PutUint64(input[8:], n)
	digest := sha256.Sum256(input[:])
	id := uuid.UUID(digest[:16])
	// A UUIDv7 whose time goes on by a millisecond from one to the next: they sort as they were made.
	at := uint64(epoch.UnixMilli()) + n //nolint:gosec // it is after 1970
	binary.BigEndian.PutUint16(id[:], uint16(at>>32))
	binary.BigEndian.PutUint32(id[2:], uint32(at))
	id[6] = id[6]&0x0f | 0x70
	id[8] = id[8]&0x3f | 0x80
	return id
}

// ofCalls makes the ids of what calls make. Work of the service itself has random ones: when
// it happens depends on the machine.
func (s *ids) ofCalls(c *call.Call) uuid.UUID {
	if c.Channel == call.System {
		return store.RandomID()
	}
	return s.next()
}

// Key is a key that everybody knows. No database but that of a sandbox has it.
type Key struct {
	Name   string // the scope, all or owner
	Secret string
	Scopes []string
}

// Keys returns the keys of every sandbox: one with all scopes of the shop, one for each scope, and the owner's.
func Keys() []Key {
	keys := []Key{{"all", secretOf("all"), contract.ShopScopes()}}
	for _, scope := range contract.Scopes {
		keys = append(keys, Key{scope, secretOf(scope), []string{scope}})
	}
	return append(keys, Key{"owner", secretOf("owner"), slices.Clone(contract.Scopes)})
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
		grant := auth.Grant{Name: k.Name, Holder: auth.Program, Scopes: k.Scopes}
		if grant.Unfit() != "" {
			grant.Holder = auth.Person
		}
		id, err := auth.Publish(call.With(ctx, c), st, grant, k.Secret)
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
