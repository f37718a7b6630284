package sandbox

import (
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/ops/demo"
	"github.com/storefront/storefront/server/ops/postgres"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
)

// shelf keeps prepared clusters, each under the name of what it was made with.
type shelf struct {
	folder    string // "" if there is no place for it
	name      string
	temporary bool
}

// most is the number of prepared clusters that are kept, about 20 MB each.
const most = 5

func (o Options) shelf() shelf {
	sum := sha256.Sum256([]byte(o.identity()))
	return shelf{folder: o.Cache, name: "cluster-" + hex.EncodeToString(sum[:10])}
}

// take returns the folder of the prepared cluster. fresh reports whether it was made just now; of
// many who want it at once one makes it.
func (s *shelf) take(ctx context.Context, o Options) (folder string, fresh bool, err error) {
	if err := s.place(o); err != nil {
		return "", false, err
	}
	folder = filepath.Join(s.folder, s.name)
	if s.has(folder, o) {
		return folder, false, nil
	}
	release, err := postgres.Lock(ctx, s.folder, "prepare.lock")
	if err != nil {
		return "", false, err
	}
	defer release()
	if s.has(folder, o) {
		return folder, false, nil
	}
	o.Log.Info("the sandbox is prepared; later starts take a copy", "folder", folder)
	return folder, true, o.makeCluster(ctx, func(cluster string) error { return s.put(cluster, folder) })
}

// place finds a folder that can be written: without a cache the sandbox is prepared at each start.
func (s *shelf) place(o Options) (err error) {
	if s.folder != "" {
		if err = os.MkdirAll(s.folder, 0o700); err == nil {
			return nil
		}
	}
	o.Log.Warn("there is no cache for the prepared sandbox, so each start prepares one: set HOME or XDG_CACHE_HOME to a folder that can be written", "error", err)
	if s.folder, err = newRun(context.Background(), o.Log, o.Machine()); err != nil {
		return err
	}
	s.temporary = true
	return nil
}

// close removes a shelf that is no cache.
func (s *shelf) close() {
	if s.temporary {
		_ = os.RemoveAll(s.folder) // the next start removes it
	}
}

// has reports whether the cluster is prepared, and marks it as used.
func (s *shelf) has(folder string, o Options) bool {
	if _, err := os.Stat(filepath.Join(folder, "PG_VERSION")); err != nil {
		return false
	}
	now := o.Machine()
	_ = os.Chtimes(folder, now, now) // at worst it is removed early
	return true
}

// put copies a cluster under another name and renames it when it is whole, and removes those that
// have not been used for longest.
func (s *shelf) put(cluster, folder string) error {
	draft, err := os.MkdirTemp(s.folder, "draft-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(draft)
	if err := copyTree(cluster, draft); err != nil {
		return err
	}
	if err := os.RemoveAll(folder); err != nil { // one without its first file
		return err
	}
	if err := os.Rename(draft, folder); err != nil {
		return err
	}
	return s.prune(folder)
}

func (s *shelf) prune(keep string) error {
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		return err
	}
	var kept []fs.FileInfo
	var faults []error
	for _, e := range entries {
		about, err := e.Info()
		switch {
		case err != nil || !e.IsDir():
		case strings.HasPrefix(e.Name(), "draft-"): // of a process that was killed: the lock is held
			faults = append(faults, os.RemoveAll(filepath.Join(s.folder, e.Name())))
		case e.Name() != filepath.Base(keep):
			kept = append(kept, about)
		}
	}
	slices.SortFunc(kept, func(a, b fs.FileInfo) int { return cmp.Compare(b.ModTime().UnixNano(), a.ModTime().UnixNano()) })
	for _, old := range kept[min(len(kept), most-1):] {
		faults = append(faults, os.RemoveAll(filepath.Join(s.folder, old.Name())))
	}
	return errors.Join(faults...)
}

//go:embed first.sql
var firstSQL string

// prepare makes the first state in an empty database: the demo shop and the keys, at the epoch.
// Until it is complete, the database is marked as that of a sandbox and is not used as one.
func (o Options) prepare(ctx context.Context, url string) error {
	conn, err := dial(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, firstSQL); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO sandbox.made (identity, seed, fixed) VALUES ($1, $2, $3)", o.identity(), strconv.FormatUint(o.Seed, 10), epoch)
		return err
	})
	if err != nil {
		return fmt.Errorf("mark the database: %w", err)
	}
	if _, err := store.Migrate(ctx, url); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if _, err := conn.Exec(ctx, "SELECT sandbox.adopt($1)", epoch); err != nil {
		return fmt.Errorf("adopt the schema: %w", err)
	}
	made, err := o.fill(ctx, url)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT sandbox.keep()"); err != nil {
		return fmt.Errorf("keep the first state: %w", err)
	}
	_, err = conn.Exec(ctx, "UPDATE sandbox.made SET complete = true, ids = $1", int64(made)) //nolint:gosec // it is a count
	return err
}

// fill writes the shop and the keys, and returns how many ids that took.
func (o Options) fill(ctx context.Context, url string) (made uint64, err error) {
	all := &ids{seed: o.Seed}
	st, err := store.Open(url, store.Options{
		Clock: func() time.Time { return epoch }, MaxConns: 4,
		IDs: func(*call.Call) uuid.UUID { return all.next() },
	})
	if err != nil {
		return 0, err
	}
	defer st.Close()
	if _, err := demo.Fill(call.With(ctx, call.Task("demo")), st, slog.New(slog.DiscardHandler)); err != nil {
		return 0, err
	}
	err = makeKeys(ctx, st)
	return all.made.Load(), err
}

// Quiet returns a log of what only matters if it goes wrong: what begins anew with each reset
// would hide the rest.
func Quiet(log *slog.Logger) *slog.Logger { return slog.New(warnings{log.Handler()}) }

// warnings passes on what is at least a warning.
type warnings struct{ slog.Handler }

// Enabled reports whether a level is logged.
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}
