package cli

import (
	"os"

	"golang.org/x/sys/windows"
)

// coloured has a console obey colours, and reports whether it can.
func coloured(f *os.File) bool {
	var mode uint32
	console := windows.Handle(f.Fd())
	return windows.GetConsoleMode(console, &mode) == nil &&
		windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
