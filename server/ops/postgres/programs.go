package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// programs returns the programs for the data folder: those of Options.BinDir, or
// the newest ones. The server reads only data of its own major version, so when
// there is data its version decides.
func (s *server) programs(ctx context.Context) (Installation, error) {
	if s.found.Major != 0 {
		return s.found, nil
	}
	major, err := clusterVersion(s.home.cluster())
	if err != nil {
		return Installation{}, err
	}
	s.found, err = s.programsFor(ctx, major)
	return s.found, err
}

// programsFor returns the programs of a major version, or of any if that is 0.
func (s *server) programsFor(ctx context.Context, major int) (Installation, error) {
	if given := s.options.BinDir; given != "" {
		found, err := choose(major, inspectAll(ctx, []string{given}, s.home.account))
		if err != nil {
			return Installation{}, fmt.Errorf("programs in %s: %w", given, err)
		}
		return found, nil
	}
	return choose(major, inspectAll(ctx, candidates(ctx), s.home.account))
}

// clusterVersion returns the major version that made the cluster, or 0 when
// there is none.
func clusterVersion(cluster string) (int, error) {
	name := filepath.Join(cluster, "PG_VERSION")
	content, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	major, err := strconv.Atoi(strings.TrimSpace(string(content)))
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return major, nil
}
