//go:build !windows

package cli

import "os"

// coloured reports whether a terminal obeys colours.
func coloured(*os.File) bool { return true }
