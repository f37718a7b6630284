package site

import "html/template"

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
	choiceMarkup   = 110
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
