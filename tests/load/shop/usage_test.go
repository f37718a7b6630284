package shop

import (
	"os"
	"testing"
	"time"
)

func TestParseStat(t *testing.T) {
	got, err := parseStat("12 (a (b) c) S 7 12 12 0 -1 4194560 1 2 3 4 150 50 20 5 20 0 1 0 999 1 1")
	want := stat{parent: 7, own: 2 * time.Second, children: 250 * time.Millisecond}
	if err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	if _, err := parseStat("12 (a)"); err == nil {
		t.Error("half a line is taken")
	}
}

func TestOwnUsage(t *testing.T) {
	if mib := Resident(os.Getpid()); mib < 1 {
		t.Errorf("this process holds %.1f MiB", mib)
	}
}
