package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// minMajor is the oldest major version that will do.
const minMajor = 14

// Installation is an installed PostgreSQL that will do.
type Installation struct {
	BinDir   string // holds initdb and postgres
	ShareDir string // holds extension/pg_trgm.control
	Major    int
	Minor    int
}

// Version returns the version as PostgreSQL writes it, such as "15.18".
func (i Installation) Version() string {
	return strconv.Itoa(i.Major) + "." + strconv.Itoa(i.Minor)
}

func (i Installation) newerThan(other Installation) bool {
	if i.Major != other.Major {
		return i.Major > other.Major
	}
	return i.Minor > other.Minor
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
	found, err := parseShow(string(out))
	if err != nil {
		return Installation{}, fmt.Errorf("%s: %w", cmd.Path, err)
	}
	found.BinDir = binDir
	return found, found.check()
}

// parseShow reads the version and the share folder from what initdb --show
// prints: lines such as "VERSION=15.18 (Debian 15.18-0+deb12u1)" and
// "share_path=/usr/share/postgresql/15" among others.
func parseShow(out string) (Installation, error) {
	var found Installation
	for line := range strings.Lines(out) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch name {
		case "VERSION":
			// The minor version of a beta is missing, and stays 0.
			if n, _ := fmt.Sscanf(value, "%d.%d", &found.Major, &found.Minor); n == 0 {
				return Installation{}, fmt.Errorf("version %q is not understood", value)
			}
		case "share_path":
			found.ShareDir = value
		}
	}
	if found.Major == 0 || found.ShareDir == "" {
		return Installation{}, errors.New("it prints no version and share_path")
	}
	return found, nil
}

// check tells why the installation will not do.
func (i Installation) check() error {
	if i.Major < minMajor {
		return fmt.Errorf("version %s is older than %d", i.Version(), minMajor)
	}
	if _, err := os.Stat(filepath.Join(i.ShareDir, "extension", "pg_trgm.control")); err != nil {
		return fmt.Errorf("version %s lacks the extension pg_trgm (package postgresql-contrib): %w", i.Version(), err)
	}
	return nil
}
