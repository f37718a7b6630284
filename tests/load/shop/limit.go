package shop

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// period is the time in which a control group may use its share, in microseconds.
const period = 10_000

// Limit lets the process use that part of a processor, as if its machine were so slow; 0 is
// no limit. It makes a control group, which Stop removes.
func (p *Process) Limit(share float64) error {
	if share == 0 {
		return nil
	}
	quota := strconv.Itoa(int(share * period))
	settings := []struct{ file, value string }{{"cpu.max", quota + " " + strconv.Itoa(period)}} // version 2
	root := "/sys/fs/cgroup"
	if _, err := os.Stat(filepath.Join(root, "cpu")); err == nil { // version 1
		root = filepath.Join(root, "cpu")
		settings = []struct{ file, value string }{{"cpu.cfs_period_us", strconv.Itoa(period)}, {"cpu.cfs_quota_us", quota}}
	}
	p.group = filepath.Join(root, fmt.Sprintf("storefront-%d", p.PID()))
	if err := os.Mkdir(p.group, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("a control group, for which it takes root: %w", err)
	}
	settings = append(settings, struct{ file, value string }{"cgroup.procs", strconv.Itoa(p.PID())})
	for _, s := range settings {
		if err := os.WriteFile(filepath.Join(p.group, s.file), []byte(s.value), 0); err != nil {
			return err
		}
	}
	return nil
}
