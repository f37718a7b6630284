//go:build race

package racing

// OneIn is how many of the rounds of a random test stand for one that is made.
const OneIn = 4
