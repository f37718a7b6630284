package main

import (
	"os"

	"github.com/alecthomas/kong"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/manual"
)

// manCommand is for releases: what people read is the page in the archive.
type manCommand struct{}

// Run prints the manual page of the program.
func (manCommand) Run(parsed *kong.Context) error {
	build := config.ThisBuild()
	_, err := os.Stdout.WriteString(manual.Page(parsed.Model, build.Version, build.Date))
	return err
}
