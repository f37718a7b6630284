package postgres

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// ErrNotBackup is that of a file that is no backup, or was cut off or damaged.
var ErrNotBackup = errors.New("it is no whole backup")

// ReadBackup writes the files of a backup to an empty folder and verifies them by the
// manifest, but for the configuration, which becomes that of this package. They are whole only if the error is nil; errors wrap ErrNotBackup when it is the
// backup that is at fault.
func ReadBackup(from io.Reader, folder string) (BackupHeader, error) {
	plain, err := zstd.NewReader(from)
	if err != nil {
		return BackupHeader{}, err
	}
	defer plain.Close()
	r := reading{archive: tar.NewReader(plain), folder: folder, written: map[string]digest{}}
	header, err := r.header()
	if err != nil {
		return header, faulty(err)
	}
	if err := r.files(); err != nil {
		return header, faulty(err)
	}
	if err := ownConfiguration(folder); err != nil {
		return header, err
	}
	// The end of the archive is before the checksum of zstd.
	_, err = io.Copy(io.Discard, plain)
	return header, faulty(err)
}

// ownConfiguration replaces the configuration that a backup has: it could name commands that PostgreSQL runs, libraries
// that it loads, and folders elsewhere. What this package relies on is in the arguments of the server.
func ownConfiguration(folder string) error {
	for name, content := range map[string]string{
		"postgresql.conf": "", "postgresql.auto.conf": "", "pg_ident.conf": "",
		"pg_hba.conf": "local all all trust\nlocal replication all trust\n", // as initdb is told
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), private); err != nil {
			return err
		}
	}
	for _, name := range []string{"recovery.signal", "standby.signal", "tablespace_map"} {
		if err := os.Remove(filepath.Join(folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// faulty says that the backup is at fault, unless the folder is.
func faulty(err error) error {
	if _, local := errors.AsType[*fs.PathError](err); err == nil || local {
		return err
	}
	return fmt.Errorf("%w: %w", ErrNotBackup, err)
}

// reading is a backup that is being read.
type reading struct {
	archive *tar.Reader
	folder  string
	written map[string]digest // by the name in the cluster
}

// digest is what the manifest says of a file.
type digest struct {
	size   int64
	sha256 string // in hexadecimal
}

func (r *reading) header() (h BackupHeader, err error) {
	entry, err := r.archive.Next()
	switch {
	case err != nil:
		return h, err
	case entry.Name != headerName:
		return h, fmt.Errorf("it begins with %q", entry.Name)
	}
	if err := json.NewDecoder(r.archive).Decode(&h); err != nil {
		return h, err
	}
	if h.Format != format {
		return h, fmt.Errorf("its format is %d, and this program reads %d", h.Format, format)
	}
	return h, nil
}

// files writes all files up to the manifest, which verifies them.
func (r *reading) files() error {
	for {
		entry, err := r.archive.Next()
		if errors.Is(err, io.EOF) {
			return errors.New("the manifest is missing")
		}
		if err != nil {
			return err
		}
		if entry.Name == manifestName {
			return r.verify()
		}
		if err := r.write(entry); err != nil {
			return err
		}
	}
}

func (r *reading) write(entry *tar.Header) error {
	name, found := strings.CutPrefix(entry.Name, filesPrefix)
	if !found || !filepath.IsLocal(name) {
		return fmt.Errorf("%q is no name of a file of PostgreSQL", entry.Name)
	}
	path := filepath.Join(r.folder, name)
	switch entry.Typeflag {
	case tar.TypeDir:
		return os.MkdirAll(path, 0o700)
	case tar.TypeReg:
		return r.writeFile(name, path)
	}
	return fmt.Errorf("%q is neither a file nor a folder", name)
}

func (r *reading) writeFile(name, path string) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, private)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%q is in it twice", name)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	sum := sha256.New()
	size, err := io.Copy(io.MultiWriter(file, sum), r.archive)
	r.written[name] = digest{size, hex.EncodeToString(sum.Sum(nil))}
	return err
}

// list is a backup manifest, as PostgreSQL writes it.
type list struct {
	Files []struct {
		Path      string
		Encoded   string `json:"Encoded-Path"` // in hexadecimal, of a path that is not UTF-8
		Size      int64
		Algorithm string `json:"Checksum-Algorithm"`
		Checksum  string
	}
}

// verify compares the files with the manifest. The log is not in it: PostgreSQL
// verifies each record when it starts.
func (r *reading) verify() error {
	var all list
	if err := json.NewDecoder(r.archive).Decode(&all); err != nil {
		return fmt.Errorf("the manifest: %w", err)
	}
	for _, listed := range all.Files {
		if listed.Encoded != "" || listed.Algorithm != "SHA256" {
			return fmt.Errorf("the manifest has a file that cannot be verified: %q, %s", listed.Path+listed.Encoded, listed.Algorithm)
		}
		if got, ok := r.written[listed.Path]; !ok || got != (digest{listed.Size, listed.Checksum}) {
			return fmt.Errorf("%q is not the file that was backed up", listed.Path)
		}
		delete(r.written, listed.Path)
	}
	for name := range r.written {
		if !strings.HasPrefix(name, "pg_wal/") {
			return fmt.Errorf("%q is not in the manifest", name)
		}
	}
	return nil
}
