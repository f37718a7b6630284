package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/pressly/goose/v3"
)

// ErrNewerSchema is wrapped by the error about a database that only a newer
// program may use.
var ErrNewerSchema = errors.New("the schema of the database is newer than this program")

// refuseNewer refuses a database with migrations that this program does not
// know, unless each of them records that this program may still use the
// database, as in a rolling upgrade.
func refuseNewer(ctx context.Context, p *goose.Provider, conn *sql.DB) error {
	applied, known, err := p.GetVersions(ctx)
	if err != nil || applied <= known {
		return err
	}
	// A migration without a record asks for a program that knows it.
	const refusing = `
		SELECT m.version_id, coalesce(c.oldest, m.version_id)
		FROM goose_db_version m LEFT JOIN schema_compatibility c ON c.version = m.version_id
		WHERE m.version_id > $1 AND coalesce(c.oldest, m.version_id) > $1
		ORDER BY m.version_id LIMIT 1`
	var migration, oldest int64
	err = conn.QueryRowContext(ctx, refusing, known).Scan(&migration, &oldest)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("%w: the program knows version %d and the database has version %d; migration %d needs a program that knows version %d",
		ErrNewerSchema, known, applied, migration, oldest)
}
