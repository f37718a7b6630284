package postgres

import (
	"fmt"
	"os"
	"testing"
)

func TestLogFile(t *testing.T) {
	t.Parallel()
	h := home{root: t.TempDir()}
	check(t, os.WriteFile(h.path(logName), []byte("of the start before\n"), 0o600))
	log, err := h.openLog()
	check(t, err)
	for i := range 2 * maxTailLines {
		fmt.Fprintf(log.file, "line %d\n", i)
	}
	want := "line 15"
	for i := 16; i < 30; i++ {
		want += fmt.Sprintf("\nline %d", i)
	}
	if got := log.lastLines(); got != want {
		t.Errorf("got %q", got)
	}
	check(t, log.Close())

	check(t, os.Truncate(h.path(logName), maxLog+1)) // makes it larger
	log, err = h.openLog()
	check(t, err)
	if log.start != 0 || log.lastLines() != "" {
		t.Errorf("the new log starts at %d with %q", log.start, log.lastLines())
	}
	check(t, log.Close())
	info, err := os.Stat(h.path(logName + ".1"))
	check(t, err)
	if info.Size() != maxLog+1 {
		t.Errorf("the old log has %d bytes", info.Size())
	}
}
