// Package seal encrypts what the database stores and must not reveal to those who read
// the database or a backup of it: the key is not in the database.
package seal

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// KeySize is the size of a key in bytes.
const KeySize = 32

// Box encrypts and decrypts with one key, by AES-256-GCM. It is safe for concurrent use.
type Box struct {
	aead cipher.AEAD
	key  []byte
}

// New returns the Box of a key of KeySize bytes.
func New(key []byte) (*Box, error) {
	if len(key) != KeySize {
		return nil, errKey
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return &Box{aead, bytes.Clone(key)}, err
}

// Derive returns a key of KeySize bytes for another purpose. It is the same for every
// Box of the same key, and reveals nothing of that key.
func (b *Box) Derive(purpose string) ([]byte, error) {
	return hkdf.Key(sha256.New, b.key, nil, purpose, KeySize)
}

var errKey = errors.New("a key is 32 bytes in base64, such as the output of: openssl rand -base64 32")

// ParseKey parses a key in base64. The error does not contain the text.
func ParseKey(text string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(key) != KeySize {
		return nil, errKey
	}
	return key, nil
}

// NewKey returns a random key.
func NewKey() []byte {
	key := make([]byte, KeySize)
	rand.Read(key) // never fails
	return key
}

// Seal encrypts a text. Only Open with the same owner decrypts it, so that a
// sealed text that is copied to another row is worthless there.
func (b *Box) Seal(text []byte, owner string) []byte {
	return b.aead.Seal(nil, nil, text, []byte(owner))
}

// Open decrypts what Seal returned. It fails with another key or owner, and for
// a text that was changed.
func (b *Box) Open(sealed []byte, owner string) ([]byte, error) {
	return b.aead.Open(nil, nil, sealed, []byte(owner))
}

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
