// Package sandbox is a throw-away shop for the tests of those who call the service: the demo
// shop, keys that everybody knows, ids that are the same each time, and a clock of its own.
//
// Its database holds its first state besides the tables of the shop (first.sql): a reset
// writes that back and begins the service anew, so that nothing of the life before is left,
// in the database or in memory (decision 22).
//
// Without a configured database a sandbox runs a PostgreSQL of its own on a copy of a
// prepared data folder, which is made once and kept in the user's cache.
package sandbox

// Header is the header of every answer of a sandbox.
const Header = "Storefront-Sandbox"

// ResetPath is the address that restores the first state.
const ResetPath = "/sandbox/reset"
