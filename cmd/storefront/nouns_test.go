//go:build catalogue

package main_test

import (
	"regexp"
	"testing"
)

// accessories are words of the names of what is for a thing, or part of one.
var accessories = regexp.MustCompile(`(?i)\b(adapter|arm|bag|battery|belt|cable|cap|cart|cartridge|case|charger|cord|cover|cradle|dock|drawer|drum|filter|fuser|holder|hood|kit|label|lamp|` +
	`lens|lock|mount|pad|part|protector|rest|ribbon|roller|service|sleeve|stand|svc|toner|tray|tripod)\b`)

// nouns searches for things, of which the shop has hundreds of accessories, and for
// the accessories.
func nouns(t *testing.T, s *serving) {
	t.Helper()
	const notebook = `(?i)\bnotebook\b.*\b(pixels|GB)\b`
	for _, c := range []struct {
		q, names string
		first    int
	}{
		{"laptop", notebook, 10}, {"notebook", notebook, 10}, {"bærbar", notebook, 10}, {"HP laptop", `^HP .*Notebook\b.*\b(pixels|GB)\b`, 10}, {"black notebook", notebook, 10},
		{"printer", `(?i)\bprinter\b`, 10}, {"HP printer", `^HP .*Printer\b`, 10}, {"camera", `(?i)\bcamera\b`, 10}, {"kamera", `(?i)\bcamera\b`, 10},
		{"monitor", `(?i)\bmonitor\b`, 10}, {"skærm", `(?i)\bmonitor\b`, 10}, {"keyboard", `(?i)\bkeyboard\b`, 10}, {"black keyboard", `(?i)\bkeyboard\b`, 10},
		{"mouse", `(?i)\bmouse\b`, 10}, {"phone", `(?i)\bphone\b`, 6}, {"projector", `(?i)\bprojector\b`, 10}, {"scanner", `(?i)\bscanner\b`, 10},
		{"headset", `(?i)\bheadset\b`, 10}, {"headphones", `(?i)\bheadphones\b`, 10}, {"webcam", `(?i)\bwebcam\b`, 10}, {"router", `(?i)\brouter\b`, 10},
		{"calculator", `(?i)\bcalculator\b`, 10}, {"tv", `\bTV\b`, 10}, {"chromebook", `\bChromebook\b.*\bpixels\b`, 10},
	} {
		for _, name := range firstNames(t, s, c.q, c.first) {
			if !regexp.MustCompile(c.names).MatchString(name) || accessories.MatchString(name) {
				t.Errorf("%q finds %q among the first %d", c.q, name, c.first)
			}
		}
	}
	for q, names := range map[string]string{
		"laptop bag": `(?i)\b(bag|case)\b`, "laptop lock": `(?i)\block\b`, "laptop battery": `(?i)\bbattery\b`, "printer roller": `(?i)\broller\b`, "printer drum": `(?i)\bdrum\b`,
		"camera case": `(?i)\b(bag|case)\b`, "mouse pad": `(?i)\bpad\b`, "phone case": `(?i)\bcase\b`, "projector lamp": `(?i)\blamp\b`, "lock": `(?i)\block\b`, "battery": `(?i)\bbattery\b`,
	} {
		for _, name := range firstNames(t, s, q, 10) {
			if !regexp.MustCompile(names).MatchString(name) {
				t.Errorf("%q finds %q among the first ten", q, name)
			}
		}
	}
}

// firstNames returns the names of the first n hits.
func firstNames(t *testing.T, s *serving, q string, n int) []string {
	t.Helper()
	var hits []struct{ Name string }
	s.want(t, "", "products.search", object{"q": q, "limit": n}, &hits)
	if len(hits) != n {
		t.Errorf("%q finds %d, want %d or more", q, len(hits), n)
	}
	names := make([]string, len(hits))
	for i, hit := range hits {
		names[i] = hit.Name
	}
	return names
}
