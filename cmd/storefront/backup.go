package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/postgres"
)

// errNotOwn is that of a backup of a PostgreSQL that is not the service's own.
var errNotOwn = errors.New("DATABASE_URL is set: this command is for the service's own PostgreSQL; docs/operate.md says how a server is backed up")

// standardStream is the FILE that means standard input or output.
const standardStream = "-"

type backupCommand struct {
	To              string `required:"" placeholder:"FILE" help:"File to write; it must not exist. - is standard output."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run writes the backup to another file first and renames that when it is complete
// and on disk.
func (c *backupCommand) Run(ctx context.Context) error {
	if c.DatabaseURL != "" {
		return errNotOwn
	}
	if c.To == standardStream {
		return c.write(ctx, os.Stdout)
	}
	if _, err := os.Lstat(c.To); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s exists: a backup never replaces another file", c.To), err)
	}
	file, err := os.CreateTemp(filepath.Dir(c.To), filepath.Base(c.To)+".partial-")
	if err != nil {
		return err
	}
	err = c.write(ctx, file)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), c.To)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return syncFolder(filepath.Dir(c.To))
}

// write writes the backup of the own PostgreSQL, which is started if it is not running. The schema stays as it is.
func (c *backupCommand) write(ctx context.Context, to io.Writer) error {
	db, err := openDatabase(ctx, c.Database, c.Logger(os.Stderr))
	if err != nil {
		return err
	}
	defer db.close()
	counting := &countingWriter{Writer: to}
	header, err := postgres.Backup(ctx, db.url, config.Version(), counting)
	if err != nil {
		return fmt.Errorf("no backup was made: %w", err)
	}
	fmt.Fprintf(os.Stderr, "%d bytes, with everything that was acknowledged before %s.\n", counting.written, header.Begun.Format(time.RFC3339))
	fmt.Fprintf(os.Stderr, "The key of the secrets is not in it: keep %s too, in another place.\n", filepath.Join(db.folder, keyFile))
	return nil
}

type restoreCommand struct {
	From            string `required:"" placeholder:"FILE" help:"File that backup has written. - is standard input."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run restores a data folder and starts PostgreSQL in it once, which makes it consistent.
func (c *restoreCommand) Run(ctx context.Context) error {
	if c.DatabaseURL != "" {
		return errNotOwn
	}
	from := os.Stdin
	if c.From != standardStream {
		var err error
		if from, err = os.Open(c.From); err != nil {
			return err
		}
		defer from.Close()
	}
	log := c.Logger(os.Stderr)
	var header postgres.BackupHeader
	err := postgres.Restore(ctx, postgres.Options{DataDir: c.Data, Logger: log}, func(folder string) (err error) {
		header, err = postgres.ReadBackup(from, folder)
		return err
	})
	if err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	db, err := openDatabase(ctx, c.Database, log)
	if err != nil {
		return fmt.Errorf("the files were restored, but PostgreSQL does not start: %w", err)
	}
	defer db.close()
	fmt.Printf("%s is as it was at %s. Keys that were revoked and people who were erased after that are back: docs/operate.md.\n",
		db.folder, header.Begun.Format(time.RFC3339))
	return nil
}

// countingWriter counts the bytes that are written.
type countingWriter struct {
	io.Writer
	written int64
}

// Write implements io.Writer.
func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.written += int64(n)
	return n, err
}

// syncFolder writes to disk which files are in a folder.
func syncFolder(name string) error {
	folder, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
