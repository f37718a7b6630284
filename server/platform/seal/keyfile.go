package seal

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// KeyFile reads the key in a file, which only its owner may read. A file that does
// not exist is created with a new key; of processes that do so at once, one does.
func KeyFile(path string) ([]byte, error) {
	key, err := readKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if err := createKey(path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return readKey(path)
}

func readKey(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	key, err := ParseKey(strings.TrimSpace(string(text)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// createKey writes the whole file before it has its name, so that no other process
// reads a part of it.
func createKey(path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*") // with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(base64.StdEncoding.EncodeToString(NewKey()) + "\n")
	if err := errors.Join(err, giveToOwner(f), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Link(f.Name(), path)
}
