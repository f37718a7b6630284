package main

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// How much garbage may accumulate before a collection: a percentage of the live
// heap, within two numbers of bytes. Go's default is 100 %, which is much for an
// index of a million products, and little for a small shop: its calls would wait
// for the collector all the time. The collector does not look into an index, which
// has no pointers, so that a collection costs no more when the index is large.
const (
	garbagePercent   = 30
	garbageBytes     = 8 << 20
	mostGarbageBytes = 48 << 20
)

// boundGarbage maintains that limit until ctx ends, unless GOGC is set. Free
// memory beyond it is returned to the system, for example after the index was
// filled, which takes several times its final size, or after parts of it were
// merged.
func boundGarbage(ctx context.Context) {
	const (
		often  = 5 * time.Second
		growth = 20 // a twentieth
	)
	own, set := os.Getenv("GOGC") == "", garbagePercent
	if own {
		debug.SetGCPercent(set)
	}
	go func() {
		before := uint64(0)
		each := time.NewTicker(often)
		defer each.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-each.C:
			}
			live, free := heap()
			percent := garbagePercentOf(live)
			if live > before+before/growth { // the index is being filled: that takes long if it collects often
				percent = max(percent, garbagePercent)
			}
			before = live
			if own && percent != set { // setting it stops the world for a moment
				set = percent
				debug.SetGCPercent(set)
			}
			if free > 2*min(max(garbageBytes, live*garbagePercent/100), mostGarbageBytes) {
				debug.FreeOSMemory()
			}
		}
	}()
}

// garbagePercentOf returns the percentage for a live heap of so many bytes, in
// steps, so that it rarely changes.
func garbagePercentOf(live uint64) int {
	const step, most = 10, 400
	if percent := min(garbageBytes*100/max(live, 1), most); percent > garbagePercent {
		return int(percent) / step * step
	}
	return int(min(max(mostGarbageBytes*100/live, 1), garbagePercent))
}

// heap returns the live bytes after the last collection, and the bytes that are
// free but not returned to the system.
func heap() (live, free uint64) {
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64(), samples[1].Value.Uint64()
}
