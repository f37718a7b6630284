package shop

import (
	"fmt"
	"os"
	"path/filepath"
)

// Program returns the path of a program of the running PostgreSQL, such as
// pgbench, or an error if the installation lacks it.
func (s *Shop) Program(name string) (string, error) {
	postmaster, err := s.postmaster()
	if err != nil {
		return "", err
	}
	server, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", postmaster))
	if err != nil {
		return "", err
	}
	path := filepath.Join(filepath.Dir(server), name)
	_, err = os.Stat(path)
	return path, err
}
