package transfer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/call"
	"github.com/storefront/storefront/server/contract"
	"github.com/storefront/storefront/server/postgres"
	"github.com/storefront/storefront/server/store"
	"github.com/storefront/storefront/server/transfer"
)

func pgCPU(dir string) (float64, int64) {
	pid, _ := os.ReadFile(filepath.Join(dir, "cluster", "postmaster.pid"))
	post := strings.SplitN(string(pid), "\n", 2)[0]
	var ticks float64
	var rss int64
	ents, _ := os.ReadDir("/proc")
	for _, e := range ents {
		b, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		f := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
		if f[1] != post && e.Name() != post {
			continue
		}
		u, _ := strconv.ParseFloat(f[11], 64)
		s, _ := strconv.ParseFloat(f[12], 64)
		ticks += u + s
	}
	return ticks / 100, rss
}

func selfCPU() float64 {
	var r syscall.Rusage
	syscall.Getrusage(0, &r)
	return float64(r.Utime.Sec+r.Stime.Sec) + float64(r.Utime.Usec+r.Stime.Usec)/1e6
}

func TestScratch(t *testing.T) {
	folder := os.Getenv("SCRATCH")
	if folder == "" {
		t.Skip()
	}
	settings := map[string]string{}
	for _, kv := range strings.Split(os.Getenv("PGSET"), ";") {
		if k, v, ok := strings.Cut(kv, "="); ok {
			settings[k] = v
		}
	}
	instance, err := postgres.Open(t.Context(), postgres.Options{DataDir: filepath.Join(t.TempDir(), "data"), Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	instance.EnsureDatabase(t.Context(), "shop")
	if _, err := store.Migrate(t.Context(), instance.URL("shop")); err != nil {
		t.Fatal(err)
	}
	if ddl := os.Getenv("DDL"); ddl != "" {
		conn, err := pgx.Connect(t.Context(), instance.URL("shop"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Exec(t.Context(), ddl); err != nil {
			t.Fatal(err)
		}
		conn.Close(t.Context())
	}
	t.Cleanup(func() { instance.Close(); os.RemoveAll(instance.DataDir()) })
	st := openStore(t, instance.URL("shop"))
	c, err := contract.Load(gen.OpenAPIJSON)
	if err != nil {
		t.Fatal(err)
	}
	ctx := call.With(t.Context(), call.Command("import products", "test"))
	transfer.ImportCategories(ctx, st, c, transfer.Options{Path: filepath.Join(folder, "icecat-categories.jsonl")})
	if p := os.Getenv("PROF"); p != "" {
		f, _ := os.Create(p)
		pprof.StartCPUProfile(f)
	}
	latency := func(label string) {
		conn, err := pgx.Connect(t.Context(), instance.URL("shop"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		for _, q := range []string{"'usb':*", "'toner':* & 'black':*", "'notebook':* & '17':* & 'hp':*", "'zebraxyz':*"} {
			best := time.Hour
			var total time.Duration
			for range 60 {
				t0 := time.Now()
				var n int
				if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM (SELECT id FROM products WHERE deleted_at IS NULL AND search @@ $1::tsquery ORDER BY ts_rank_cd(search, $1::tsquery, 1) DESC LIMIT 20) x", q).Scan(&n); err != nil {
					t.Fatal(err)
				}
				d := time.Since(t0)
				total += d
				best = min(best, d)
			}
			fmt.Printf("   %s %-35s best %v mean %v\n", label, q, best, total/60)
		}
	}
	if os.Getenv("WAITS") != "" {
		go func() {
			conn, _ := pgx.Connect(t.Context(), instance.URL("shop"))
			counts := map[string]int{}
			for i := 0; i < 400; i++ {
				rows, err := conn.Query(t.Context(), "SELECT coalesce(wait_event_type||':'||wait_event,'running') || ' ' || left(query, 36) FROM pg_stat_activity WHERE backend_type='client backend' AND pid <> pg_backend_pid() AND state <> 'idle'")
				if err != nil {
					break
				}
				l, _ := pgx.CollectRows(rows, pgx.RowTo[string])
				for _, x := range l {
					counts[strings.ReplaceAll(x, "\n", " ")]++
				}
				time.Sleep(10 * time.Millisecond)
			}
			for k, v := range counts {
				if v > 4 {
					fmt.Println("   WAIT", v, k)
				}
			}
		}()
	}
	for _, what := range []string{"first", "again"} {
		p0, _ := pgCPU(instance.DataDir())
		s0 := selfCPU()
		t0 := time.Now()
		var out strings.Builder
		sum, err := transfer.ImportProducts(ctx, st, c, transfer.Options{Path: filepath.Join(folder, "icecat-products.jsonl.gz"), Progress: &out})
		if err != nil {
			t.Fatal(err)
		}
		p1, _ := pgCPU(instance.DataDir())
		fmt.Printf("%s: %v; wall %.2f go cpu %.2f pg cpu %.2f; %s\n", what, sum, time.Since(t0).Seconds(), selfCPU()-s0, p1-p0, peak(t))
		if what == "first" && os.Getenv("LAT") != "" {
			latency("pending")
			conn, _ := pgx.Connect(t.Context(), instance.URL("shop"))
			var pages int
			fmt.Println(conn.QueryRow(t.Context(), "SELECT gin_clean_pending_list('products_search')").Scan(&pages), pages, "pending pages")
			conn.Close(t.Context())
			latency("cleaned")
		}
		if what == "first" {
			pprof.StopCPUProfile()
			fmt.Println(out.String()[:min(len(out.String()), 1500)])
		}
	}
}
