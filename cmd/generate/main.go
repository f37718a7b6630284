// Generate writes everything under gen/, sql/schema.sql and the generated pages
// of docs/ from their sources. It runs in the root folder of the project.
package main

import (
	"fmt"
	"os"
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
