package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/storefront/storefront/tests/load/shop"
)

// pgbench runs the statements of an operation without a service: the maximum
// that PostgreSQL and the machine can deliver.
type pgbench struct {
	program string // "" when this installation of PostgreSQL has no pgbench
	url     string
	scripts map[string]script // by the name of the operation
}

// script is a file for pgbench. A run of it repeats the same statements with
// values from one look-up at its beginning: pgbench itself can draw only
// numbers.
type script struct {
	file  string
	calls int // calls of the operation in one run
}

func newPgbench(ctx context.Context, s *shop.Shop, sample *sample, queries []string) (*pgbench, error) {
	b := &pgbench{url: s.URL, scripts: map[string]script{}}
	program, err := s.Program("pgbench")
	if errors.Is(err, os.ErrNotExist) {
		fmt.Println("this PostgreSQL comes without pgbench: its lines are missing")
		return b, nil
	}
	if err != nil {
		return nil, err
	}
	b.program = program
	for _, statement := range statements(sample, queries) {
		if err := storeDraws(ctx, s.URL, statement); err != nil {
			return nil, fmt.Errorf("pgbench, %s: %w", statement.operation, err)
		}
		file := filepath.Join(s.Folder, "pgbench-"+strings.Map(plainSign, statement.operation)+".sql")
		if err := os.WriteFile(file, []byte(statement.text()), 0o600); err != nil {
			return nil, err
		}
		b.scripts[statement.operation] = script{file, statement.calls}
	}
	return b, nil
}

func plainSign(r rune) rune {
	if r >= 'a' && r <= 'z' || r == '.' {
		return r
	}
	return '-'
}

var (
	perSecond = regexp.MustCompile(`tps = ([0-9.]+) `)
	processed = regexp.MustCompile(`number of transactions actually processed: ([0-9]+)`)
	failures  = regexp.MustCompile(`number of failed transactions: ([0-9]+)`)
)

// run measures the figure of an operation; ok is false if it has no script.
func (b *pgbench) run(ctx context.Context, s *session, operation string, n int) (f figure, ok bool, err error) {
	script, ok := b.scripts[operation]
	if b.program == "" || !ok {
		return figure{}, false, nil
	}
	f, err = s.counted("pgbench -M prepared", operation, n, nil, func() (load, error) {
		logs, err := os.MkdirTemp("", "storefront-load-*")
		if err != nil {
			return load{}, err
		}
		defer os.RemoveAll(logs)
		args := []string{"--no-vacuum", "--protocol=prepared", "--client=" + strconv.Itoa(n), "--jobs=" + strconv.Itoa(min(n, 2)),
			"--time=" + strconv.Itoa(max(1, int(s.Time.Seconds()))), "--file=" + script.file}
		if script.calls == 1 {
			args = append(args, "--log", "--log-prefix="+filepath.Join(logs, "log"))
		}
		out, err := exec.CommandContext(ctx, b.program, append(args, b.url)...).CombinedOutput()
		if err != nil {
			return load{}, fmt.Errorf("pgbench: %w: %s", err, out)
		}
		runs, rate := number(processed, out), number(perSecond, out)
		if runs == 0 || rate == 0 {
			return load{}, fmt.Errorf("pgbench: nothing was measured: %s", out)
		}
		times, err := readTimes(logs)
		if err != nil {
			return load{}, err
		}
		calls := float64(script.calls)
		return load{
			calls: int64(runs * calls), times: times, failed: int64(number(failures, out)),
			elapsed: time.Duration(runs / rate * float64(time.Second)),
		}, nil
	})
	f.LoadCPU = 0 // this program only waits
	return f, err == nil, err
}

func number(label *regexp.Regexp, out []byte) float64 {
	found := label.FindSubmatch(out)
	if found == nil {
		return 0
	}
	v, _ := strconv.ParseFloat(string(found[1]), 64) // the expression matches only numbers
	return v
}
