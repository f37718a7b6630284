package postgres

import (
	"archive/tar"
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/ulikunitz/xz"
)

const (
	// archiveVersion is the newest one published for every platform below.
	archiveVersion = "16.15.0"
	// archiveBase is the place of the binaries, with all contrib extensions,
	// which github.com/zonkyio/embedded-postgres-binaries builds. (The Go library
	// embedded-postgres uses them too, but does not export how it fetches them.)
	archiveBase = "https://repo1.maven.org/maven2/io/zonky/test/postgres"
	// downloadLimit is the time a download may take: 15 MB on a slow line.
	downloadLimit = 15 * time.Minute
	// maxDownload is well above the size in bytes of any archive.
	maxDownload = 256 << 20
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

// Install makes sure that there is a PostgreSQL to run, and returns it. It does
// nothing when [Find] finds one. Otherwise it downloads the binaries that the
// project embedded-postgres-binaries publishes on Maven Central, into the user's
// cache folder (root: /var/cache/storefront). It says on log what it does.
func Install(ctx context.Context, log *slog.Logger) (Installation, error) {
	found, err := Find(ctx)
	if err == nil {
		log.Info("PostgreSQL is installed", "version", found.Version(), "programs", found.BinDir)
		return found, nil
	}
	if !errors.Is(err, ErrNotInstalled) {
		return Installation{}, err
	}
	log.Info("PostgreSQL must be installed", "reason", err)
	a, err := archiveFor(thisPlatform())
	if err == nil {
		err = a.install(ctx, log)
	}
	if err != nil {
		return Installation{}, fmt.Errorf("postgres: %w; or install PostgreSQL %d or later with its contrib extensions yourself", err, minMajor)
	}
	if found, err = Find(ctx); err != nil {
		return Installation{}, fmt.Errorf("after the installation: %w", err)
	}
	log.Info("PostgreSQL is installed now", "version", found.Version(), "programs", found.BinDir)
	return found, nil
}

// downloadFolders returns the folders that may hold downloaded versions, best first,
// each version in a folder of its name. Root has one that the unprivileged user who runs the programs can
// enter, and runs nothing of a user's; others may have no home, or one that cannot be
// written.
func downloadFolders() []string {
	const all = "/var/cache/storefront/postgresql"
	self := newAccount(os.Geteuid(), os.Getegid())
	if self.uid == 0 {
		return []string{all}
	}
	var folders []string
	if dir, err := os.UserCacheDir(); err == nil {
		folders = append(folders, filepath.Join(dir, "storefront", "postgresql"))
	}
	// Programs will be run from there, so nobody else may have put them there.
	last := fmt.Sprintf("/var/tmp/storefront-postgresql-%d", self.uid)
	if _, err := os.Lstat(last); errors.Is(err, fs.ErrNotExist) || checkPrivate(last, self) == nil {
		folders = append(folders, last)
	}
	return append(folders, all)
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
		return archive{}, fmt.Errorf("there are no binaries to download for %s", platform)
	}
	name := "embedded-postgres-binaries-" + platform
	url := fmt.Sprintf("%s/%s/%s/%s-%s.jar", archiveBase, name, archiveVersion, name, archiveVersion)
	return archive{archiveVersion, url, sum}, nil
}

// install puts the archive into the first folder that can be written.
func (a archive) install(ctx context.Context, log *slog.Logger) error {
	var faults []error
	for _, folder := range downloadFolders() {
		err := a.installIn(ctx, folder, http.DefaultClient, log)
		if _, local := errors.AsType[*fs.PathError](err); !local {
			return err
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// installIn puts the archive's content into a folder named by its version. That
// folder is complete when it exists, even with several processes at once: each
// unpacks into a folder of its own and renames it, and the first one wins.
func (a archive) installIn(ctx context.Context, folder string, client *http.Client, log *slog.Logger) error {
	target := filepath.Join(folder, a.version)
	if _, err := os.Stat(target); err == nil {
		return nil
	}
	mode := fs.FileMode(0o700)
	if os.Geteuid() == 0 {
		mode = 0o755
	}
	if err := makeFolder(folder, mode); err != nil {
		return err
	}
	work, err := os.MkdirTemp(folder, ".new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)

	log.Info("downloading PostgreSQL", "version", a.version, "from", a.url)
	jar, unpacked := filepath.Join(work, "archive.jar"), filepath.Join(work, "unpacked")
	if err := a.download(ctx, jar, client); err != nil {
		return fmt.Errorf("download %s: %w", a.url, err)
	}
	log.Info("unpacking PostgreSQL", "into", target)
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

// download writes the archive to the new file name, and checks its sum.
func (a archive) download(ctx context.Context, name string, client *http.Client) error {
	ctx, cancel := context.WithTimeout(ctx, downloadLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.url, nil)
	if err != nil {
		return err
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answered %s", response.Status)
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	hash := sha256.New()
	_, err = io.Copy(io.MultiWriter(f, hash), io.LimitReader(response.Body, maxDownload))
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if sum := hex.EncodeToString(hash.Sum(nil)); sum != a.sha256 {
		return fmt.Errorf("its SHA-256 is %s, want %s", sum, a.sha256)
	}
	return nil
}

// unpack puts the files of the .txz in the jar into folder, which is empty.
func unpack(jar, folder string) error {
	z, err := zip.OpenReader(jar)
	if err != nil {
		return err
	}
	defer z.Close()
	i := slices.IndexFunc(z.File, func(f *zip.File) bool { return path.Ext(f.Name) == ".txz" })
	if i < 0 {
		return errors.New("there is no .txz in it")
	}
	compressed, err := z.File[i].Open()
	if err != nil {
		return err
	}
	defer compressed.Close()
	plain, err := xz.NewReader(compressed)
	if err != nil {
		return err
	}
	// No name and no link in the archive leads out of a Root.
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	for files := tar.NewReader(plain); ; {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := unpackEntry(root, header, files); err != nil {
			return fmt.Errorf("%s: %w", header.Name, err)
		}
	}
}

func unpackEntry(root *os.Root, header *tar.Header, content io.Reader) error {
	// Everybody may read the files, whatever the umask is: root unpacks them
	// for the unprivileged user that runs them.
	mode := header.FileInfo().Mode().Perm() | 0o444
	name := path.Clean(header.Name)
	switch header.Typeflag {
	case tar.TypeDir:
		return makeFolderIn(root, name)
	case tar.TypeSymlink:
		return root.Symlink(header.Linkname, name)
	case tar.TypeReg:
		if err := makeFolderIn(root, path.Dir(name)); err != nil {
			return err
		}
		return writeFileIn(root, name, mode, content)
	default:
		return fmt.Errorf("type %q is not supported", header.Typeflag)
	}
}

func makeFolderIn(root *os.Root, name string) error {
	if name == "." {
		return nil
	}
	if err := makeFolderIn(root, path.Dir(name)); err != nil {
		return err
	}
	if err := root.Mkdir(name, 0o755); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return nil
		}
		return err
	}
	return root.Chmod(name, 0o755)
}

func writeFileIn(root *os.Root, name string, mode fs.FileMode, content io.Reader) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	return errors.Join(err, f.Chmod(mode), f.Close())
}
