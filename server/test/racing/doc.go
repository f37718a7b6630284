// Package racing reduces the rounds of random tests under the race detector, where each takes ten
// times as long: what they find by their number they find without it.
package racing
