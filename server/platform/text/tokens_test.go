package text_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/text"
)

// What a product is found by. A part comes first, then what it makes with those behind it.
func TestTokens(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"10 m": "10 m", "10m": "10 10m m", "16 GB": "16 gb", "16GB": "16 16gb gb", "16-GB": "16 16gb gb",
		"wifi": "wifi", "Wi-Fi": "wi wifi fi", "Wi\u2011Fi": "wi wifi fi", "wi fi": "wi fi", "Wi - Fi": "wi fi", "-wifi-": "wifi",
		"1,5 m": "1.5 m", "1.5m": "1.5 1.5m m", "15 m": "15 m", "10.1\"": "10.1", "v2.0": "v v2.0 2.0", "1, 5": "1 5", "5.": "5", ".5": "5", "1,5-2,5": "1.5 2.5", "7712-3434": "7712 77123434 3434", "wi–fi": "wi wifi fi", "levi′s": "levi levis s",
		"1.2.3": "1 2 3", "24.12.2026": "24 12 2026", "36,37,38": "36 37 38", "192.168.1.1": "192 168 1 1", "1.5.": "1.5", "example.com": "example com",
		"iPhone15": "iphone iphone15 15", "iphone 15": "iphone 15", "USB-C": "usb usbc c", "4K": "4 4k k", "A4": "a a4 4",
		"3-i-1": "3 3i 3i1 i i1 1", "3i1": "3 3i 3i1 i i1 1", "MFC-9840CDW": "mfc mfc9840 mfc9840cdw 9840 9840cdw cdw",
		"a-b-c-d": "a ab abc abcd b bc bcd c cd d", "O'Neill": "o oneill neill", "O’Neill": "o oneill neill", "oneill": "oneill", "o neill": "o neill",
		"l'Oréal": "l loréal oréal", "Levi's": "levi levis s", "uv_filter": "uv uvfilter filter", "tele\u00adfon": "telefon",
		"Ray-Ban (58 mm), «Guld»": "ray rayban ban 58 mm guld", "'tis": "tis", "dogs'": "dogs", "": "", "...": "", "\u0301": "", "rød+blå": "rød blå",
	} {
		var got []string
		for token := range text.Tokens(written) {
			got = append(got, token)
		}
		if !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%q: %q, want %s", written, got, want)
		}
	}
}

// What a query asks for is the same however it is written.
func TestJoinedWords(t *testing.T) {
	t.Parallel()
	for want, written := range map[string][]string{
		"10 m": {"10m", "10 m", "10-m"}, "wifi": {"wifi", "wi-fi", "Wi-Fi", "WIFI", "wi’fi"}, "1.5 m": {"1,5 m", "1.5m", "1,5-m"}, "15 m": {"15m"},
		"iphone 15": {"iPhone15", "iphone 15", "iphone-15"}, "oneill": {"O'Neill", "oneill"}, "o neill": {"o neill"}, "usbc": {"USB-C", "usbc"}, "4 k": {"4k", "4 K"},
		"a 4": {"A4"}, "3 i 1": {"3-i-1", "3 i 1", "3i1"}, "loréal": {"l'Oréal", "L’Oréal"}, "mfc 9840 cdw": {"MFC-9840CDW", "mfc9840 cdw"}, "10 15": {"10-15"},
	} {
		for _, one := range written {
			var got []string
			for _, word := range text.JoinedWords(one) {
				got = append(got, word.Text)
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%q: %q, want %s", one, got, want)
			}
		}
	}
	want := []text.Word{{"wifi", "wifi6", "wi fi"}, {"6", "wifi6", "6"}, {"sort", "sort", "sort"}}
	if got := text.JoinedWords("Wi-Fi6 sort"); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
