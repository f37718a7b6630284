package reference

import "testing"

func TestTakesGzip(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]bool{
		"": false, "gzip": true, "GZIP": true, "br, gzip;q=0.5": true, "gzip;q=0": false, "gzip; q=0.0, *": false, "*": true,
		"*;q=0": false, "identity": false, "br": false, "gzip;q=x": false, ";;, gzip": true, "*;q=0, gzip": true,
	} {
		if takesGzip([]string{header}) != want {
			t.Errorf("%q: want %v", header, want)
		}
	}
}
