package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// ErrNotInstalled means that no programs were found that will do.
var ErrNotInstalled = errors.New("no PostgreSQL to run: run `make postgres`, or set DATABASE_URL")

// ErrVersion means that a data folder was made by another major version than
// that of the programs.
var ErrVersion = errors.New("data folder of another PostgreSQL version")

// ErrUnavailable means that the service runs no PostgreSQL of its own on this system.
var ErrUnavailable = errors.New("the service has no PostgreSQL of its own on Windows: set DATABASE_URL to the address of one, 14 or later")

// minMajor is the oldest major version that will do.
const minMajor = 14

// Installation is an installed PostgreSQL that will do.
type Installation struct {
	BinDir string // holds initdb and postgres
	Major  int
	Minor  int
}

// Version returns the version as PostgreSQL writes it, such as "15.18".
func (i Installation) Version() string {
	return strconv.Itoa(i.Major) + "." + strconv.Itoa(i.Minor)
}

func (i Installation) newerThan(other Installation) bool {
	return i.Major > other.Major || i.Major == other.Major && i.Minor > other.Minor
}

// places are where packages put PostgreSQL's programs.
var places = [...]string{
	"/usr/lib/postgresql/*/bin",                          // Debian, Ubuntu
	"/usr/libexec/postgresql*",                           // Alpine
	"/usr/pgsql-*/bin",                                   // Red Hat, SUSE: packages of the PostgreSQL project
	"/usr/lib/postgresql*/bin",                           // SUSE
	"/usr/bin",                                           // Fedora, Red Hat, Arch
	"/usr/local/bin",                                     // Docker's official Alpine image, FreeBSD
	"/usr/local/pgsql/bin",                               // built from source
	"/opt/homebrew/opt/postgresql*/bin",                  // Homebrew on Apple silicon
	"/usr/local/opt/postgresql*/bin",                     // Homebrew on Intel
	"/home/linuxbrew/.linuxbrew/opt/postgresql*/bin",     // Homebrew on Linux
	"/opt/local/lib/postgresql*/bin",                     // MacPorts
	"/Applications/Postgres.app/Contents/Versions/*/bin", // Postgres.app
}

// Find returns the newest PostgreSQL on the system that is of version 14 or
// later, has the extension pg_trgm, and can be run by the user who would run it:
// this process's, or for root an unprivileged one.
//
// It looks in PATH, in the places of Linux distributions, Homebrew, MacPorts and
// Postgres.app, and, when none of these will do, where [Install] puts it. The
// error wraps [ErrNotInstalled], and says what was found and rejected.
func Find(ctx context.Context) (Installation, error) {
	if err := available(); err != nil {
		return Installation{}, err
	}
	a, err := defaultAccount()
	if err != nil {
		return Installation{}, fmt.Errorf("postgres: %w", err)
	}
	found, err := find(ctx, 0, a)
	if err != nil {
		return Installation{}, fmt.Errorf("postgres: %w", err)
	}
	return found, nil
}

// find returns the newest programs of the given major version, or of any when
// that is 0: the system's, which have more in them, before those that were downloaded.
func find(ctx context.Context, major int, a account) (Installation, error) {
	var folders []string
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		if filepath.IsAbs(folder) {
			folders = append(folders, folder)
		}
	}
	all := inspectAll(ctx, append(folders, matches(places[:])...), a)
	found, err := choose(major, all)
	if err == nil {
		return found, nil
	}
	var downloads []string
	for _, folder := range downloadFolders() {
		downloads = append(downloads, filepath.Join(folder, "*", "bin"))
	}
	found, err = choose(major, append(all, inspectAll(ctx, matches(downloads), a)...))
	if ctx.Err() != nil { // what was ended in the middle is not unsuitable
		return Installation{}, ctx.Err()
	}
	return found, err
}

func matches(patterns []string) (folders []string) {
	for _, pattern := range patterns {
		found, _ := filepath.Glob(pattern) // only a malformed pattern is an error
		folders = append(folders, found...)
	}
	return folders
}

// inspected is a folder of programs, and what was found in it.
type inspected struct {
	folder string
	Installation
	err error // why it will not do
}

