package postgres

import (
	"bufio"
	"os"
	"strconv"
	"strings"
)

const mib = 1 << 20

// sharedBuffers returns how much of a machine's memory PostgreSQL keeps pages in:
// an eighth, for the service and the system's own cache need memory too. It takes
// it as pages are read.
func sharedBuffers(memory int64) string {
	const least, most, unknown = 128 * mib, 2048 * mib, 256 * mib
	if memory == 0 {
		return megabytes(unknown)
	}
	return megabytes(min(max(memory/8, least), most))
}

// cacheSize returns what PostgreSQL may expect of the system's cache when it
// chooses between an index and a scan.
func cacheSize(memory int64) string {
	const least = 1024 * mib
	return megabytes(max(memory/2, least))
}

func megabytes(bytes int64) string { return strconv.FormatInt(bytes/mib, 10) + "MB" }

// machineMemory returns the bytes of memory that this process may have: of the
// machine, or of the container when that is less; 0 when the system does not say
// it in Linux's way.
func machineMemory() int64 {
	meminfo, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	limit, _ := os.ReadFile("/sys/fs/cgroup/memory.max") // there may be none
	return leastMemory(string(meminfo), string(limit))
}

func leastMemory(meminfo, limit string) (bytes int64) {
	for lines := bufio.NewScanner(strings.NewReader(meminfo)); lines.Scan(); {
		if f := strings.Fields(lines.Text()); len(f) > 1 && f[0] == "MemTotal:" {
			kib, _ := strconv.ParseInt(f[1], 10, 64)
			bytes = kib << 10
		}
	}
	if most, err := strconv.ParseInt(strings.TrimSpace(limit), 10, 64); err == nil && most < bytes {
		return most
	}
	return bytes
}
