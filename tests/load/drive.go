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

	"github.com/storefront/storefront/tests/load/shop"
)

// draw returns the next body to send, or the path of the next page; it is valid
// until the next call.
type draw func() ([]byte, error)

// target is an address and the bodies of the calls to it.
type target struct {
	base, path, key string
	bodies          func(*rand.Rand) draw // of one connection
	pages           bool                  // the draws are paths, which are read as a browser does
}

// caller is one connection: it sends a call when the previous one is answered.
// fortio's runner drives many of them and measures the time.
type caller struct {
	client  *fasthttp.HostClient
	ways    []way // used in turn
	taken   int
	answer  fasthttp.Response
	times   *hdrhistogram.Histogram // in microseconds
	failed  int64
	example string // the last failure
}

// way is how a caller calls one target.
type way struct {
	request *fasthttp.Request
	next    draw
	pages   string // the address of the service, for pages
}

// Run makes one call.
func (c *caller) Run(context.Context, periodic.ThreadID) (ok bool, details string) {
	w := c.ways[c.taken%len(c.ways)]
	c.taken++
	body, err := w.next()
	if err == nil {
		if w.pages != "" {
			w.request.SetRequestURI(w.pages + string(body))
		} else {
			w.request.SetBodyRaw(body)
		}
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

// load is the result of a number of connections in a period.
type load struct {
	calls, failed int64
	elapsed       time.Duration
	times         *hdrhistogram.Histogram
	example       string // a failure
}

// recorder records fortio's times in the caller's histogram, which keeps three
// digits of them; fortio's own has steps of up to a half.
type recorder struct{ callers []*caller }

func (recorder) Start(ctx context.Context, _ periodic.ThreadID, _ int64, _ time.Time) context.Context {
	return ctx
}
func (recorder) Info() string { return "" }
func (r recorder) Report(_ context.Context, id periodic.ThreadID, _ int64, _ time.Time, seconds float64, _ bool, _ string) {
	_ = r.callers[id].times.RecordValue(min(int64(seconds*1e6), longest)) // within the limits of the histogram
}

// longest is the maximum duration of a call in microseconds, with a margin.
const longest = 60_000_000

var quiet = sync.OnceFunc(func() { log.SetLogLevelQuiet(log.Error) })

// drive sends calls over n connections for the duration d, each as soon as the
// previous one is answered. Each connection is to one of the servers, and calls all of
// the targets there in turn.
func drive(ctx context.Context, servers []*shop.Process, targets []target, n int, d time.Duration) (load, error) {
	quiet()
	callers := make([]*caller, n)
	for i := range callers {
		base := servers[i%len(servers)].Base
		client := &fasthttp.HostClient{Addr: strings.TrimPrefix(base, "http://"), MaxConns: 1, ReadTimeout: time.Minute, WriteTimeout: time.Minute}
		defer client.CloseIdleConnections()
		callers[i] = &caller{client: client, times: hdrhistogram.New(1, longest, 3), taken: i}
		for _, t := range targets {
			t.base = base
			callers[i].ways = append(callers[i].ways, t.way(rand.New(rand.NewPCG(rand.Uint64(), 3))))
		}
	}
	stop := periodic.NewAborter()
	defer context.AfterFunc(ctx, func() { stop.Abort(true) })()
	runner := periodic.NewPeriodicRunner(&periodic.RunnerOptions{
		QPS: -1, NumThreads: n, Duration: d, Out: io.Discard, Stop: stop, AccessLogger: recorder{callers},
	})
	for i, c := range callers { // NewPeriodicRunner clears runners that are set before
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

// way prepares the parts that are the same in every call.
func (t target) way(r *rand.Rand) way {
	if t.pages {
		return way{t.request(), t.bodies(r), t.base}
	}
	return way{t.request(), t.bodies(r), ""}
}

func (t target) request() *fasthttp.Request {
	r := &fasthttp.Request{}
	if t.pages {
		r.Header.Set("Accept", "text/html")
		r.Header.Set("Accept-Encoding", "gzip")
		return r
	}
	r.Header.SetMethod(http.MethodPost)
	r.SetRequestURI(t.base + t.path)
	r.Header.SetContentType("application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if t.key != "" {
		r.Header.Set("Authorization", "Bearer "+t.key)
	}
	return r
}
