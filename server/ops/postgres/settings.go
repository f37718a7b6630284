package postgres

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

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
		"max_connections":  "400",   // many services, each with a pool, run at once
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
