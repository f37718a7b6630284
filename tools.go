// Package tools pins the programs that developing this project takes. They are
// run as "go run <package>@<version>", each with the dependencies of its own
// module, so that none of them weighs on what the service is built from
// (docs/decisions/0001-tools.md).
package tools

// Programs maps the name of a tool to its package and version.
var Programs = map[string]string{
	"oapi-codegen":    "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2",
	"openapi-overlay": "github.com/speakeasy-api/openapi-overlay@v0.10.3",
	"sqlc":            "github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1",
	"golangci-lint":   "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0",
	"actionlint":      "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12",
	"oasdiff":         "github.com/oasdiff/oasdiff@v1.33.0",
	"toxiproxy":       "github.com/Shopify/toxiproxy/v2/cmd/server@v2.5.0",
	"stripe-mock":     "github.com/stripe/stripe-mock@v0.203.0",
	"goreleaser":      "github.com/goreleaser/goreleaser/v2@v2.14.3",
	"cyclonedx-gomod": "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0",
	"benchstat":       "golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da",
	"govulncheck":     "golang.org/x/vuln/cmd/govulncheck@v1.9.0",
}
