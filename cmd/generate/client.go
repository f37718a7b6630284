package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// ignored keeps the sources of the client from being compiled where they are,
// without the generated types.
const ignored = "//go:build ignore\n\n"

// copyClient copies the part of the Go client that is written by hand to the
// generated part: a Go package has one folder, and gen has nothing that make
// generate does not write, but the go.mod and go.sum of the client.
func copyClient() error {
	sources, err := filepath.Glob("openapi/client/*.go")
	if err != nil {
		return err
	}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			return err
		}
		text, found := bytes.CutPrefix(text, []byte(ignored))
		if !found {
			return fmt.Errorf("%s does not begin with %q", source, ignored)
		}
		header := "// Copied from " + source + " by make generate; edit it there.\n\n"
		if err := write("gen/client/"+filepath.Base(source), append([]byte(header), text...)); err != nil {
			return err
		}
	}
	return nil
}
