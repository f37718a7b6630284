// Package sql holds the migrations of the database.
package sql

import (
	"embed"

	"github.com/pressly/goose/v3"
)

// Migrations are the numbered migrations, in the folder "migrations".
//
//go:embed migrations/*.sql
var Migrations embed.FS

// GoMigrations are those that fold texts, which only Go can.
var GoMigrations = []*goose.Migration{
	goose.NewGoMigration(9, &goose.GoFunc{RunTx: writeOrderWords}, &goose.GoFunc{RunTx: deleteOrderWords}),
	goose.NewGoMigration(23, &goose.GoFunc{RunTx: addAttributeNames}, &goose.GoFunc{RunTx: keepAttributeNames}),
}
