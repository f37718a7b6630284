package search

import (
	"context"
	"slices"

	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// endings returns, for each spelling that matches the end of a word, the words of
// the shop that end with it.
func (d inDatabase) endings(ctx context.Context, terms []index.Term) (map[string][]string, error) {
	var ends []string
	for _, spelling := range slices.Concat(terms...) {
		if spelling.Ends {
			ends = append(ends, spelling.Text)
		}
	}
	if len(ends) == 0 {
		return nil, nil
	}
	rows, err := d.Read().SearchWordEnding(ctx, ends)
	if err != nil {
		return nil, err
	}
	longer := map[string][]string{}
	for _, row := range rows {
		longer[row.Term] = append(longer[row.Term], row.Longer)
	}
	return longer, nil
}

func (d inDatabase) missing(ctx context.Context, spellings []index.Spelling) ([]string, error) {
	endings, err := d.endings(ctx, []index.Term{spellings})
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, one := range spellings {
		if len(endings[one.Text]) == 0 {
			texts = append(texts, one.Text)
		}
	}
	return d.Read().SearchWordMissing(ctx, texts)
}

func (d inDatabase) similar(ctx context.Context, words []string) (map[string][]string, error) {
	rows, err := d.Read().SearchWordSimilar(ctx, words)
	if err != nil {
		return nil, err
	}
	near := map[string][]string{}
	for _, row := range rows {
		near[row.Term] = append(near[row.Term], row.Near)
	}
	return near, nil
}

func (d inDatabase) known(ctx context.Context, words []string) (map[string]bool, error) {
	rows, err := d.Read().SearchWordKnown(ctx, words)
	known := make(map[string]bool, len(rows))
	for _, word := range rows {
		known[word] = true
	}
	return known, err
}
