package index

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"

	"github.com/google/uuid"
)

// A section of a snapshot is the number of its bytes, in 8 bytes, these, and in 4
// bytes their checksum.

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sectionHead and sectionTail are the sizes of what surrounds the bytes.
const (
	sectionHead = 8
	sectionTail = 4
)

// blockSize is how much is converted at once. It is a multiple of all sizes of
// elements.
const blockSize = 1 << 18

// element is what a column consists of.
type element interface {
	byte | uint16 | uint32 | uint64 | int64 | uuid.UUID
}

// sectionWriter writes sections. After an error it writes nothing.
type sectionWriter struct {
	w     io.Writer
	block []byte
	err   error
}

func (s *sectionWriter) write(b []byte) {
	if s.err == nil {
		_, s.err = s.w.Write(b)
	}
}

func (s *sectionWriter) flush() error { return s.err }

// put writes a column as a section.
func put[T element](s *sectionWriter, column []T) {
	size := binary.Size(column)
	s.write(binary.LittleEndian.AppendUint64(nil, uint64(size)))
	sum := uint32(0)
	atOnce := blockSize / max(binary.Size(make([]T, 1)), 1)
	for len(column) > 0 && s.err == nil {
		n := min(len(column), atOnce)
		s.block = appendColumn(s.block[:0], column[:n])
		sum = crc32.Update(sum, castagnoli, s.block)
		s.write(s.block)
		column = column[n:]
	}
	s.write(binary.LittleEndian.AppendUint32(nil, sum))
}

func appendColumn[T element](to []byte, column []T) []byte {
	switch c := any(column).(type) {
	case []byte:
		return append(to, c...)
	case []uint16:
		for _, v := range c {
			to = binary.LittleEndian.AppendUint16(to, v)
		}
	case []uint32:
		for _, v := range c {
			to = binary.LittleEndian.AppendUint32(to, v)
		}
	case []uint64:
		for _, v := range c {
			to = binary.LittleEndian.AppendUint64(to, v)
		}
	case []int64:
		for _, v := range c {
			to = binary.LittleEndian.AppendUint64(to, uint64(v))
		}
	case []uuid.UUID:
		for i := range c {
			to = append(to, c[i][:]...)
		}
	}
	return to
}

// sectionReader reads sections. After an error it returns nothing.
type sectionReader struct {
	r     io.Reader
	left  int64 // bytes of the file
	block []byte
	err   error
}

var errChecksum = errors.New("a checksum is wrong")

func (s *sectionReader) read(into []byte) {
	if s.err != nil {
		return
	}
	if s.left -= int64(len(into)); s.left < 0 {
		s.err = io.ErrUnexpectedEOF
		return
	}
	_, s.err = io.ReadFull(s.r, into)
}

// get reads a column. It takes no more memory than the file has bytes.
func get[T element](s *sectionReader) []T {
	var head [sectionHead]byte
	s.read(head[:])
	size := binary.LittleEndian.Uint64(head[:])
	each := binary.Size(make([]T, 1))
	if s.err == nil && (s.left < sectionTail || size > uint64(s.left-sectionTail) || size%uint64(each) != 0) {
		s.err = errDamaged
	}
	if s.err != nil {
		return nil
	}
	column := make([]T, size/uint64(each))
	if s.block == nil {
		s.block = make([]byte, blockSize)
	}
	sum := uint32(0)
	for rest := column; len(rest) > 0 && s.err == nil; {
		n := min(len(rest), blockSize/each)
		block := s.block[:n*each]
		s.read(block)
		sum = crc32.Update(sum, castagnoli, block)
		fillColumn(rest[:n], block)
		rest = rest[n:]
	}
	var tail [sectionTail]byte
	if s.read(tail[:]); s.err == nil && binary.LittleEndian.Uint32(tail[:]) != sum {
		s.err = errChecksum
	}
	if s.err != nil {
		return nil
	}
	return column
}

func fillColumn[T element](column []T, from []byte) {
	switch c := any(column).(type) {
	case []byte:
		copy(c, from)
	case []uint16:
		for i := range c {
			c[i] = binary.LittleEndian.Uint16(from[2*i:])
		}
	case []uint32:
		for i := range c {
			c[i] = binary.LittleEndian.Uint32(from[4*i:])
		}
	case []uint64:
		for i := range c {
			c[i] = binary.LittleEndian.Uint64(from[8*i:])
		}
	case []int64:
		for i := range c {
			c[i] = int64(binary.LittleEndian.Uint64(from[8*i:]))
		}
	case []uuid.UUID:
		for i := range c {
			copy(c[i][:], from[16*i:])
		}
	}
}

// writing and reading are the two columners.
type writing struct{ *sectionWriter }

func (w writing) bytes(c *[]byte)     { put(w.sectionWriter, *c) }
func (w writing) halves(c *[]uint16)  { put(w.sectionWriter, *c) }
func (w writing) numbers(c *[]uint32) { put(w.sectionWriter, *c) }
func (w writing) longs(c *[]uint64)   { put(w.sectionWriter, *c) }
func (w writing) signed(c *[]int64)   { put(w.sectionWriter, *c) }
func (w writing) ids(c *[]uuid.UUID)  { put(w.sectionWriter, *c) }

type reading struct{ *sectionReader }

func (r reading) bytes(c *[]byte)     { *c = get[byte](r.sectionReader) }
func (r reading) halves(c *[]uint16)  { *c = get[uint16](r.sectionReader) }
func (r reading) numbers(c *[]uint32) { *c = get[uint32](r.sectionReader) }
func (r reading) longs(c *[]uint64)   { *c = get[uint64](r.sectionReader) }
func (r reading) signed(c *[]int64)   { *c = get[int64](r.sectionReader) }
func (r reading) ids(c *[]uuid.UUID)  { *c = get[uuid.UUID](r.sectionReader) }
