//go:build race

package storetest

// OneIn is how many of the rounds of a random test stand for one that is made. Under the race detector
// each takes ten times as long, and what they find by their number they find without it.
const OneIn = 4
