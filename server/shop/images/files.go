package images

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// files keeps the files of pictures by their names. A file never changes, so that to put it again does no harm. It is
// removed while tx has the row of the picture locked, for which putting it again waits.
type files interface {
	put(ctx context.Context, name string, content []byte) error
	get(ctx context.Context, name string) ([]byte, error) // errNoFile when there is none
	remove(ctx context.Context, tx *store.Tx, names []string) error
}

var errNoFile = errors.New("there is no such file")

// inDatabase is the setting for pictures in the database.
const inDatabase = "database"

// open returns what keeps the files, by STOREFRONT_IMAGES.
func open(s *store.Store, setting string) (files, error) {
	var to files
	var err error
	switch {
	case setting == "" || setting == inDatabase:
		return database{s}, nil
	case filepath.IsAbs(setting):
		to, err = openDisk(setting)
	case strings.HasPrefix(setting, "s3://"), strings.HasPrefix(setting, "s3+http://"):
		to, err = openBucket(setting)
	default:
		err = errors.New("neither database, the absolute path of a folder, nor s3://id:secret@host/bucket")
	}
	if err != nil {
		return nil, fmt.Errorf("STOREFRONT_IMAGES is %w", err)
	}
	return moved{to, database{s}}, nil
}

// database keeps the files in the database.
type database struct{ store *store.Store }

func (d database) put(ctx context.Context, name string, content []byte) error {
	return d.store.Task(ctx, "images.put", func(tx *store.Tx) error {
		return tx.ImageFilePut(ctx, db.ImageFilePutParams{Name: name, Content: content})
	})
}

func (d database) get(ctx context.Context, name string) ([]byte, error) {
	content, err := d.store.Read().ImageFileGet(ctx, name)
	if store.NotFound(err) {
		return nil, errNoFile
	}
	return content, err
}

func (database) remove(ctx context.Context, tx *store.Tx, names []string) error {
	return tx.ImageFilesDelete(ctx, names)
}

// moved keeps new files elsewhere than those from before the setting was changed.
type moved struct {
	files
	before files
}

func (m moved) get(ctx context.Context, name string) ([]byte, error) {
	content, err := m.files.get(ctx, name)
	if errors.Is(err, errNoFile) {
		return m.before.get(ctx, name)
	}
	return content, err
}

func (m moved) remove(ctx context.Context, tx *store.Tx, names []string) error {
	if err := m.files.remove(ctx, tx, names); err != nil {
		return err
	}
	return m.before.remove(ctx, tx, names)
}
