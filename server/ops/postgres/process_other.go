//go:build !linux

package postgres

import (
	"os/exec"
	"strconv"
	"strings"
)

// isPostmaster reports whether process pid is a server of the cluster, and not one
// that has got the same pid after the server died. Without /proc the command
// line tells: postgres is started with the cluster's folder in it.
func isPostmaster(pid int, cluster string) bool {
	out, err := exec.Command("ps", "-ww", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	return err == nil && strings.Contains(string(out), "postgres -D "+cluster+" ")
}
