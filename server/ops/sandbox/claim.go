package sandbox

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/store"
)

// ErrForeign is returned for a database with tables that no sandbox has made.
var ErrForeign = errors.New("the database has tables that no sandbox has made, which a sandbox would destroy: name an empty database, or leave DATABASE_URL out")

// claim prepares the configured database, which must be empty or that of a sandbox. It refuses
// any other before it changes anything.
func (o Options) claim(ctx context.Context) error {
	conn, err := dial(ctx, o.DatabaseURL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := hold(ctx, conn); err != nil {
		return err
	}
	if err := mayRestore(ctx, conn); err != nil {
		return err
	}
	made, err := isMade(ctx, conn)
	switch {
	case err != nil:
		return err
	case made:
		usable, err := o.usable(ctx, conn)
		if usable || err != nil {
			return err
		}
		if _, err := conn.Exec(ctx, "DROP SCHEMA sandbox, sandbox_first, public CASCADE; CREATE SCHEMA public"); err != nil {
			return fmt.Errorf("remove the sandbox of another program: %w", err)
		}
	default:
		if empty, err := isEmpty(ctx, conn); !empty || err != nil {
			return errors.Join(err, ErrForeign)
		}
	}
	return o.prepare(ctx, o.DatabaseURL)
}

func isMade(ctx context.Context, conn *pgx.Conn) (made bool, err error) {
	err = conn.QueryRow(ctx, "SELECT to_regclass('sandbox.made') IS NOT NULL").Scan(&made)
	return made, err
}

// ErrSandbox is returned for a database that a sandbox has made.
var ErrSandbox = errors.New("the database is that of a sandbox, whose keys everybody knows: name another one, or set STOREFRONT_SANDBOX")

// Refuse returns ErrSandbox if a sandbox has made the database. A pooler may be on the way: no
// setting of the session is needed, and no statement is prepared in one.
func Refuse(ctx context.Context, url string) error {
	parsed, err := store.ParseURL(url)
	if err != nil {
		return err
	}
	config := parsed.ConnConfig
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	made, err := isMade(ctx, conn)
	if made {
		return ErrSandbox
	}
	return err
}

// usable reports whether the first state is whole, and of this program and seed.
func (o Options) usable(ctx context.Context, conn *pgx.Conn) (usable bool, err error) {
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM sandbox.made WHERE complete AND identity = $1)", o.identity()).Scan(&usable)
	return usable, err
}

// isEmpty reports whether there is nothing but what PostgreSQL and its extensions have made.
func isEmpty(ctx context.Context, conn *pgx.Conn) (empty bool, err error) {
	err = conn.QueryRow(ctx, `SELECT NOT EXISTS (
		SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
			AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'))`).Scan(&empty)
	return empty, err
}

// mayRestore returns an error if the role may not do what a reset takes.
func mayRestore(ctx context.Context, conn *pgx.Conn) error {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx)) //nolint:errcheck // nothing was written
	if _, err := tx.Exec(ctx, "SET LOCAL session_replication_role = replica"); err != nil {
		return fmt.Errorf("the role of DATABASE_URL may not set session_replication_role, which a reset takes: use a superuser, as in the image postgres: %w", err)
	}
	return nil
}
