package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

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

// runs begins the names of the folders of running sandboxes.
const runs = "storefront-sandbox-"

// settings are those of a PostgreSQL whose data nobody misses.
func settings() map[string]string {
	all := postgres.VolatileSettings()
	for name, value := range map[string]string{
		"synchronous_commit": "off", "max_connections": "50", "max_wal_size": "256MB",
		"wal_level": "minimal", "max_wal_senders": "0", "max_replication_slots": "0",
	} {
		all[name] = value
	}
	return all
}

// newRun makes a folder for a sandbox, after removing those of sandboxes that were killed.
func newRun(ctx context.Context, log *slog.Logger, now time.Time) (string, error) {
	removeAbandoned(ctx, log, now)
	folder, err := os.MkdirTemp(runsFolder(), runs)
	if err != nil {
		return "", err
	}
	if os.Geteuid() == 0 { // PostgreSQL runs as another user, who must be let through
		err = os.Chmod(folder, 0o711)
	}
	return folder, err
}

// room is how many bytes of memory there must be for a sandbox, which takes a tenth of them at its
// start.
const room = 512 << 20

// runsFolder returns the folder of the folders of running sandboxes: TMPDIR if it is set, or else memory
// if there is room.
func runsFolder() string {
	if memory := postgres.InMemory(room); memory != "" && os.Getenv("TMPDIR") == "" {
		return memory
	}
	return os.TempDir()
}

// settled is the age from which a folder without a user is abandoned: a younger one may belong
// to a sandbox that is just starting.
const settled = time.Minute

func removeAbandoned(ctx context.Context, log *slog.Logger, now time.Time) {
	found, _ := filepath.Glob(filepath.Join(runsFolder(), runs+"*")) // the pattern is valid
	for _, folder := range found {
		about, err := os.Lstat(folder)
		if err != nil || !about.IsDir() || !isOurs(about) || now.Sub(about.ModTime()) < settled {
			continue
		}
		switch err := postgres.Discard(ctx, folder, log); {
		case err == nil:
			log.Info("a sandbox that was killed is removed", "folder", folder)
		case !errors.Is(err, postgres.ErrInUse) && !errors.Is(err, fs.ErrNotExist): // another start removes it too
			log.Warn("a sandbox that was killed is not removed", "folder", folder, "error", err)
		}
	}
}

// copyTree copies a folder into one that exists. Where the file system can share the content of
// files, it does.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rest, err := filepath.Rel(from, name)
		if err != nil || rest == "." {
			return err
		}
		switch target := filepath.Join(to, rest); {
		case entry.IsDir():
			return os.Mkdir(target, 0o700)
		case entry.Type().IsRegular():
			return copyFile(name, target)
		default:
			return fmt.Errorf("%s is neither a file nor a folder", name)
		}
	})
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = out.ReadFrom(in)
	return errors.Join(err, out.Close())
}
