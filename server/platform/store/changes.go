package store

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// ChangesChannel is where the changes to the catalogue are announced.
const ChangesChannel = "storefront_catalogue"

// Changes are what a transaction changed of the catalogue: what is kept of it in
// memory, here or in another process, has to be looked up again.
type Changes struct {
	Products   []uuid.UUID
	Categories bool
}

func (c *Changes) none() bool { return len(c.Products) == 0 && !c.Categories }

// Changed notes that the transaction changed, made or deleted products.
func (tx *Tx) Changed(products ...uuid.UUID) {
	tx.changes.Products = append(tx.changes.Products, products...)
}

// ChangedCategories notes the same of categories.
func (tx *Tx) ChangedCategories() { tx.changes.Categories = true }

// Observe has fn called with the changes of each transaction that was, or may
// have been, committed, before Write returns. It is set before the first Write.
func (s *Store) Observe(fn func(Changes)) { s.observer = fn }

func (s *Store) observed(c *Changes, err error) {
	uncertain := errors.Is(err, ErrUncertain)
	if uncertain {
		s.rename()
	}
	if s.observer != nil && !c.none() && (err == nil || uncertain) {
		s.observer(*c)
	}
}

// rename has notifications of before taken for those of others: a commit whose
// answer did not come may happen after the observer has looked.
func (s *Store) rename() {
	name := rand.Text()
	s.instance.Store(&name)
}

// idsPerNotice keeps a notification under the 8,000 bytes of PostgreSQL.
const idsPerNotice = 300

// announce tells every process, when the transaction is committed. A
// notification costs other writers, so that nothing else is announced.
func (s *Store) announce(last *pgx.Batch, c *Changes) {
	if c.none() {
		return
	}
	last.Queue("SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS notice", ChangesChannel, s.notices(c))
}

func (s *Store) notices(c *Changes) (all []string) {
	instance := *s.instance.Load()
	if c.Categories {
		all = append(all, instance+" c")
	}
	for ids := range slices.Chunk(c.Products, idsPerNotice) {
		all = append(all, instance+" "+encodeIDs(ids))
	}
	return all
}

func encodeIDs(ids []uuid.UUID) string {
	raw := make([]byte, 0, len(ids)*len(uuid.UUID{}))
	for _, id := range ids {
		raw = append(raw, id[:]...)
	}
	return base64.RawStdEncoding.EncodeToString(raw)
}

// ReadNotice returns the changes that a notification is about, and whether it is
// from this very Store, whose observer knows already. One that cannot be read
// gives an error.
func (s *Store) ReadNotice(payload string) (c Changes, own bool, err error) {
	instance, what, ok := strings.Cut(payload, " ")
	if !ok {
		return c, false, errors.New("store: no notification of a change: " + payload)
	}
	if instance == *s.instance.Load() {
		return c, true, nil
	}
	if what == "c" {
		return Changes{Categories: true}, false, nil
	}
	raw, err := base64.RawStdEncoding.DecodeString(what)
	if err != nil {
		return c, false, err
	}
	for id := range slices.Chunk(raw, len(uuid.UUID{})) {
		one, err := uuid.FromBytes(id)
		if err != nil {
			return c, false, err
		}
		c.Products = append(c.Products, one)
	}
	return c, false, nil
}
