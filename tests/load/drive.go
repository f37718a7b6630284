package main

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"fortio.org/fortio/periodic"
	"fortio.org/log"
	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/valyala/fasthttp"
)

// draw returns the next body to send; it is valid until the next call.
type draw func() ([]byte, error)

// target is where calls go, and what they say.
type target struct {
	base, path, key string
	bodies          func(*rand.Rand) draw // for one connection
}

// caller is one connection: it sends a call when the one before is answered.
// fortio's runner drives many of them and takes the time.
type caller struct {
	client  *fasthttp.HostClient
	ways    []way // taken in turn
	taken   int
	answer  fasthttp.Response
	times   *hdrhistogram.Histogram // in microseconds
	failed  int64
	example string // the last failure
}

// way is what a caller asks of one target.
type way struct {
	request *fasthttp.Request
	next    draw
}

// Run makes one call.
func (c *caller) Run(context.Context, periodic.ThreadID) (ok bool, details string) {
	w := c.ways[c.taken%len(c.ways)]
	c.taken++
	body, err := w.next()
	if err == nil {
		w.request.SetBodyRaw(body)
		err = c.client.Do(w.request, &c.answer)
	}
	switch {
	case err != nil:
		c.example = err.Error()
	case c.answer.StatusCode() != http.StatusOK:
		c.example = string(c.answer.Body())
	default:
		return true, ""
	}
	c.failed++
	return false, c.example
}

// load is what a number of connections did in a time.
type load struct {
	calls, failed int64
	elapsed       time.Duration
	times         *hdrhistogram.Histogram
	example       string // a failure
}

// recorder gives fortio's times to the caller's histogram, which keeps three
// digits of them; fortio's own has steps of up to a half.
type recorder struct{ callers []*caller }

func (recorder) Start(ctx context.Context, _ periodic.ThreadID, _ int64, _ time.Time) context.Context {
	return ctx
}
func (recorder) Info() string { return "" }
func (r recorder) Report(_ context.Context, id periodic.ThreadID, _ int64, _ time.Time, seconds float64, _ bool, _ string) {
	_ = r.callers[id].times.RecordValue(min(int64(seconds*1e6), longest)) // within the bounds
}

// longest is the most a call takes, in microseconds, and a little more.
const longest = 60_000_000

var quiet = sync.OnceFunc(func() { log.SetLogLevelQuiet(log.Error) })

// drive sends calls over n connections for so long, each as soon as the one
// before is answered. Each connection calls all of the targets in turn, which
// are at one address.
func drive(ctx context.Context, targets []target, n int, d time.Duration) (load, error) {
	quiet()
	client := &fasthttp.HostClient{Addr: strings.TrimPrefix(targets[0].base, "http://"), MaxConns: n, ReadTimeout: time.Minute, WriteTimeout: time.Minute}
	defer client.CloseIdleConnections()
	callers := make([]*caller, n)
	for i := range callers {
		callers[i] = &caller{client: client, times: hdrhistogram.New(1, longest, 3), taken: i}
		for _, t := range targets {
			callers[i].ways = append(callers[i].ways, t.way(rand.New(rand.NewPCG(rand.Uint64(), 3))))
		}
	}
	stop := periodic.NewAborter()
	defer context.AfterFunc(ctx, func() { stop.Abort(true) })()
	runner := periodic.NewPeriodicRunner(&periodic.RunnerOptions{
		QPS: -1, NumThreads: n, Duration: d, Out: io.Discard, Stop: stop, AccessLogger: recorder{callers},
	})
	for i, c := range callers { // those given before, it clears
		runner.Options().Runners[i] = c
	}
	result := runner.Run()
	sum := load{elapsed: result.ActualDuration, times: hdrhistogram.New(1, longest, 3)}
	for _, c := range callers {
		sum.times.Merge(c.times)
		sum.failed += c.failed
		if c.example != "" {
			sum.example = c.example
		}
	}
	sum.calls = sum.times.TotalCount()
	if ctx.Err() == nil && sum.calls == 0 {
		return sum, errors.New("no call was answered in time")
	}
	return sum, ctx.Err()
}

// way prepares what is the same in every call.
func (t target) way(r *rand.Rand) way { return way{t.request(), t.bodies(r)} }

func (t target) request() *fasthttp.Request {
	r := &fasthttp.Request{}
	r.Header.SetMethod(http.MethodPost)
	r.SetRequestURI(t.base + t.path)
	r.Header.SetContentType("application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if t.key != "" {
		r.Header.Set("Authorization", "Bearer "+t.key)
	}
	return r
}
