package postgres

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

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

// candidates returns the folders where PostgreSQL's programs may be.
func candidates(ctx context.Context) []string {
	var folders []string
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		if filepath.IsAbs(folder) {
			folders = append(folders, folder)
		}
	}
	if out, err := exec.CommandContext(ctx, "pg_config", "--bindir").Output(); err == nil {
		folders = append(folders, strings.TrimSpace(string(out)))
	}
	patterns := places[:]
	for _, cache := range cacheFolders() {
		patterns = append(patterns, filepath.Join(cache, "*", "bin"))
	}
	for _, pattern := range patterns {
		// Only a malformed pattern is an error.
		if matches, err := filepath.Glob(pattern); err == nil {
			folders = append(folders, matches...)
		}
	}
	return folders
}
