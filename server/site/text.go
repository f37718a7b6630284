package site

import (
	"fmt"
	"strings"
)

// paragraphs splits a text at its blank lines.
func paragraphs(text string) (all []string) {
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// excerpt returns the first of these texts that is not empty, cut to about a line
// and a half at the end of a word, for search engines.
func excerpt(texts ...string) string {
	const longest = 160 // characters
	for _, text := range texts {
		if text = strings.Join(strings.Fields(text), " "); text != "" {
			return shorten(text, longest)
		}
	}
	return ""
}

// cutAtWord cuts off a word that is not whole at the end of a text.
func cutAtWord(text string) string {
	if end := strings.LastIndexByte(text, ' '); end > 0 {
		text = text[:end]
	}
	return strings.TrimRight(text, " ,.;:–-")
}

// format puts a value into a text that has a place for it.
func format(text string, values ...any) string { return fmt.Sprintf(text, values...) }

// shorten cuts a text to so many characters, at the end of a word.
func shorten(text string, longest int) string {
	letters := []rune(text)
	if len(letters) <= longest {
		return text
	}
	return cutAtWord(string(letters[:longest])) + " …"
}
