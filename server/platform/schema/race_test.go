//go:build race

package schema

// oneIn thins out the mutations where each costs ten times as much.
const oneIn = 20
