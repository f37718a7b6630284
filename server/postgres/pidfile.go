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

// postmaster is a server process, as it describes itself in the cluster's file
// postmaster.pid. The file is there from the server's start to its end, and
// stays behind when the server is killed.
type postmaster struct {
	pid    int
	socket string // the folder of its socket; empty while it is just starting
}

// Lines of postmaster.pid, as PostgreSQL 14 to 18 write them.
const (
	pidLine    = 0
	socketLine = 4
)

// errNoPID is about a postmaster.pid that names no process. A server that is
// starting leaves it so for an instant, and a power failure for ever.
var errNoPID = errors.New("no pid in postmaster.pid")

func pidFile(cluster string) string { return filepath.Join(cluster, "postmaster.pid") }

// readPostmaster reads the cluster's postmaster.pid. Nil without an error means
// that there is no such file.
func readPostmaster(cluster string) (*postmaster, error) {
	content, err := os.ReadFile(pidFile(cluster))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(content), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(lines[pidLine]))
	if err != nil || pid <= 0 {
		return nil, fmt.Errorf("%w of %s", errNoPID, cluster)
	}
	m := &postmaster{pid: pid}
	if len(lines) > socketLine {
		m.socket = strings.TrimSpace(lines[socketLine])
	}
	return m, nil
}
