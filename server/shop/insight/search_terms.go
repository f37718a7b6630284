package insight

import (
	"context"
	"math"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
)

// AnalyticsSearchTerms returns what was searched.
func (h Analytics) AnalyticsSearchTerms(ctx context.Context, req api.AnalyticsSearchTermsRequestObject) (api.AnalyticsSearchTermsResponseObject, error) {
	p := periodOf(req.Body.FromDate, req.Body.ToDate).countedIn(h.Store.Now())
	rows, err := h.Store.Read().InsightCounted(ctx, db.InsightCountedParams{
		Kind: terms, Since: p.from, Until: p.until, NothingFound: *req.Body.NoResultsOnly, Most: *req.Body.Limit,
	})
	result := []api.SearchTerm{}
	for _, r := range rows {
		const tenth = 10
		average := math.Round(float64(r.Amount)/float64(r.Count)*tenth) / tenth
		result = append(result, api.SearchTerm{Q: r.Name, Count: r.Count, AverageResults: average, LastSeenAt: wire.TimeOf(r.LastAt)})
	}
	return api.AnalyticsSearchTerms200JSONResponse{Ok: true, Result: result}, err
}

// longestTerm is the maximum length of a term in bytes; longer searches are not counted.
const longestTerm = 100

// termOf returns the words of a search as they are counted: in one spelling, without accents and punctuation. ok
// is false for a search without words, and for one that may name a person.
func termOf(q string) (term string, ok bool) {
	q = norm.NFKC.String(q)
	if isPersonal(q) {
		return "", false
	}
	words := text.Words(q)
	for i, word := range words {
		words[i] = text.Key(word)
	}
	term = strings.Join(words, " ")
	return term, term != "" && len(term) <= longestTerm
}

// telephone finds numbers that may be those of a telephone: seven digits or more, in groups or not, that are not part
// of a word, as those of a model are.
var telephone = regexp.MustCompile(`(^|[^\p{L}\d])\d([^\p{L}\d]*\d){6,}($|[^\p{L}\d])`)

// isPersonal reports whether a text may contain an e-mail address or a telephone number.
func isPersonal(text string) bool {
	digits := 0
	text = strings.Map(func(r rune) rune {
		r = plainDigit(r)
		if r == '0' {
			digits++
		}
		return r
	}, text)
	return strings.Contains(text, "@") || digits >= 7 && telephone.MatchString(text)
}

// plainDigit returns the digit 0 for a digit of any script, and a space for any white space or dash.
func plainDigit(r rune) rune {
	switch {
	case unicode.IsDigit(r):
		return '0'
	case unicode.IsSpace(r) || unicode.Is(unicode.Pd, r):
		return ' '
	}
	return r
}
