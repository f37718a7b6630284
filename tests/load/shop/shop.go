// Package shop starts what is measured: a PostgreSQL of its own, with the
// settings that the service uses in production, and the built program on it.
package shop

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/storefront/storefront/server/ops/postgres"
)

const databaseName = "storefront"

// Shop is a database and the program to run on it.
type Shop struct {
	Folder string
	URL    string // of the database

	instance *postgres.Instance
	binary   string
}

// Open starts PostgreSQL in the folder, which keeps the data between runs.
func Open(ctx context.Context, folder, binary string) (*Shop, error) {
	path, err := filepath.Abs(binary)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("the built program: %w", err)
	}
	instance, err := postgres.Open(ctx, postgres.Options{DataDir: folder})
	if err != nil {
		return nil, err
	}
	s := &Shop{Folder: instance.DataDir(), URL: instance.URL(databaseName), instance: instance, binary: path}
	if err := instance.EnsureDatabase(ctx, databaseName); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Close stops PostgreSQL.
func (s *Shop) Close() {
	if err := s.instance.Close(); err != nil {
		fmt.Fprintln(os.Stderr, "PostgreSQL:", err)
	}
}

// Cost is the time and memory of a command.
type Cost struct {
	Elapsed time.Duration
	CPU     time.Duration
	PeakMiB float64 // most resident memory
}

// Run runs a command of the program and returns what it printed.
func (s *Shop) Run(ctx context.Context, args ...string) (string, Cost, error) {
	cmd := s.command(ctx, nil, args...)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	began := time.Now()
	err := cmd.Run()
	cost := Cost{Elapsed: time.Since(began)}
	if err != nil {
		return "", cost, fmt.Errorf("storefront %s: %w: %s%s", strings.Join(args, " "), err, out.Bytes(), problems.Bytes())
	}
	cost.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		cost.PeakMiB = float64(usage.Maxrss) / 1024
	}
	return strings.TrimSpace(out.String()), cost, nil
}

// command prepares the program without any of our own environment variables that
// would configure it.
func (s *Shop) command(ctx context.Context, env []string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, s.binary, args...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "STOREFRONT_") && !strings.HasPrefix(v, "DATABASE_URL=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(append(cmd.Env, "DATABASE_URL="+s.URL), env...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 20 * time.Second
	return cmd
}
