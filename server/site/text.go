package site

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/storefront/storefront/server/platform/text"
)

// What pages that list many things show of each, so that a list with the longest names
// that the contract allows stays below 60 KB with its stylesheet. The page of a thing
// shows all of it.
const (
	maxCardName    = 80  // characters
	maxCardBrand   = 40  // characters
	maxCardImage   = 200 // bytes of an address
	maxCardSummary = 160 // characters
	maxLinkText    = 60  // characters
	maxTiles       = 100
	maxTilesBytes  = 12_000
	maxChoices     = 20    // of a filter
	maxChoiceBytes = 4_000 // of a filter, of which each choice takes choiceMarkup
	choiceMarkup   = 130
	maxLinks       = 24    // in each list of the footer
	maxLinkBytes   = 2_000 // in each list of the footer
)

// bytesInHTML is how many bytes these texts take in a page.
func bytesInHTML(texts ...string) (n int) {
	for _, text := range texts {
		n += len(template.HTMLEscapeString(text))
	}
	return n
}

// shorten cuts a text to so many characters, at the end of a word.
func shorten(text string, longest int) string {
	letters := []rune(text)
	if len(letters) <= longest {
		return text
	}
	return cutAtWord(string(letters[:longest])) + " …"
}

// cutAtWord cuts off a word that is not whole at the end of a text.
func cutAtWord(text string) string {
	if end := strings.LastIndexByte(text, ' '); end > 0 {
		text = text[:end]
	}
	return strings.TrimRight(text, " ,.;:–-")
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

// truncate returns a text that an operation takes, cut to so many characters.
func truncate(sent string, longest int) string {
	sent = text.Trim(strings.ReplaceAll(strings.ToValidUTF8(sent, ""), "\x00", ""))
	if utf8.RuneCountInString(sent) > longest {
		sent = text.Trim(string([]rune(sent)[:longest]))
	}
	return sent
}

// wholeText is truncate for a text of which a part would mean something else: a longer one
// is none.
func wholeText(text string) string {
	if text = truncate(text, maxFilterLength+1); utf8.RuneCountInString(text) > maxFilterLength {
		return ""
	}
	return text
}

// wholeTexts returns the first of the texts that are not empty, each once.
func wholeTexts(texts []string, most int) (all []string) {
	for _, text := range texts {
		if text = wholeText(text); text != "" && len(all) < most && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// paragraphs splits a text at its blank lines.
func paragraphs(text string) (all []string) {
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// format puts a value into a text that has a place for it.
func format(text string, values ...any) string { return fmt.Sprintf(text, values...) }
