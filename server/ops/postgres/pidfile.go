package postgres

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// errNoPID is about a postmaster.pid that names no process. A server that is
// starting leaves it so for an instant, and a power failure for ever.
var errNoPID = errors.New("no pid in postmaster.pid")

func pidFile(cluster string) string { return filepath.Join(cluster, "postmaster.pid") }

// readPID returns the pid of the cluster's server, or 0 when there is no
// postmaster.pid. The file is there from the server's start to its end, and
// stays behind when the server is killed, so the process need not exist, nor be
// a server: see isPostmaster.
func readPID(cluster string) (int, error) {
	content, err := os.ReadFile(pidFile(cluster))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	line, _, _ := strings.Cut(string(content), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || pid <= 0 {
		return 0, fmt.Errorf("%w of %s", errNoPID, cluster)
	}
	return pid, nil
}
