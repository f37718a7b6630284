package postgres

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"time"
)

// maxSocketPath is the longest path of a unix socket in bytes: 107 on Linux and
// 103 on macOS. One limit for both is simpler, and costs nothing.
const maxSocketPath = 103

// socketFile returns the socket that PostgreSQL makes in folder.
func socketFile(folder string) string {
	return filepath.Join(folder, ".s.PGSQL."+strconv.Itoa(port))
}

// socketFolder makes and returns the folder of the server's socket: in the data
// folder, or under /tmp when the path would be too long. Not under TMPDIR, which
// differs between the processes of one user.
func (h home) socketFolder() (string, error) {
	folder := h.path(socketName)
	if len(socketFile(folder)) > maxSocketPath {
		folder = fmt.Sprintf("/tmp/storefront-%d-%s", h.account.uid, shortHash(h.root))
	}
	if err := privateFolder(folder, h.account); err != nil {
		return "", fmt.Errorf("folder of the socket: %w", err)
	}
	return folder, nil
}

// listens reports whether a process listens on the socket in folder. The file
// alone does not tell: it stays when the server is killed.
func listens(folder string) bool {
	dialer := net.Dialer{Timeout: time.Second}
	conn, err := dialer.DialContext(context.Background(), "unix", socketFile(folder))
	if err != nil {
		return false
	}
	conn.Close()
	return true
}
