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

// What the server logs when it searches in memory from then on, and how long
// that may take.
const (
	filled      = "the index of the products is filled"
	fillingWait = 10 * time.Minute
)

// Filled waits until the server that was started last, with this environment,
// has filled its index of the products, and returns what it says of that.
func (s *Shop) Filled(ctx context.Context, env []string) (string, error) {
	if slices.Contains(env, "STOREFRONT_SEARCH_INDEX=false") {
		return "no index", nil
	}
	ctx, cancel := context.WithTimeout(ctx, fillingWait)
	defer cancel()
	for {
		log, err := os.ReadFile(filepath.Join(s.Folder, logFile))
		if err != nil {
			return "", err
		}
		for line := range strings.Lines(string(log)) {
			if _, rest, found := strings.Cut(line, filled); found {
				return strings.Trim(rest, "\", \n"), nil
			}
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("the index of the products is not filled: %w", ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}
