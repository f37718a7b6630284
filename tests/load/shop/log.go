package shop

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// fillingWait is how long the server may take to fill its index.
const fillingWait = 10 * time.Minute

// Filled waits until the server that was started last, with this environment,
// has filled its index of the products, and returns its log message about it.
func (s *Shop) Filled(ctx context.Context, env []string) (string, error) {
	if slices.Contains(env, "STOREFRONT_SEARCH_INDEX=false") {
		return "no index", nil
	}
	ctx, cancel := context.WithTimeout(ctx, fillingWait)
	defer cancel()
	for {
		said, found, err := s.logged("the index of the products is filled")
		if found || err != nil {
			return said, err
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("the index of the products is not filled: %w", ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// Remembered returns the number of responses about products from memory, from
// the log of the server's shutdown.
func (s *Shop) Remembered() (string, error) {
	said, _, err := s.logged("answers about products from memory")
	return said, err
}

// logged returns the part of the log line after a message.
func (s *Shop) logged(message string) (said string, found bool, err error) {
	log, err := os.ReadFile(filepath.Join(s.Folder, logFile))
	if err != nil {
		return "", false, err
	}
	_, rest, found := strings.Cut(string(log), message)
	line, _, _ := strings.Cut(rest, "\n")
	return strings.Trim(line, "\" "), found, nil
}
