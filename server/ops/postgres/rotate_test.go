package postgres

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// grow makes the log too large, ending with text.
func grow(t *testing.T, h home, text string) {
	t.Helper()
	filler := bytes.Repeat([]byte("-"), maxLog)
	check(t, os.WriteFile(h.path(logName), append(filler, text...), 0o600))
}

func ends(t *testing.T, h home, name, text string) {
	t.Helper()
	content, err := os.ReadFile(h.path(name))
	check(t, err)
	if !strings.HasSuffix(string(content), text) {
		t.Errorf("%s of %d bytes does not end with %q", name, len(content), text)
	}
}

func TestOfTheRotatedLogsAFewAreKept(t *testing.T) {
	t.Parallel()
	h := home{root: t.TempDir()}
	check(t, h.rotateLog()) // there is none
	for n := range keptLogs + 2 {
		grow(t, h, fmt.Sprint("log ", n))
		var wg sync.WaitGroup
		for range 8 { // processes that see it at once
			wg.Go(func() {
				if err := h.rotateLog(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		ends(t, h, rotatedName(1), fmt.Sprint("log ", n))
	}
	for n := 1; n <= keptLogs; n++ {
		ends(t, h, rotatedName(n), fmt.Sprint("log ", keptLogs+2-n))
	}
	for _, name := range []string{rotatedName(keptLogs + 1), copiedName} {
		if _, err := os.Stat(h.path(name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is there: %v", name, err)
		}
	}
	if info, err := os.Stat(h.path(logName)); err != nil || info.Size() != 0 {
		t.Errorf("the log after a rotation: %v, %v", info, err)
	}
}

// The server was started by a process that has died. Another one that uses it
// rotates the log, and the server writes to the same file from its start on.
func TestTheLogOfARunningServerIsRotated(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	h := home{root: dir}
	c := startChild(t, dir)
	c.ready(t)
	c.kill(t)
	grow(t, h, "before")

	i := open(t, dir)
	defer i.Close()
	deadline := time.Now().Add(logPause)
	for size := int64(maxLog); size >= maxLog; {
		info, err := os.Stat(h.path(logName))
		check(t, err)
		if size = info.Size(); time.Now().After(deadline) {
			t.Fatalf("the log still has %d bytes", size)
		}
		time.Sleep(10 * time.Millisecond)
	}
	ends(t, h, rotatedName(1), "before")

	ask[string](t, i, "SELECT set_config('log_min_duration_statement', '0', false) -- after the rotation")
	content, err := os.ReadFile(h.path(logName))
	check(t, err)
	if len(content) > 1<<20 || !strings.Contains(string(content), "after the rotation") || bytes.ContainsRune(content, 0) {
		t.Errorf("the log of %d bytes: %.200q", len(content), content)
	}
}
