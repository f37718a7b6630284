package postgres

import (
	"archive/tar"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/klauspost/compress/zstd"

	"github.com/storefront/storefront/server/platform/store"
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
//
// The file is a tar archive, compressed with zstd. It holds
//
//	storefront-backup.json   what it is, see BackupHeader
//	base/...                 the files of the cluster, with the log that makes them consistent
//	manifest.json            PostgreSQL's backup manifest: the size and the SHA-256 of each file
//
// The manifest comes last, so a file that was cut off is recognised, and zstd adds a checksum.
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

// framed is the first major version of PostgreSQL that begins each message of a
// base backup with its kind.
const framed = 15

// base is a base backup that PostgreSQL sends: the files of the cluster as one
// tar archive, and then a manifest of them.
type base struct {
	ctx   context.Context // io.Reader has none
	conn  *pgconn.PgConn
	major int
	part  part   // that is being sent
	left  []byte // of the last message; it is valid until the next one

	tablespaces bool // whether the rows that are being sent name tablespaces
}

// part is a part of a base backup.
type part int

const (
	nothing part = iota
	backupArchive
	manifest
	everything // has been sent
)

// startBase connects to PostgreSQL as a replica does and asks for a base backup, beginning
// with a checkpoint. PostgreSQL keeps the log that belongs to it until close.
func startBase(ctx context.Context, url string) (*base, error) {
	parsed, err := store.ParseURL(url)
	if err != nil {
		return nil, err
	}
	config := &parsed.ConnConfig.Config
	config.RuntimeParams["replication"] = "true"
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return nil, senders(err)
	}
	b := &base{ctx: ctx, conn: conn}
	if err := b.start(); err != nil {
		return nil, errors.Join(senders(err), b.close())
	}
	return b, nil
}

// senders explains why a server that an older program started makes no backup.
func senders(err error) error {
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok && (failed.Code == "53300" || failed.Code == "55000") {
		return fmt.Errorf("PostgreSQL sends no backup: either two are being made, or an older storefront started it; then stop that and start it again: %w", err)
	}
	return err
}

func (b *base) start() error {
	var err error
	if b.major, err = strconv.Atoi(majorOf(b.conn.ParameterStatus("server_version"))); err != nil {
		return fmt.Errorf("the version of PostgreSQL: %w", err)
	}
	slot := "CREATE_REPLICATION_SLOT storefront_backup_" + strconv.FormatUint(uint64(b.conn.PID()), 10) + " TEMPORARY PHYSICAL RESERVE_WAL"
	if _, err := b.conn.Exec(b.ctx, slot).ReadAll(); err != nil {
		return err
	}
	command := "BASE_BACKUP (LABEL 'storefront', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')"
	if b.major < framed {
		command = "BASE_BACKUP LABEL 'storefront' FAST WAL MANIFEST 'yes' MANIFEST_CHECKSUMS 'SHA256'"
	}
	b.conn.Frontend().SendQuery(&pgproto3.Query{String: command})
	if err := b.conn.Frontend().Flush(); err != nil {
		return err
	}
	return b.advance()
}

// majorOf returns the major version of "15.18 (Debian 15.18-0+deb12u1)".
func majorOf(version string) string {
	for i, c := range version {
		if c < '0' || c > '9' {
			return version[:i]
		}
	}
	return version
}

// errTablespaces is that of a cluster whose data is elsewhere too.
var errTablespaces = errors.New("the cluster has tablespaces of its own, which this backup does not include: use pg_basebackup")

// advance receives messages until there is data, or everything was sent.
func (b *base) advance() error {
	for len(b.left) == 0 && b.part != everything {
		message, err := b.conn.ReceiveMessage(b.ctx)
		if err != nil {
			return err
		}
		if err := b.take(message); err != nil {
			return err
		}
	}
	return nil
}

func (b *base) take(message pgproto3.BackendMessage) error {
	switch m := message.(type) {
	case *pgproto3.ErrorResponse:
		return pgconn.ErrorResponseToPgError(m)
	case *pgproto3.RowDescription:
		b.tablespaces = len(m.Fields) > 0 && string(m.Fields[0].Name) == "spcoid"
	case *pgproto3.DataRow:
		if b.tablespaces && m.Values[0] != nil { // NULL is the cluster itself
			return errTablespaces
		}
	case *pgproto3.CopyOutResponse:
		if b.major < framed {
			b.part++
		}
	case *pgproto3.CopyData:
		return b.takeData(m.Data)
	case *pgproto3.ReadyForQuery:
		if b.part != manifest {
			return errors.New("PostgreSQL sent no manifest of its base backup")
		}
		b.part = everything
	}
	return nil
}

// takeData takes the data of a message, whose first byte is its kind since PostgreSQL 15.
func (b *base) takeData(data []byte) error {
	if b.major < framed {
		b.left = data
		return nil
	}
	if len(data) == 0 {
		return errors.New("PostgreSQL sent an empty message in its base backup")
	}
	switch data[0] {
	case 'n':
		b.part = backupArchive
	case 'm':
		b.part = manifest
	case 'd':
		b.left = data[1:]
	}
	return nil
}

// of returns a reader of the rest of a part.
func (b *base) of(p part) io.Reader { return &partReader{b, p} }

type partReader struct {
	*base
	of part
}

// Read implements io.Reader.
func (r *partReader) Read(into []byte) (int, error) {
	if err := r.advance(); err != nil {
		return 0, err
	}
	if r.part != r.of {
		return 0, io.EOF
	}
	n := copy(into, r.left)
	r.left = r.left[n:]
	return n, nil
}

// close ends the connection, and with it a backup that is under way.
func (b *base) close() error {
	return b.conn.Close(context.WithoutCancel(b.ctx))
}
