package site

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"hash"
	"io"
	"os"
	"time"
)

// edition is a set of files that were written together, such as the parts of a
// sitemap. They stay as they are until a newer edition replaces them, and are on
// disk, compressed: an edition of a million products takes no memory.
type edition struct {
	files map[string]*file
	at    time.Time
}

// file is a file of an edition.
type file struct {
	*os.File
	size int64
	tag  string // of its content
}

// editionWriter is an edition that is being written.
type editionWriter struct {
	files map[string]*gzipFile
}

// gzipFile compresses what is written to a file, and hashes the result.
type gzipFile struct {
	*gzip.Writer
	to     *os.File
	sum    hash.Hash
	closed bool
}

// file begins another file of the edition. The file has no name on disk, so that
// nothing is left of it when the process ends, however it ends.
func (w *editionWriter) file(name string) (*gzipFile, error) {
	to, err := os.CreateTemp("", "storefront-*")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(to.Name()) // where an open file cannot be removed, the system's own cleaning does it
	p := &gzipFile{to: to, sum: sha256.New()}
	w.files[name] = p
	p.Writer, err = gzip.NewWriterLevel(io.MultiWriter(to, p.sum), gzip.BestSpeed)
	return p, err
}

// Close ends the file. It may be called again.
func (p *gzipFile) Close() error {
	if p.closed {
		return nil
	}
	p.closed = true
	return p.Writer.Close()
}

// writeEdition writes an edition.
func writeEdition(ctx context.Context, fill func(context.Context, *editionWriter) error) (*edition, error) {
	w := &editionWriter{map[string]*gzipFile{}}
	e := &edition{map[string]*file{}, time.Now()}
	err := fill(ctx, w)
	for name, p := range w.files {
		err = errors.Join(err, p.Close())
		size, seeking := p.to.Seek(0, io.SeekEnd)
		err = errors.Join(err, seeking)
		e.files[name] = &file{p.to, size, base64.RawURLEncoding.EncodeToString(p.sum.Sum(nil)[:12])}
	}
	if err != nil {
		e.close()
		return nil, err
	}
	return e, nil
}

func (e *edition) close() {
	for _, f := range e.files {
		_ = f.Close() // it was only read since it was written
	}
}
