// Generate writes everything under gen/, sql/schema.sql and the generated pages
// of docs/ from their sources. It runs in the root folder of the project.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"

	programs "github.com/storefront/storefront"
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
	{"gen/db", func() error { return tool("sqlc", "generate") }},
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

// tool runs a pinned program, without cgo, with which sqlc takes much longer to
// build.
func tool(name string, args ...string) error {
	cmd := exec.CommandContext(context.Background(), "go", append([]string{"run", programs.Programs[name]}, args...)...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd.Run()
}

func write(path string, text []byte) error { return os.WriteFile(path, text, 0o644) }
