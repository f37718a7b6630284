package paging

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/wire"
)

// sumSize is the length of the checksum in bytes.
const sumSize = 12

var encoding = base64.RawURLEncoding.Strict()

// EncodeCursor returns the cursor for a position in a list. query is everything that
// decides what is listed, and in which order. Both are encoded as JSON, so that every
// replica accepts the cursor, with a checksum that says which list it belongs to: it is
// not a secret and protects nothing. The errors are those of json.Marshal.
func EncodeCursor(list string, query, position any) (string, error) {
	payload, err := json.Marshal(position)
	if err != nil {
		return "", err
	}
	sum, err := checksum(list, query, payload)
	return encoding.EncodeToString(append(sum, payload...)), err
}

// DecodeCursor reads the position of a cursor that EncodeCursor returned for the same list
// and an equal query. Any other text is refused: 422 validation_failed.
func DecodeCursor(text, list string, query, position any) error {
	decoded, err := encoding.DecodeString(text)
	if err != nil || len(decoded) < sumSize {
		return ForeignCursor()
	}
	sum, payload := decoded[:sumSize], decoded[sumSize:]
	want, err := checksum(list, query, payload)
	if err != nil {
		return err
	}
	if !bytes.Equal(sum, want) || json.Unmarshal(payload, position) != nil {
		return ForeignCursor()
	}
	return nil
}

// Cut returns the rows of a page out of those that were read, one more than limit where another page follows, and the cursor of
// that page or else nil. place says where a row stands in the list.
func Cut[R any](rows []R, limit int, list string, query any, place func(*R) any) ([]R, *string, error) {
	if len(rows) <= limit {
		return rows, nil, nil
	}
	rows = rows[:limit]
	next, err := EncodeCursor(list, query, place(&rows[limit-1]))
	return rows, &next, err
}

// SortKey is what the rows of a list by time are sorted by, and so a row's place in the list.
type SortKey struct {
	At time.Time
	ID uuid.UUID // decides between rows of the same time
}

// BeforeNewest is a key that comes before that of every row in a list of the newest first.
var BeforeNewest = SortKey{At: time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC), ID: uuid.Max}

// Place is where a page of a list by time ends.
type Place struct {
	SortKey

	Asked time.Time `json:",omitzero"` // of calendar.Span, at the first page
}

// Asked returns when the first page of a list was asked for, of whose next page this is the cursor, if its period has a name:
// the day may be over since, and the next page is of the same one. Without a cursor, and by any other, it is now. DecodeCursor has
// yet to accept the cursor.
func Asked(cursor *string, now time.Time) time.Time {
	if cursor == nil {
		return now
	}
	var end Place
	decoded, err := encoding.DecodeString(*cursor)
	if err != nil || len(decoded) < sumSize || json.Unmarshal(decoded[sumSize:], &end) != nil || end.Asked.IsZero() {
		return now
	}
	return end.Asked
}

// Query is everything in a request that decides what is listed and in which order, in one spelling:
// filters, which has neither the period nor the page, and the ends of the period, nil where it is open.
func Query(filters any, from *wire.From, to *wire.Time) (json.RawMessage, error) {
	var period [2]int64
	if from != nil {
		period[0] = from.UnixMilli()
	}
	if to != nil {
		period[1] = to.UnixMilli()
	}
	return json.Marshal([]any{filters, from != nil, to != nil, period})
}

// CursorWithoutOffset refuses an offset beside a cursor: 422 validation_failed.
func CursorWithoutOffset(cursor *string, offset int64) error {
	if cursor == nil || offset == 0 {
		return nil
	}
	return problem.Invalid("/offset", schema.CodeMaximum, "must be left out beside cursor", `Remove "offset" from the body.`, schema.Correction{Do: schema.Remove})
}

// ForeignCursor is the refusal of a cursor of another list or query.
func ForeignCursor() error {
	return problem.Invalid("/cursor", schema.CodeFormat,
		"must be the nextCursor of a call with the same filters and sort, as it was", `Remove "cursor" from the body.`, schema.Correction{Do: schema.Remove})
}

func checksum(list string, query any, payload []byte) ([]byte, error) {
	text, err := json.Marshal([]any{list, query, payload})
	sum := sha256.Sum256(text)
	return sum[:sumSize:sumSize], err
}
