package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
)

const (
	// archiveVersion is the newest one published for every platform below.
	archiveVersion = "16.15.0"
	// archiveBase is the place of the binaries, with all contrib extensions,
	// which github.com/zonkyio/embedded-postgres-binaries builds. (The Go library
	// embedded-postgres uses them too, but does not export how it fetches them.)
	archiveBase = "https://repo1.maven.org/maven2/io/zonky/test/postgres"
)

// archiveSums holds the SHA-256 of the archive for each platform. They are kept
// here, since a sum fetched from where the archive is proves little about it.
var archiveSums = map[string]string{
	"linux-amd64":          "653abc065c682b85d3da50168fb95dc524bd85426cdec9ce3695a550ef431df2",
	"linux-amd64-alpine":   "6bcfdb579fae7fb11e6ea2dba2cc8086c14cc58506db49ad36ce4d70de250dd6",
	"linux-arm64v8":        "f846a9989d686b7977d6eca9bc9d8b2b69e3f70c7eb60e032197d9c574a6136c",
	"linux-arm64v8-alpine": "1842bbbb3232a9f14fe86609d902f76a9b763b11f9bd1c46c1c33b6a2c874409",
	"darwin-amd64":         "1229188b99515d2160d5cb6222bc96d9c5f3a248268df3bc2dfe0047e6c233d8",
	"darwin-arm64v8":       "65b953905f0a4d46030767a6b44a52360170d69a7985f1b02aa435f2f6256a83",
}

// archive is a jar (a zip) with one file in it that counts: a .txz of bin, lib
// and share.
type archive struct {
	version string
	url     string
	sha256  string // in hexadecimal
}

// thisPlatform returns the key of archiveSums for this system.
func thisPlatform() string {
	platform := runtime.GOOS + "-" + runtime.GOARCH
	if runtime.GOARCH == "arm64" {
		platform += "v8"
	}
	// Alpine has another C library, for which there are other binaries.
	if _, err := os.Stat("/etc/alpine-release"); err == nil {
		platform += "-alpine"
	}
	return platform
}

func archiveFor(platform string) (archive, error) {
	sum, ok := archiveSums[platform]
	if !ok {
		return archive{}, fmt.Errorf("there are no binaries to download for %s: install PostgreSQL %d or later with its contrib extensions",
			platform, minMajor)
	}
	name := "embedded-postgres-binaries-" + platform
	return archive{
		version: archiveVersion,
		url:     fmt.Sprintf("%s/%s/%s/%s-%s.jar", archiveBase, name, archiveVersion, name, archiveVersion),
		sha256:  sum,
	}, nil
}

// installIn puts the archive's content into a folder named by its version. That
// folder is complete when it exists, even with several processes at once: each
// unpacks into a folder of its own and renames it, and the first one wins.
func (a archive) installIn(ctx context.Context, folder string, client *http.Client, log *slog.Logger) error {
	target := filepath.Join(folder, a.version)
	if _, err := os.Stat(target); err == nil {
		return nil
	}
	if err := makeFolder(folder, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp(folder, ".new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)

	log.Info("downloading PostgreSQL", "version", a.version, "from", a.url)
	jar := filepath.Join(work, "archive.jar")
	if err := a.download(ctx, jar, client); err != nil {
		return fmt.Errorf("download %s: %w", a.url, err)
	}
	log.Info("unpacking PostgreSQL", "into", target)
	unpacked := filepath.Join(work, "unpacked")
	if err := makeFolder(unpacked, 0o755); err != nil {
		return err
	}
	if err := unpack(jar, unpacked); err != nil {
		return fmt.Errorf("unpack %s: %w", a.url, err)
	}
	if err := os.Rename(unpacked, target); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
