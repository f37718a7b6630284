// Package backup writes a running PostgreSQL cluster to a file, and makes a
// cluster of such a file.
//
// The file is a tar archive, compressed with zstd. It holds
//
//	storefront-backup.json   what it is, see Header
//	base/...                 the files of the cluster, with the log that makes them consistent
//	manifest.json            PostgreSQL's backup manifest: the size and the SHA-256 of each file
//
// The manifest comes last, so a file that was cut off is recognised, and zstd adds a checksum.
package postgres

import (
	"archive/tar"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"time"

	"github.com/klauspost/compress/zstd"
)

// Names in the archive.
const (
	headerName   = "storefront-backup.json"
	filesPrefix  = "base/"
	manifestName = "manifest.json"
)

// format is the version of the file's format.
const format = 1

// private is the mode of what is not one of PostgreSQL's own files.
const private = 0o600

// BackupHeader says what a backup is. It is the first thing in the file.
type BackupHeader struct {
	Format     int       `json:"format"`
	Program    string    `json:"program"`    // the version of storefront that made it
	PostgreSQL int       `json:"postgresql"` // the major version
	Begun      time.Time `json:"begun"`      // what was committed before is in it
}

// Backup writes a backup of the running cluster that url leads to. Calls go on
// meanwhile. What was committed before Write was called is in the backup, and
// what was committed after it returned is not.
func Backup(ctx context.Context, url, program string, to io.Writer) (BackupHeader, error) {
	header := BackupHeader{Format: format, Program: program, Begun: time.Now().UTC()}
	b, err := startBase(ctx, url)
	if err != nil {
		return header, err
	}
	header.PostgreSQL = b.major
	compressed, err := zstd.NewWriter(to, zstd.WithEncoderConcurrency(1)) // calls need the other cores
	if err == nil {
		err = errors.Join(b.write(&header, tar.NewWriter(compressed)), compressed.Close())
	}
	return header, errors.Join(err, b.close())
}

func (b *base) write(header *BackupHeader, to *tar.Writer) error {
	about, err := json.Marshal(header)
	if err != nil {
		return err
	}
	if err := addFile(to, headerName, header.Begun, about); err != nil {
		return err
	}
	if err := b.writeFiles(to); err != nil {
		return fmt.Errorf("the files of PostgreSQL: %w", err)
	}
	list, err := io.ReadAll(b.of(manifest))
	if err != nil {
		return fmt.Errorf("PostgreSQL's manifest: %w", err)
	}
	if err := b.advance(); err != nil { // the backup has succeeded only now
		return err
	}
	return errors.Join(addFile(to, manifestName, header.Begun, list), to.Close())
}

// writeFiles copies the archive of the cluster.
func (b *base) writeFiles(to *tar.Writer) error {
	files := b.of(backupArchive)
	from := tar.NewReader(files)
	for {
		entry, err := from.Next()
		if errors.Is(err, io.EOF) {
			_, err := io.Copy(io.Discard, files) // what pads the archive
			return err
		}
		if err != nil {
			return err
		}
		entry.Name = path.Join(filesPrefix, entry.Name)
		entry.Uname, entry.Gname = "", ""
		if err := to.WriteHeader(entry); err != nil {
			return err
		}
		if _, err := io.Copy(to, from); err != nil {
			return err
		}
	}
}

func addFile(to *tar.Writer, name string, at time.Time, content []byte) error {
	if err := to.WriteHeader(&tar.Header{Name: name, Mode: private, ModTime: at, Size: int64(len(content))}); err != nil {
		return err
	}
	_, err := to.Write(content)
	return err
}
