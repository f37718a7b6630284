package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// restarts is how long after its end a part is started again, as systemd does with Restart=always.
const restarts = time.Second

// part is a process of the cluster.
type part struct {
	name    string
	command []string
	env     []string // besides that of this process
	dropped bool     // runs as the user of PostgreSQL, because it refuses to run as root

	cluster *cluster
	mu      sync.Mutex
	process *os.Process // nil while it does not run
	held    bool        // it is not started again
	ended   chan struct{}
}

// start starts the part, and again whenever it has ended, until ctx ends.
func (p *part) start(ctx context.Context) error {
	p.ended = make(chan struct{})
	first := make(chan error, 1)
	go func() {
		defer close(p.ended)
		for once := first; ctx.Err() == nil; once = nil {
			cmd, err := p.begin()
			if once != nil {
				once <- err
			}
			if cmd != nil {
				_ = cmd.Wait()
				p.forget()
			}
			select {
			case <-ctx.Done():
			case <-time.After(restarts):
			}
		}
	}()
	return <-first
}

// begin starts the process, unless it is held.
func (p *part) begin() (*exec.Cmd, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held {
		return nil, nil
	}
	log, err := os.OpenFile(p.logFile(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd := exec.Command(p.command[0], p.command[1:]...) //nolint:noctx // it ends by stop, which gives it time
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr = append(os.Environ(), p.env...), p.cluster.folder, log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C reaches the cluster alone, which stops its parts in order
	if p.dropped {
		cmd.SysProcAttr.Credential = p.cluster.account
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", p.name, err)
	}
	p.process = cmd.Process
	return cmd, nil
}

func (p *part) logFile() string { return filepath.Join(p.cluster.folder, p.name+".log") }

func (p *part) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.process = nil
}

// signal sends a signal to the process and to those of its group.
func (p *part) signal(s syscall.Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.process != nil {
		_ = syscall.Kill(-p.process.Pid, s)
	}
}

// kill ends the part as kill -9 does. It is started again.
func (p *part) kill() { p.signal(syscall.SIGKILL) }

// stop ends the part for good, whose context has ended.
func (p *part) stop() {
	p.signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(20 * time.Second):
		p.kill()
		<-p.ended
	}
}
