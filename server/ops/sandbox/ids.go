package sandbox

import (
	"crypto/sha256"
	"encoding/binary"
	"sync/atomic"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
)

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
