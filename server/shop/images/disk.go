package images

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/storefront/storefront/server/platform/store"
)

// disk keeps the files in a folder, which all replicas see.
type disk struct{ root *os.Root }

func openDisk(path string) (files, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, fmt.Errorf("a folder that cannot be opened: %w", err)
	}
	return disk{root}, nil
}

// put writes the file under another name first, so that nobody reads a part of it, also after the machine has failed.
func (d disk) put(_ context.Context, name string, content []byte) (err error) {
	if _, err := d.root.Stat(name); err == nil {
		return nil
	}
	part := fmt.Sprintf("%s.%d.part", name, os.Getpid())
	f, err := d.root.Create(part)
	if err != nil {
		return unreachable(err)
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = d.root.Rename(part, name)
	}
	if err != nil {
		return unreachable(errors.Join(err, d.root.Remove(part)))
	}
	return nil
}

func (d disk) get(_ context.Context, name string) ([]byte, error) {
	content, err := d.root.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoFile
	}
	if err != nil {
		return nil, unreachable(err)
	}
	return content, nil
}

func (d disk) remove(_ context.Context, _ *store.Tx, names []string) error {
	for _, name := range names {
		if err := d.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
