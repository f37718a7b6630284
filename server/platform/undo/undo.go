// Package undo puts things back as the audit says they were. A package of the shop describes each kind
// of things that it keeps once, as Records; every operation on such a thing, also one
// that is added later, can then be reverted.
package undo

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// Rules say what of a kind of things is put back.
type Rules struct {
	// Fields are JSON Pointers to the members that callers write. Everything else of a
	// thing follows from them, or counts what happened to it.
	Fields []string

	// Lived are JSON Pointers to members that count what happened to a thing. A write that is put back
	// only as a whole is put back while they are as it left them.
	Lived []string

	// Together is true when the fields of a write are put back only all together.
	Together bool

	// Part is what is put back with each of the things; nil for nothing.
	Part *Part

	// Refused returns why what a write did cannot be put back, and what to do instead,
	// as two sentences; "" when it can. nil refuses nothing.
	Refused func(before, after State) string
}

// Kind is a kind of things that can be put back.
type Kind struct {
	Rules

	// Put locks a thing, has decide say what it should be, and makes it that: it changes,
	// restores or deletes it, and adds the row to the audit. For decide, nil is a thing
	// that is deleted or never was.
	Put func(ctx context.Context, tx *store.Tx, id string, decide Decide) error

	// Hold locks a thing, as Put does, if it is there.
	Hold func(ctx context.Context, tx *store.Tx, id string) error
}

// Decide returns what a thing should be, given what it is.
type Decide func(now json.RawMessage) (json.RawMessage, error)

// Records is a kind of things that are a row R in the database and a JSON object V in the
// audit.
type Records[R, V any] struct {
	// Lock locks and returns the row with the id that a thing has in the audit, also a
	// deleted one.
	Lock Query[R]

	Live func(*R) bool // nil for things that are never deleted
	View func(context.Context, *R) (V, error)

	// These write a row and add its row to the audit. from has the fields of the rules;
	// record is as it was.
	Update          func(ctx context.Context, tx *store.Tx, record R, from *V) error
	Restore, Delete func(ctx context.Context, tx *store.Tx, record R) error
}

// Query is a query for one row.
type Query[R any] func(q *db.Queries, ctx context.Context, id string) (R, error)

// ByID returns a query by UUID; what is no UUID is not found.
func ByID[R any](query func(q *db.Queries, ctx context.Context, id uuid.UUID) (R, error)) Query[R] {
	return func(q *db.Queries, ctx context.Context, text string) (row R, err error) {
		id, ok := store.ParseID(text)
		if !ok {
			return row, pgx.ErrNoRows
		}
		return query(q, ctx, id)
	}
}

// Of returns the kind.
func Of[R, V any](rules Rules, r Records[R, V]) Kind {
	return Kind{Rules: rules, Put: r.put, Hold: r.hold}
}

func (r Records[R, V]) hold(ctx context.Context, tx *store.Tx, id string) error {
	if _, err := r.Lock(tx.Queries, ctx, id); err != nil && !store.NotFound(err) {
		return err
	}
	return nil
}

func (r Records[R, V]) put(ctx context.Context, tx *store.Tx, id string, decide Decide) error {
	record, err := r.Lock(tx.Queries, ctx, id)
	missing := store.NotFound(err)
	if err != nil && !missing {
		return err
	}
	var now json.RawMessage
	if !missing {
		if now, err = r.state(ctx, &record); err != nil {
			return err
		}
	}
	wanted, err := decide(now)
	switch {
	case err != nil:
		return err
	case missing:
		return fmt.Errorf("undo: there is nothing with the id %q to put back", id)
	case wanted == nil:
		return r.Delete(ctx, tx, record)
	case now == nil:
		return r.Restore(ctx, tx, record)
	}
	var from V
	if err := json.Unmarshal(wanted, &from); err != nil {
		return err
	}
	return r.Update(ctx, tx, record, &from)
}

// state returns a record as the audit shows it, nil when it is deleted.
func (r Records[R, V]) state(ctx context.Context, record *R) (json.RawMessage, error) {
	if r.Live != nil && !r.Live(record) {
		return nil, nil
	}
	view, err := r.View(ctx, record)
	if err != nil {
		return nil, err
	}
	return wire.Marshal(view)
}
