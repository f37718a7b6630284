package transfer

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	d := newDisplay(Options{Progress: &out, Terminal: true}, 1000)
	d.done(300, 250)
	if got := d.progress(10 * time.Second); got != "300 lines, 30 a second, 25 %, 30s left" {
		t.Error(got)
	}
	d.show()
	d.tell(7, "what\x1b[2J")
	d.show()
	d.close()
	if got := strings.ReplaceAll(out.String(), "\r\x1b[K", "|"); strings.Count(got, "|") != 4 || !strings.Contains(got, "|line 7: what\uFFFD[2J\n|300 lines") {
		t.Errorf("%q", got)
	}

	out.Reset()
	d = newDisplay(Options{Progress: &out}, 0) // a pipe into a file
	d.done(300, 250)
	d.show()
	d.show()
	d.close()
	if lines := strings.Split(out.String(), "\n"); len(lines) != 3 || strings.ContainsAny(out.String(), "\r\x1b%") {
		t.Errorf("%q", out.String())
	}
}