// inspectAll inspects the folders that have a postgres. Those that this process
// cannot look into, such as root's in a PATH that was inherited, have none.
func inspectAll(ctx context.Context, folders []string, a account) []inspected {
	var all []inspected
	seen := make(map[string]bool)
	for _, folder := range folders {
		postgres, err := filepath.EvalSymlinks(filepath.Join(folder, "postgres"))
		if err != nil || seen[postgres] {
			continue
		}
		seen[postgres] = true
		// It may be a link into the folder where the other programs are.
		found, err := inspect(ctx, filepath.Dir(postgres), a)
		all = append(all, inspected{folder, found, err})
	}
	return all
}

// inspect finds out which version is in binDir, and whether the account can run
// it. The error says why it will not do.
func inspect(ctx context.Context, binDir string, a account) (Installation, error) {
	// It runs postgres as well, to compare their versions, and makes nothing.
	cmd := exec.CommandContext(ctx, filepath.Join(binDir, "initdb"), "--show", "-D", "/nonexistent")
	cmd.Dir = "/"
	cmd.Env = environment()
	cmd.SysProcAttr = a.attributes()
	out, err := cmd.CombinedOutput()
	if err != nil {
		text := strings.Join(strings.Fields(string(out)), " ")
		return Installation{}, fmt.Errorf("%s as user %s: %w: %s", cmd.Path, a.name, err, text)
	}
	found := Installation{BinDir: binDir}
	share := ""
	// Lines such as "VERSION=15.18 (Debian 15.18-0+deb12u1)" and
	// "share_path=/usr/share/postgresql/15" among others. A beta has no minor version.
	for line := range strings.Lines(string(out)) {
		switch name, value, _ := strings.Cut(strings.TrimSpace(line), "="); name {
		case "VERSION":
			_, _ = fmt.Sscanf(value, "%d.%d", &found.Major, &found.Minor)
		case "share_path":
			share = value
		}
	}
	if found.Major == 0 || share == "" {
		return Installation{}, fmt.Errorf("%s prints no version and share_path", cmd.Path)
	}
	if found.Major < minMajor {
		return Installation{}, fmt.Errorf("version %s is older than %d", found.Version(), minMajor)
	}
	if _, err := os.Stat(filepath.Join(share, "extension", "pg_trgm.control")); err != nil {
		return Installation{}, fmt.Errorf("version %s lacks the extension pg_trgm (package postgresql-contrib): %w", found.Version(), err)
	}
	return found, nil
}

// choose returns the newest of the given major version, or of any when that is 0.
// The error wraps ErrVersion when there are only others.
func choose(major int, all []inspected) (Installation, error) {
	var best, newest Installation
	var rejected []string
	for _, i := range all {
		if i.err != nil {
			rejected = append(rejected, fmt.Sprintf("%s: %v", i.folder, i.err))
			continue
		}
		if i.newerThan(newest) {
			newest = i.Installation
		}
		if (major == 0 || i.Major == major) && i.newerThan(best) {
			best = i.Installation
		}
	}
	switch {
	case best.Major > 0:
		return best, nil
	case newest.Major > 0:
		return Installation{}, fmt.Errorf("%w: it was made by PostgreSQL %d, and the newest here is %s in %s: install PostgreSQL %d",
			ErrVersion, major, newest.Version(), newest.BinDir, major)
	case len(rejected) > 0:
		return Installation{}, fmt.Errorf("%w; found but unsuitable: %s", ErrNotInstalled, strings.Join(rejected, "; "))
	}
	return Installation{}, ErrNotInstalled
}

// programs returns the programs for the cluster in a folder, or for a new one. The
// server reads only data of its own major version, so when there is data its
// version decides.
func (s *server) programs(ctx context.Context, cluster string) (Installation, error) {
	if s.found.Major != 0 {
		return s.found, nil
	}
	major, err := clusterVersion(cluster)
	if err != nil {
		return Installation{}, err
	}
	s.found, err = find(ctx, major, s.home.account)
	return s.found, err
}

// clusterVersion returns the major version that made the cluster, or 0 when
// there is none.
func clusterVersion(cluster string) (int, error) {
	name := filepath.Join(cluster, "PG_VERSION")
	content, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	major, err := strconv.Atoi(strings.TrimSpace(string(content)))
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return major, nil
}
