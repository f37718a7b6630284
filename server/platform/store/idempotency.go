package store

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/wire"
)

// ErrUnanswered is returned by Write for a call with an Idempotency-Key, whose answer
// only the function Answer keeps: a fault of the program, and nothing is committed.
var ErrUnanswered = errors.New("store: the answer to a call with an Idempotency-Key was not kept")

// AnswersKept is how long the answer to a call with an Idempotency-Key is kept.
const AnswersKept = 24 * time.Hour

// Replay is the error for a repetition of a call that was carried out.
type Replay struct {
	Answer json.RawMessage // the body of the first answer, as it was sent
	Sealed []byte          // that body as Tx.Conceal had it encrypted, and Answer is nil
	Owner  string          // for which it was encrypted
}

func (*Replay) Error() string { return "the call was carried out before" }

const (
	// The lock keeps a repetition from being carried out beside the first call. It ends
	// with the transaction. The look-up is a statement of its own, because the
	// snapshot of the one that takes the lock may be older than the lock.
	lockCall   = `SELECT pg_try_advisory_xact_lock($1)`
	findAnswer = `SELECT request, answer FROM idempotent_answers WHERE id = $1 AND created_at > $2`
)

// refuseRepetition is the first of a call with an Idempotency-Key in its transaction: it takes the lock of the key and looks for its
// answer, in one trip. The error is nil for a call that is not a repetition and has none under way.
func (s *Store) refuseRepetition(ctx context.Context, conn *pgxpool.Conn, key *call.IdempotencyKey) error {
	if key == nil {
		return nil
	}
	key.LookedUp = true
	var batch pgx.Batch
	batch.Queue(lockCall, key.Lock())
	batch.Queue(findAnswer, key.ID[:], s.answersSince())
	results := conn.SendBatch(ctx, &batch)
	var first bool
	err := results.QueryRow().Scan(&first)
	found := replayOf(results.QueryRow(), key)
	if err := errors.Join(err, results.Close()); err != nil {
		return err
	}
	if found == nil && !first {
		return refusedInFlight()
	}
	return found
}

// Repeated returns the *Replay for a repetition of a call that was carried out, the
// refusal of another call with the same Idempotency-Key, and nil for a new one.
func (s *Store) Repeated(ctx context.Context, key *call.IdempotencyKey) error {
	return replayOf(s.pool.QueryRow(ctx, findAnswer, key.ID[:], s.answersSince()), key)
}

// replayOf returns what the row of findAnswer means for the call.
func replayOf(row pgx.Row, key *call.IdempotencyKey) error {
	var request []byte
	var answer json.RawMessage
	err := row.Scan(&request, &answer)
	switch {
	case NotFound(err):
		return nil
	case err != nil:
		return err
	case string(request) != string(key.Request[:]):
		return problem.New(problem.IdempotencyKeyReused, "The Idempotency-Key was sent before with another body.", "")
	}
	replay := &Replay{Answer: answer, Owner: hex.EncodeToString(key.ID[:])}
	if answer[0] == '"' { // an encrypted one; any other is an object
		replay.Answer = nil
		if err := json.Unmarshal(answer, &replay.Sealed); err != nil {
			return err
		}
	}
	return replay
}

func refusedInFlight() error {
	p := problem.New(problem.IdempotencyInFlight, "A call with this Idempotency-Key is being carried out.", "")
	p.RetryAfter = time.Second
	return p
}

// keepAnswer stores the answer.
func (tx *Tx) keepAnswer(ctx context.Context, key *call.IdempotencyKey, answer any) error {
	if key == nil {
		return nil
	}
	if answer == nil {
		return ErrUnanswered
	}
	text, err := wire.Marshal(answer)
	if err != nil {
		return err
	}
	if tx.seal != nil {
		if text, err = json.Marshal(tx.seal(text, hex.EncodeToString(key.ID[:]))); err != nil {
			return err
		}
	}
	return tx.AtCommit(func(q *db.Queries) error {
		return q.IdempotentAnswerKeep(ctx, db.IdempotentAnswerKeepParams{
			ID: key.ID[:], KeyID: key.Key, Operation: tx.call.Tool, Request: key.Request[:], Answer: text, At: tx.Now,
		})
	})
}

// Conceal has the answer of the transaction, which shows a secret, encrypted where it is
// kept for repetitions of the call.
func (tx *Tx) Conceal(seal Seal) { tx.seal = seal }

// Seal encrypts a text for an owner.
type Seal func(text []byte, owner string) []byte

// PruneAnswers deletes some of the answers that have outlived their time, and returns how
// many.
func (s *Store) PruneAnswers(ctx context.Context) (rows int64, err error) {
	const few = 1000
	err = s.Task(ctx, "idempotency", func(tx *Tx) (err error) {
		rows, err = tx.IdempotentAnswerPrune(ctx, db.IdempotentAnswerPruneParams{Before: s.answersSince(), MaxRows: few})
		return err
	})
	return rows, err
}

func (s *Store) answersSince() time.Time { return s.Now().Add(-AnswersKept) }
