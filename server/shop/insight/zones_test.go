package insight

import (
	"archive/zip"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	_ "time/tzdata" // as the program has it
)

// Every zone of the IANA database is one: Go has its names.
func TestEveryZoneOfTheDatabase(t *testing.T) {
	t.Parallel()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	database, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer database.Close()
	zones := 0
	for _, file := range database.File {
		if strings.HasSuffix(file.Name, "/") {
			continue
		}
		zones++
		if zone, err := zoneOf(file.Name); err != nil || zone.String() != file.Name {
			t.Errorf("%s: %v %v", file.Name, zone, err)
		}
	}
	if zones < 500 {
		t.Errorf("%d zones", zones)
	}
}
