package catalog

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/storefront/storefront/server/shop/catalog/internal/index"
)

// The files of snapshots in the folder.
const (
	snapshotName = "products.index"
	unfinished   = snapshotName + ".*.new"
)

const (
	savedEach   = 15 * time.Minute // how often a snapshot is written, if a product has changed in more than price and stock
	savedAtStop = 5 * time.Second  // how long a stopping service may write one
	abandoned   = 10 * time.Minute // the age from which an unfinished file is that of a process that was killed
)

// snapshots keeps the index in a file, so that the next start need not fill it from
// the database. What is read from the file is compared with every product of the
// database before it is used. Its methods must not run at the same time.
type snapshots struct {
	folder string // "" for none
	saved  uint64 // index.Revision of the index in the file
}

// restore fills the index from the file, and reports whether it could.
func (m *Memory) restore(ctx context.Context) bool {
	if m.index == nil || m.snapshots.folder == "" {
		return false
	}
	began := time.Now()
	name := filepath.Join(m.snapshots.folder, snapshotName)
	identity, err := m.identity(ctx)
	if err != nil {
		m.log.Warn("the snapshot of the index is not used", "file", name, "error", err)
		return false
	}
	err = m.restoreFrom(name, identity)
	switch {
	case err == nil:
		m.snapshots.saved = m.index.Revision()
		m.log.Info("the index of the products is read from its snapshot; it is compared with the database next", "products", m.index.Len(), "took", time.Since(began))
	case errors.Is(err, fs.ErrNotExist):
	case errors.Is(err, index.ErrForeign): // the next one takes its place
		m.log.Info("the snapshot of the index is not used", "file", name, "reason", err)
	default:
		m.log.Warn("the snapshot of the index is not used, and deleted", "file", name, "error", err)
		_ = os.Remove(name)
	}
	return err == nil
}

func (m *Memory) restoreFrom(name, identity string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	about, err := file.Stat()
	if err != nil {
		return err
	}
	return m.index.Load(file, about.Size(), identity)
}

// save writes a snapshot, if the index differs from the last one by more than what
// the database says of each product at the next start anyway.
func (m *Memory) save(ctx context.Context) {
	if m.index == nil || m.snapshots.folder == "" || m.index.Revision() == m.snapshots.saved {
		return
	}
	began, revision := time.Now(), m.index.Revision()
	size, err := m.saveIn(ctx, m.snapshots.folder)
	if err != nil {
		m.log.Warn("no snapshot of the index is written; the next start takes longer", "folder", m.snapshots.folder, "error", err)
		return
	}
	m.snapshots.saved = revision
	m.log.Info("a snapshot of the index is written", "bytes", size, "took", time.Since(began))
}

// saveIn writes a new file and gives it its name when it is on the disk.
func (m *Memory) saveIn(ctx context.Context, folder string) (size int64, err error) {
	removeAbandoned(folder)
	identity, err := m.identity(ctx)
	if err != nil {
		return 0, err
	}
	file, err := os.CreateTemp(folder, unfinished) // with mode 0600
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	defer file.Close()
	out := &careful{ctx: ctx, file: file, folder: folder, useful: m.isSynced}
	buffered := bufio.NewWriterSize(out, 1<<20)
	if err := errors.Join(m.index.Save(buffered, identity), buffered.Flush(), file.Sync()); err != nil {
		return 0, err
	}
	if err := os.Rename(file.Name(), filepath.Join(folder, snapshotName)); err != nil {
		return 0, err
	}
	return out.written, syncFolder(folder)
}

// removeAbandoned removes what processes left that were killed while they wrote.
func removeAbandoned(folder string) {
	names, _ := filepath.Glob(filepath.Join(folder, unfinished))
	for _, name := range names {
		if about, err := os.Stat(name); err == nil && time.Since(about.ModTime()) > abandoned {
			_ = os.Remove(name)
		}
	}
}

func syncFolder(name string) error {
	folder, err := os.Open(name)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}

// leastFree is how many bytes of the disk are left to others: it may be that of the
// database.
const leastFree = 512 << 20

var errNoRoom = errors.New("the disk has too little room")

var errOutdated = errors.New("the index has to be compared with the database again, which goes first")

// careful writes to a file until its context ends, the disk is nearly full, or it is
// no longer useful.
type careful struct {
	ctx     context.Context
	file    io.Writer
	folder  string
	useful  func() bool
	written int64
	checked int64 // how much was written at the last look at the disk
}

func (c *careful) Write(b []byte) (int, error) {
	const often = 32 << 20
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	if !c.useful() {
		return 0, errOutdated
	}
	if c.written == 0 || c.written-c.checked > often {
		c.checked = c.written
		if free, known := freeBytes(c.folder); known && free < leastFree {
			return 0, errNoRoom
		}
	}
	n, err := c.file.Write(b)
	c.written += int64(n)
	return n, err
}

// identity tells apart what the index depends on besides the products: the program,
// which decides what the index has of a product and how, and the database.
func (m *Memory) identity(ctx context.Context) (string, error) {
	program, err := programDigest()
	if err != nil {
		return "", err
	}
	database, err := m.store.Identity(ctx)
	return program + " " + database, err
}

// programDigest returns a digest of the running program. Any other program makes a
// snapshot of its own: nobody has to remember what of it the index depends on.
var programDigest = sync.OnceValues(func() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	digest := sha256.New()
	_, err = io.Copy(digest, file)
	return fmt.Sprintf("%x", digest.Sum(nil)), err
})
