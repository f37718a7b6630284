package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/storefront/storefront/server/ops/postgres"
)

// databaseName is the only database on the sandbox's own PostgreSQL: of each other one, three
// hundred files would be copied at each start.
const databaseName = "postgres"

// openOwn starts a PostgreSQL on a copy of the prepared data folder. One that cannot be used is
// made anew.
func openOwn(ctx context.Context, o Options) (*Database, error) {
	shelf := o.shelf()
	defer shelf.close()
	prepared, fresh, err := shelf.take(ctx, o)
	if err != nil {
		return nil, err
	}
	db, err := o.runOn(ctx, prepared)
	if err == nil || fresh || ctx.Err() != nil {
		return db, err
	}
	o.Log.Warn("the prepared sandbox cannot be used and is made anew", "folder", prepared, "error", err)
	if err := os.RemoveAll(prepared); err != nil {
		return nil, err
	}
	if prepared, _, err = shelf.take(ctx, o); err != nil {
		return nil, err
	}
	return o.runOn(ctx, prepared)
}

// runOn starts a PostgreSQL on a copy of a cluster, and restores the first state.
func (o Options) runOn(ctx context.Context, prepared string) (db *Database, err error) {
	folder, err := newRun(ctx, o.Log, o.Machine())
	if err != nil {
		return nil, err
	}
	options := postgres.Options{DataDir: folder, Settings: settings(), Logger: Quiet(o.Log)}
	instance, err := postgres.OpenRestored(ctx, options, func(to string) error { return copyTree(prepared, to) })
	if err != nil {
		o.discard(folder)
		return nil, err
	}
	end := func() {
		if err := instance.Close(); err != nil {
			o.Log.Error("PostgreSQL was not released", "error", err)
		}
		o.discard(instance.DataDir(), folder)
	}
	if db, err = o.connect(ctx, instance.URL(databaseName), end); err != nil {
		end()
		return nil, err
	}
	return db, nil
}

// makeCluster makes a cluster with the first state in a folder of its own, and has move take it
// from there.
func (o Options) makeCluster(ctx context.Context, move func(cluster string) error) error {
	folder, err := newRun(ctx, o.Log, o.Machine())
	if err != nil {
		return err
	}
	defer o.discard(folder)
	instance, err := postgres.Open(ctx, postgres.Options{DataDir: folder, Settings: settings(), Logger: Quiet(o.Log)})
	if err != nil {
		return err
	}
	defer o.discard(instance.DataDir())
	url := instance.URL(databaseName)
	if err = dropTemplates(ctx, url); err == nil {
		err = o.prepare(ctx, url)
	}
	if err := errors.Join(err, instance.Close()); err != nil {
		return err
	}
	return move(filepath.Join(instance.DataDir(), "cluster"))
}

// dropTemplates removes the databases that others would be made from.
func dropTemplates(ctx context.Context, url string) error {
	conn, err := dial(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for _, statement := range []string{"UPDATE pg_database SET datistemplate = false", "DROP DATABASE template0", "DROP DATABASE template1"} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("remove the templates: %w", err)
		}
	}
	return nil
}

// discard removes folders of this process, if they are still there.
func (o Options) discard(folders ...string) {
	for _, folder := range folders {
		err := postgres.Discard(context.Background(), folder, Quiet(o.Log))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			o.Log.Warn("the folder of the sandbox is not removed", "folder", folder, "error", err)
		}
	}
}
