package seal_test

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/storefront/storefront/server/platform/seal"
)

func newBox(t *testing.T) *seal.Box {
	t.Helper()
	box, err := seal.New(seal.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	return box
}

func TestOnlyTheKeyAndTheOwnerOpen(t *testing.T) {
	t.Parallel()
	box := newBox(t)
	sealed := box.Seal([]byte("whsec_"), "a")
	if again := box.Seal([]byte("whsec_"), "a"); bytes.Equal(sealed, again) || bytes.Contains(sealed, []byte("whsec_")) {
		t.Errorf("sealed twice: %x %x", sealed, again)
	}
	if text, err := box.Open(sealed, "a"); err != nil || string(text) != "whsec_" {
		t.Errorf("opened: %q, %v", text, err)
	}
	if _, err := box.Open(sealed, "b"); err == nil {
		t.Error("another owner opens it")
	}
	if _, err := newBox(t).Open(sealed, "a"); err == nil {
		t.Error("another key opens it")
	}
	sealed[len(sealed)/2] ^= 1
	if _, err := box.Open(sealed, "a"); err == nil {
		t.Error("a changed text opens")
	}
	if _, err := box.Open(nil, "a"); err == nil {
		t.Error("nothing opens")
	}
}

// Processes that start at once use one key, in a file that only its owner reads.
func TestAKeyFileIsCreatedOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "secrets.key")
	keys := make([][]byte, 16)
	var wg sync.WaitGroup
	for i := range keys {
		wg.Go(func() {
			var err error
			if keys[i], err = seal.KeyFile(path); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, key := range keys {
		if len(key) != seal.KeySize || !bytes.Equal(key, keys[0]) {
			t.Errorf("the keys are %x and %x", key, keys[0])
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}

func TestWhatIsNoKeyIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "short", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"} {
		if _, err := seal.ParseKey(text); err == nil {
			t.Errorf("%q is a key", text)
		}
	}
	path := filepath.Join(t.TempDir(), "secrets.key")
	if err := os.WriteFile(path, []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := seal.KeyFile(path); err == nil {
		t.Error("a file without a key is used")
	}
	if _, err := seal.New([]byte("short")); err == nil {
		t.Error("a short key is used")
	}
}

func TestDerivedKeysDifferByKeyAndPurpose(t *testing.T) {
	t.Parallel()
	derive := func(b *seal.Box, purpose string) string {
		key, err := b.Derive(purpose)
		if err != nil || len(key) != seal.KeySize {
			t.Fatalf("%x, %v", key, err)
		}
		return string(key)
	}
	box, other := newBox(t), newBox(t)
	if a := derive(box, "a"); a != derive(box, "a") || a == derive(box, "b") || a == derive(other, "a") {
		t.Error("a derived key is not that of its key and purpose alone")
	}
}
