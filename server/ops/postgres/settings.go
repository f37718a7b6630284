package postgres

import (
	"bufio"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

const mib = 1 << 20

// defaultSettings keep every committed transaction, and suit a shop on a machine
// with few cores.
func defaultSettings() map[string]string {
	memory := machineMemory()
	return map[string]string{
		"fsync":              "on",
		"synchronous_commit": "on",
		"full_page_writes":   "on",

		"max_connections":      "100",
		"shared_buffers":       sharedBuffers(memory),
		"effective_cache_size": cacheSize(memory),
		"maintenance_work_mem": "128MB",
		"random_page_cost":     "1.1", // solid state disks
		"autovacuum":           "on",
		"max_wal_size":         "4GB", // an import else forces a checkpoint every few seconds

		// Many short queries at once: compiling them costs more than it saves,
		// and workers of one query take the cores from the others.
		"jit":                             "off",
		"max_parallel_workers_per_gather": "0",

		// A backup takes one sender, and a slot that keeps what it needs of the log.
		"wal_level":             "replica",
		"max_wal_senders":       "2",
		"max_replication_slots": "2",

		"timezone":        "UTC",
		"log_line_prefix": "%m [%p] ",
		"cluster_name":    "storefront",
	}
}

// VolatileSettings are [Options].Settings for tests: quicker, and the data may
// be lost when the machine dies, though not when a process does.
func VolatileSettings() map[string]string {
	return map[string]string{
		"fsync":            "off",
		"full_page_writes": "off",
		"shared_buffers":   "32MB",
		"max_wal_size":     "128MB", // the data may be in memory
		"max_connections":  "1000",  // many services, each with a pool, run at once
	}
}

// arguments returns what postgres is started with: the defaults, the caller's
// settings over them, and over all what this package relies on, above all that
// nothing listens but the socket in folder.
func (h home) arguments(folder string, custom map[string]string) []string {
	settings := defaultSettings()
	maps.Copy(settings, custom)
	maps.Copy(settings, map[string]string{
		"listen_addresses":        "",
		"port":                    strconv.Itoa(port),
		"unix_socket_directories": quoteListItem(folder),
		"unix_socket_permissions": "0700",
		"lc_messages":             "C", // the log is searched for messages

		"log_destination":          "stderr",
		"logging_collector":        "on",
		"log_directory":            h.path(logName),
		"log_filename":             logFormat,
		"log_file_mode":            "0600",
		"log_rotation_size":        logSize,
		"log_rotation_age":         "0",
		"log_truncate_on_rotation": "off",
		"log_timezone":             "UTC", // the names of its files are in the order of time

		// The log has no data of the shop: neither the row that a constraint refuses, nor the values of a statement that fails.
		"log_error_verbosity":               "terse",
		"log_parameter_max_length":          "0",
		"log_parameter_max_length_on_error": "0",
	})
	args := []string{"-D", h.cluster()}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		args = append(args, "-c", name+"="+settings[name])
	}
	return args
}

// quoteListItem quotes a path for a setting that takes a list of them, in which
// a comma would end it.
func quoteListItem(path string) string {
	return `"` + strings.ReplaceAll(path, `"`, `""`) + `"`
}

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

// inMemory is where Linux keeps files in memory.
const inMemory = "/dev/shm"

// InMemory returns a folder whose files are in memory, for data that nobody misses, or "" if there
// is none with room for so many bytes. A cluster is several hundred files, and ext4 takes long to
// make a file for minutes after many were deleted: half of the processor time of a walk over the
// contract, and 1.4 s instead of 0.5 s for the start of a sandbox after a dozen others.
func InMemory(room uint64) string {
	if freeBytes(inMemory) < room {
		return ""
	}
	return inMemory
}
