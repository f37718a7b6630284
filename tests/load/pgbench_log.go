package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// readTimes returns the times of the runs in the log files of pgbench, nil if it wrote
// none: a file for each thread, and a line for each run.
func readTimes(folder string) (*hdrhistogram.Histogram, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) == 0 {
		return nil, err
	}
	times := hdrhistogram.New(1, longest, 3)
	for _, file := range files {
		if err := readLog(file, times); err != nil {
			return nil, err
		}
	}
	return times, nil
}

func readLog(path string, times *hdrhistogram.Histogram) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var client, run, microseconds int64
		if _, err := fmt.Sscan(lines.Text(), &client, &run, &microseconds); err != nil {
			return fmt.Errorf("pgbench: the line %q of its log: %w", lines.Text(), err)
		}
		_ = times.RecordValue(min(microseconds, longest)) // within the limits of the histogram
	}
	return lines.Err()
}
