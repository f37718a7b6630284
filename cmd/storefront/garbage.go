package main

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// How much garbage there may be before it is collected: a share of what is kept,
// or so many bytes where that is more. By itself Go allows as much as is kept,
// which is much for an index of a million products, and little for a small shop:
// its calls would wait for the collector all the time.
const (
	garbagePercent = 30
	garbageBytes   = 8 << 20
)

// boundGarbage keeps to that until ctx ends, unless GOGC says otherwise. What is
// free beyond it goes back to the system, as after the index was filled, which
// takes several times what is kept, or after parts of it became one.
func boundGarbage(ctx context.Context) {
	const often = 5 * time.Second
	own, set := os.Getenv("GOGC") == "", garbagePercent
	if own {
		debug.SetGCPercent(set)
	}
	go func() {
		each := time.NewTicker(often)
		defer each.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-each.C:
			}
			live, free := heap()
			if percent := garbagePercentOf(live); own && percent != set { // setting it stops the world for a moment
				set = percent
				debug.SetGCPercent(set)
			}
			if free > 2*max(garbageBytes, live*garbagePercent/100) {
				debug.FreeOSMemory()
			}
		}
	}()
}

// garbagePercentOf returns the percentage for so many bytes that are kept, in
// steps, so that it seldom changes.
func garbagePercentOf(live uint64) int {
	const step, most = 10, 400
	percent := min(garbageBytes*100/max(live, 1), most)
	return max(int(percent)/step*step, garbagePercent)
}

// heap returns how many bytes the last collection kept, and how many the program
// holds and does not use.
func heap() (live, free uint64) {
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64(), samples[1].Value.Uint64()
}
