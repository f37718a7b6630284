package sandbox

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/storefront/storefront/server/ops/postgres"
)

// databaseName is the database on the sandbox's own PostgreSQL.
const databaseName = "storefront"

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
	if err := postgres.Restore(ctx, options, func(to string) error { return copyTree(prepared, to) }); err != nil {
		o.discard(folder)
		return nil, err
	}
	instance, err := postgres.Open(ctx, options)
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
	err = instance.EnsureDatabase(ctx, databaseName)
	if err == nil {
		err = o.prepare(ctx, instance.URL(databaseName))
	}
	if err := errors.Join(err, instance.Close()); err != nil {
		return err
	}
	return move(filepath.Join(instance.DataDir(), "cluster"))
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
