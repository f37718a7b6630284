package main

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/jackc/pgx/v5"
	"github.com/valyala/fasthttp"
)

func (d days) ago(later int) string {
	return time.Now().UTC().AddDate(0, 0, later-int(d)).Format("2006-01-02T15:04Z")
}

// figure is the result of a combination, in milliseconds.
type figure struct {
	name     string
	p50, p95 float64
	calls    int64
}

// measure measures every combination, and prints each and the worst.
func (o *options) measure(ctx context.Context, base, key string) error {
	only, err := regexp.Compile(o.Only)
	if err != nil {
		return err
	}
	var all []figure
	for _, c := range combinations() {
		if !only.MatchString(c.name) {
			continue
		}
		f, err := o.one(ctx, base, key, c)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		fmt.Printf("%-90s p50 %6.2f ms  p95 %6.2f ms  %6d calls\n", f.name, f.p50, f.p95, f.calls)
		all = append(all, f)
	}
	if len(all) == 0 {
		return fmt.Errorf("no combination matches %s", o.Only)
	}
	slices.SortFunc(all, func(a, b figure) int { return cmp.Compare(b.p95, a.p95) })
	fmt.Printf("\n%d combinations at %d connections; the worst:\n", len(all), o.Connections)
	for _, f := range all[:min(12, len(all))] {
		fmt.Printf("%-90s p50 %6.2f ms  p95 %6.2f ms\n", f.name, f.p50, f.p95)
	}
	fmt.Printf("the median of the p95: %.2f ms\n", all[len(all)/2].p95)
	return nil
}

// one measures a combination: its first page, and the second.
func (o *options) one(ctx context.Context, base, key string, c combination) (figure, error) {
	const longest = 60_000_000 // microseconds
	total := hdrhistogram.New(1, longest, 3)
	var mu sync.Mutex
	var failure error
	var callers sync.WaitGroup
	warm := time.Now().Add(o.Time / 5)
	until := warm.Add(o.Time)
	for range o.Connections {
		callers.Go(func() {
			client := &fasthttp.HostClient{Addr: strings.TrimPrefix(base, "http://")}
			var request fasthttp.Request
			var answer fasthttp.Response
			request.SetRequestURI(base + "/api/v1/tools/audit.list")
			request.Header.SetMethod(http.MethodPost)
			request.Header.SetContentType("application/json")
			request.Header.Set("Authorization", "Bearer "+key)
			request.SetBodyRaw(c.body)
			times := hdrhistogram.New(1, longest, 3)
			var err error
			for now := time.Now(); err == nil && ctx.Err() == nil && now.Before(until); now = time.Now() {
				if err = client.Do(&request, &answer); err == nil && answer.StatusCode() != http.StatusOK {
					err = fmt.Errorf("%s", answer.Body())
				}
				if now.After(warm) {
					_ = times.RecordValue(min(time.Since(now).Microseconds(), longest)) // within the limits of the histogram
				}
			}
			mu.Lock()
			defer mu.Unlock()
			total.Merge(times)
			failure = cmp.Or(failure, err)
		})
	}
	callers.Wait()
	ms := func(q float64) float64 { return float64(total.ValueAtQuantile(q)) / 1000 }
	return figure{c.name, ms(50), ms(95), total.TotalCount()}, cmp.Or(failure, ctx.Err())
}

// inserts measures what the indexes add to the insertion of a row.
func inserts(ctx context.Context, url string) error {
	db, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer db.Close(ctx)
	const n = 20_000
	copied := fmt.Sprintf(`INSERT INTO audit_log (id, at, actor, tool, entity_type, entity_id, args, before, after, outcome, request_id, channel)
		SELECT gen_random_uuid(), now(), actor, tool, entity_type, entity_id, args, before, after, outcome, request_id, channel
		FROM (SELECT * FROM audit_log ORDER BY at DESC LIMIT %d) AS newest`, n)
	tx, err := db.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(ctx) }() // nothing of it stays
	for _, step := range []struct{ name, change string }{
		{"as it is", "SELECT"},
		{"as it is, again", "SELECT"},
		{"without audit_log_kind", "DROP INDEX audit_log_kind"},
		{"also without audit_log_refused and audit_log_revert_of", "DROP INDEX audit_log_refused, audit_log_revert_of"},
		{"also without audit_log_entity_kind", "DROP INDEX audit_log_entity_kind"},
		{"also without audit_log_entity", "DROP INDEX audit_log_entity"},
	} {
		if _, err := tx.Exec(ctx, step.change); err != nil {
			return err
		}
		began := time.Now()
		if _, err := tx.Exec(ctx, copied); err != nil {
			return err
		}
		fmt.Printf("an insert, %-60s %5.1f µs\n", step.name, float64(time.Since(began).Microseconds())/n)
	}
	return nil
}
