package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// noCluster tells Debian's package not to make a data folder and a service of
// its own, which would take memory, a port and two seconds of each boot.
const noCluster = "/etc/postgresql-common/createcluster.d/storefront.conf"

// apt installs packages on Debian and Ubuntu.
type apt struct {
	path string // of apt-get
}

// findApt reports whether this process can install packages with apt-get.
func findApt() (apt, bool) {
	if os.Geteuid() != 0 {
		return apt{}, false
	}
	path, err := exec.LookPath("apt-get")
	return apt{path: path}, err == nil
}

// install installs the distribution's PostgreSQL, with the contrib extensions,
// which are part of the package.
func (a apt) install(ctx context.Context, log *slog.Logger) error {
	undo, err := suppressCluster()
	if err != nil {
		return err
	}
	defer undo()
	if err := a.run(ctx, log, "update"); err != nil {
		// Lists that are there may do, when only some source is out of reach.
		log.Warn("the lists of packages are not up to date", "error", err)
	}
	return a.run(ctx, log, "install", "--yes", "--no-install-recommends", "postgresql")
}

// suppressCluster makes the noCluster file, and returns how to remove it: the
// system's owner may want a cluster with a later version.
func suppressCluster() (undo func(), err error) {
	if err := makeFolder(filepath.Dir(noCluster), 0o755); err != nil {
		return nil, err
	}
	err = os.WriteFile(noCluster, []byte("create_main_cluster = false\n"), 0o644)
	return func() { _ = os.Remove(noCluster) }, err
}

// run runs apt-get with args. The error ends with what it said last.
func (a apt) run(ctx context.Context, log *slog.Logger, args ...string) error {
	log.Info("running apt-get", "arguments", strings.Join(args, " "))
	cmd := exec.CommandContext(ctx, a.path, append([]string{"--quiet", "-o", "DPkg::Lock::Timeout=120"}, args...)...)
	cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C")
	// An interrupt lets dpkg finish a step; being killed would leave it broken.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 30 * time.Second
	out, err := cmd.CombinedOutput()
	if err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		tail := strings.Join(lines[max(0, len(lines)-5):], "\n")
		return fmt.Errorf("apt-get %s: %w: %s", args[0], err, tail)
	}
	return nil
}
