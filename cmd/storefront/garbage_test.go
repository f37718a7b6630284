package main

import (
	"runtime"
	"testing"
)

func TestGarbagePercentOf(t *testing.T) {
	t.Parallel()
	for live, want := range map[uint64]int{0: 400, 2 << 20: 400, 4 << 20: 200, 20 << 20: 40, 40 << 20: 30, 160 << 20: 30, 480 << 20: 10, 1 << 30: 4, 1 << 40: 1} {
		if got := garbagePercentOf(live); got != want {
			t.Errorf("%d bytes: %d, want %d", live, got, want)
		}
	}
	runtime.GC()
	if live, _ := heap(); live == 0 {
		t.Error("this process keeps nothing")
	}
}
