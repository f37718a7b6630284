package shop

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLogged(t *testing.T) {
	s := &Shop{Folder: t.TempDir()}
	if _, err := s.Remembered(); err == nil {
		t.Error("there is no log")
	}
	log := "level=INFO msg=\"the index of the products is filled\" products=3 took=1s\nlevel=INFO msg=\"answers about products from memory\" hits=2 misses=1\n"
	if err := os.WriteFile(filepath.Join(s.Folder, logFile), []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := s.Filled(t.Context(), nil); err != nil || said != "products=3 took=1s" {
		t.Errorf("%q, %v", said, err)
	}
	if said, err := s.Remembered(); err != nil || said != "hits=2 misses=1" {
		t.Errorf("%q, %v", said, err)
	}
}
