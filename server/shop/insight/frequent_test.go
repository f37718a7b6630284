package insight

import (
	"fmt"
	"testing"
	"time"
)

// A term that comes more than once for as many others as there is room for is found, whatever comes before.
func TestFrequentTermsAmongOthers(t *testing.T) {
	t.Parallel()
	const most, every, n = 100, 40, 100_000
	f := newFrequent(most)
	once := countedSum{figures{1, 2}, time.Now()}
	for i := range most { // all places are taken by terms that came more than once
		for range 1 + i%7 {
			f.add(fmt.Sprint("first ", i), once)
		}
	}
	for i := range n {
		f.add(fmt.Sprint("rare ", i), once)
		if i%every == 0 {
			f.add("frequent", once)
		}
		if len(f.of) > most {
			t.Fatalf("%d terms after %d searches", len(f.of), i)
		}
	}
	best := f.all()[0]
	if want := int64(n/every - 2*n/most); best.term != "frequent" || best.count < want || best.amount != 2*best.count {
		t.Errorf("%+v, want the frequent one with %d or more", best, want)
	}
	f.takeOff(best)
	if f.of["frequent"] != nil {
		t.Error("its searches were written, and it still has some")
	}
}
