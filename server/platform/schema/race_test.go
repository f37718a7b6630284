//go:build race

package schema

// oneIn reduces the number of mutations when each costs ten times as much.
const oneIn = 20
