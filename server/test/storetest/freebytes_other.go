//go:build !unix

package storetest

// freeBytes returns 0: it is not known here.
func freeBytes(string) uint64 { return 0 }
