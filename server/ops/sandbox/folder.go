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
