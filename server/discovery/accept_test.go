package discovery

import "testing"

func TestQuality(t *testing.T) {
	t.Parallel()
	for accept, json := range map[string]bool{
		"": false, "*/*": false, "text/html": false, "application/json": true, "application/json, text/html": false,
		"application/json;q=0.9,text/html;q=0.1": true, "text/html;q=0,application/json": true, "application/*": true,
		"text/html,application/xhtml+xml,*/*;q=0.8": false, "nonsense;;": false, "application/json;q=x": false,
	} {
		if got := quality(accept, "application", "json") > quality(accept, "text", "html"); got != json {
			t.Errorf("%q: JSON %v, want %v", accept, got, json)
		}
	}
}
