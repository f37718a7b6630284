//go:build !race

package schema

const oneIn = 1
