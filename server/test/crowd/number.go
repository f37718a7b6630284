package crowd

import (
	"os"
	"strconv"
	"testing"
)

// Number returns a number of the environment, such as a seed or how many rounds to run.
func Number(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}
