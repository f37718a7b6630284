package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/storefront/storefront/server/platform/store"
)

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

// Restore implements io.Reader.
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
