package shop

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"time"
)

// Process is a running server.
type Process struct {
	Base  string        // address, such as http://127.0.0.1:4711
	Ready time.Duration // from the start to the printed address
	cmd   *exec.Cmd
	group string // its control group, or ""
}

const logFile = "storefront.log"

// generous limits are never reached, and still counted for each call. Orders wait for
// their payment for ever: those of two years would expire while they are measured.
var generous = []string{
	"STOREFRONT_ADDR=127.0.0.1:0", "STOREFRONT_UNPAID_EXPIRY=0s",
	"STOREFRONT_ANONYMOUS_QUOTA=1000000000", "STOREFRONT_ANONYMOUS_REFILL=1us",
	"STOREFRONT_AUTH_ATTEMPT_QUOTA=1000000000", "STOREFRONT_AUTH_ATTEMPT_REFILL=1us",
	"STOREFRONT_KEY_QUOTA=1000000000", "STOREFRONT_KEY_REFILL=1us",
	"STOREFRONT_PAGES_QUOTA=1000000000", "STOREFRONT_PAGES_REFILL=1us",
}

// Serve starts the server; env overrides the other variables.
func (s *Shop) Serve(ctx context.Context, env []string) (*Process, error) {
	log, err := os.OpenFile(filepath.Join(s.Folder, logFile), os.O_CREATE|os.O_WRONLY|os.O_TRUNC|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd := s.command(ctx, append(append([]string{}, generous...), env...), "serve")
	cmd.Stderr = log
	p, err := Start(cmd)
	if err != nil {
		return nil, fmt.Errorf("storefront serve: %w, see %s", err, log.Name())
	}
	return p, nil
}

var address = regexp.MustCompile(`http://\S+`)

// Start starts a server and waits until it prints its address.
func Start(cmd *exec.Cmd) (*Process, error) {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &Process{cmd: cmd}
	lines := bufio.NewScanner(out)
	for p.Base == "" && lines.Scan() {
		p.Base = address.FindString(lines.Text())
	}
	if p.Base == "" {
		return nil, fmt.Errorf("it ended without an address: %w", cmd.Wait())
	}
	p.Ready = time.Since(began)
	return p, nil
}

// PID returns the id of the process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Stop ends the server and waits until it is gone.
func (p *Process) Stop() {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err == nil {
		_ = p.cmd.Wait() // how it ended does not matter
	}
	if p.group != "" {
		_ = os.Remove(p.group)
	}
}
