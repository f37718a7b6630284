package call

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"

	"github.com/google/uuid"
)

// Once recognises the repetitions of a call that has an Idempotency-Key.
type Once struct {
	ID      [sha256.Size]byte // of the API key, the operation and the value together
	Key     uuid.UUID         // the API key
	Request [sha256.Size]byte // of the body
	Looked  bool              // whether an earlier call was looked for
}

// Lock returns the number of the lock in the database that a transaction takes for the
// call.
func (o *Once) Lock() int64 {
	return int64(binary.BigEndian.Uint64(o.ID[:])) //nolint:gosec // all 64 bits are the number
}

// NewOnce returns what recognises the repetitions of c, whose Idempotency-Key has this
// value. The order of the names in the body does not matter.
func NewOnce(c *Call, value string) (*Once, error) {
	decoder := json.NewDecoder(bytes.NewReader(c.Args))
	decoder.UseNumber()
	var body any
	if err := decoder.Decode(&body); err != nil {
		return nil, err
	}
	sorted, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	return &Once{ID: sha256.Sum256([]byte(string(c.Key[:]) + c.Tool + "\x00" + value)), Key: c.Key, Request: sha256.Sum256(sorted)}, nil
}
