// Generate writes everything under gen/, sql/schema.sql and the generated pages
// of docs/ from their sources. It runs in the root folder of the project.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// steps run in this order: each may read what the earlier ones wrote.
var steps = []struct {
	name string
	run  func() error
}{
	{"gen/openapi.*, gen/tools.json", bundleContract},
	{"gen/openapi.sandbox.*", overlaySandbox},
	{"gen/documents.zip", packDocuments},
	{"gen/api, gen/client", generateGo},
	{"gen/db", generateQueries},
	{"sql/schema.sql", dumpSchema},
	{"docs/errors.md", writeErrors},
	{"docs/configuration.md", writeConfiguration},
}

func main() {
	for _, step := range steps {
		fmt.Fprintln(os.Stderr, "generate:", step.name)
		if err := step.run(); err != nil {
			fmt.Fprintf(os.Stderr, "generate: %s: %v\n", step.name, err)
			os.Exit(1)
		}
	}
}

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
