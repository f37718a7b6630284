package shop

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of CPU times in /proc: USER_HZ, which is 100 on every Linux.
const tick = 10 * time.Millisecond

// stat is the content of /proc/<pid>/stat.
type stat struct {
	parent   int
	own      time.Duration // user and system time
	children time.Duration // of children that ended
}

func readStat(pid int) (stat, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return stat{}, err
	}
	return parseStat(string(text))
}

// parseStat skips the name, which may contain anything, up to its last bracket.
func parseStat(text string) (stat, error) {
	f := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	if len(f) < 15 {
		return stat{}, fmt.Errorf("/proc/<pid>/stat: %q", text)
	}
	number := func(i int) int {
		n, _ := strconv.Atoi(f[i]) // the kernel writes numbers
		return n
	}
	ticks := func(i int) time.Duration { return time.Duration(number(i)) * tick }
	return stat{parent: number(1), own: ticks(11) + ticks(12), children: ticks(13) + ticks(14)}, nil
}

// CPU returns the time that the process has used so far.
func CPU(pid int) time.Duration {
	s, _ := readStat(pid) // zero for a process that has ended
	return s.own
}

// PostgresCPU returns the CPU time of all processes of the cluster so far,
// including those that have ended.
func (s *Shop) PostgresCPU() (time.Duration, error) {
	postmaster, err := s.postmaster()
	if err != nil {
		return 0, err
	}
	first, err := readStat(postmaster)
	if err != nil {
		return 0, err
	}
	total := first.own + first.children
	all, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return 0, err
	}
	for _, folder := range all {
		pid, _ := strconv.Atoi(filepath.Base(folder))
		if child, err := readStat(pid); err == nil && child.parent == postmaster {
			total += child.own
		}
	}
	return total, nil
}

func (s *Shop) postmaster() (int, error) {
	text, err := os.ReadFile(filepath.Join(s.Folder, "cluster", "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return strconv.Atoi(strings.TrimSpace(line))
}

// Resident returns the resident memory of the process in MiB.
func Resident(pid int) float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // zero for a process that has ended
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kib / 1024
		}
	}
	return 0
}
