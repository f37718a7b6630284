//go:build unix

package sandbox

import (
	"io/fs"
	"os"
	"syscall"
)

// isOurs reports whether a file belongs to the user of this process.
func isOurs(about fs.FileInfo) bool {
	st, ok := about.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}
