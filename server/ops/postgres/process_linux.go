package postgres

import (
	"os"
	"strconv"
)

// isPostmaster reports whether process pid is a server of the cluster, and not one
// that has got the same pid after the server died. A server works inside its
// cluster's folder, and nothing else of the same user has reason to.
func isPostmaster(pid int, cluster string) bool {
	// Fails for processes that are gone, that wait to be reaped, and for those
	// of other users, which cannot be the server.
	where, err := os.Stat("/proc/" + strconv.Itoa(pid) + "/cwd")
	if err != nil {
		return false
	}
	want, err := os.Stat(cluster)
	return err == nil && os.SameFile(where, want)
}
