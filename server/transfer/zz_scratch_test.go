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
	t.Cleanup(func() { instance.Close() })
	instance.EnsureDatabase(t.Context(), "shop")
	if _, err := store.Migrate(t.Context(), instance.URL("shop")); err != nil {
		t.Fatal(err)
	}
	st := openStore(t, instance.URL("shop"))
	c := loadContract(t)
	ctx := command(t.Context())
	transfer.ImportCategories(ctx, st, c, transfer.Options{Path: filepath.Join(folder, "icecat-categories.jsonl")})
	if p := os.Getenv("PROF"); p != "" {
		f, _ := os.Create(p)
		pprof.StartCPUProfile(f)
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
		if what == "first" {
			pprof.StopCPUProfile()
			fmt.Println(out.String()[:min(len(out.String()), 1500)])
			if w := os.Getenv("HOLD"); w != "" {
				fmt.Println(instance.URL("shop"))
			}
		}
	}
}
