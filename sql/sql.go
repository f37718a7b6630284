// Package sql holds the migrations of the database.
package sql

import "embed"

// Migrations are the numbered migrations, in the folder "migrations".
//
//go:embed migrations/*.sql
var Migrations embed.FS
