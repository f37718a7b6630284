package customers

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
)

const (
	maxPublic  = 100             // texts in a result; the contract has the same
	maxNames   = 20              // names, and numbers, that are looked for
	publicWait = 5 * time.Second // the person's orders are locked meanwhile
	publicPage = 200             // things that are read at once
)

// findPublic adds to the result what names the person in public, which only people can change well. A catalogue may have
// a million texts: it ends after publicWait.
func (e *erasure) findPublic(ctx context.Context) error {
	e.result.PublicTexts = []api.PublicText{}
	others, err := e.PublicOthers(ctx)
	if err != nil {
		return err
	}
	for _, o := range others {
		if path, err := url.PathUnescape(o.Said); err == nil { // of a redirect
			o.Said += "\n\n\n\n" + path
		}
		e.addPublic(o.EntityType, o.ID, o.Slug, o.Said)
	}
	all := true // things were looked at
	until, wanted := time.Now().Add(publicWait), db.PublicPagesParams{Patterns: e.person.patterns(), Numbers: e.person.numbers(), MaxRows: publicPage}
	for _, kind := range []struct {
		entityType string
		next       func(context.Context, db.PublicPagesParams) ([]db.PublicPagesRow, error)
	}{
		{"page", e.PublicPages},
		{"service", func(ctx context.Context, q db.PublicPagesParams) ([]db.PublicPagesRow, error) {
			return toPublicPages(e.PublicServices(ctx, db.PublicServicesParams(q)))
		}},
		{"product", func(ctx context.Context, q db.PublicPagesParams) ([]db.PublicPagesRow, error) {
			return toPublicPages(e.PublicProducts(ctx, db.PublicProductsParams(q)))
		}},
	} {
		wanted.After = uuid.Nil
		for more := true; more; {
			if all = len(e.result.PublicTexts) <= maxPublic && time.Now().Before(until); !all {
				break
			}
			rows, err := kind.next(ctx, wanted)
			if err != nil {
				return err
			}
			for _, r := range rows {
				e.addPublic(kind.entityType, r.ID.String(), r.Slug, unescape(r.Said))
				wanted.After = r.ID
			}
			more = len(rows) == publicPage
		}
	}
	found := e.result.PublicTexts
	e.result.PublicTexts = found[:min(len(found), maxPublic)]
	e.result.PublicTextsComplete = all && len(found) <= maxPublic && len(e.person.Full) <= maxNames && len(e.person.Phones) <= maxNames
	return nil
}

func toPublicPages[R ~struct {
	ID   uuid.UUID
	Slug string
	Said string
}](rows []R, err error) ([]db.PublicPagesRow, error) {
	out := make([]db.PublicPagesRow, len(rows))
	for i, r := range rows {
		out[i] = db.PublicPagesRow(r)
	}
	return out, err
}

// addPublic adds a thing to the result if its texts name the person.
func (e *erasure) addPublic(entityType, id, slug, said string) {
	if said == "" || !e.person.identity().isIn(said) {
		return
	}
	found := api.PublicText{EntityType: entityType, Id: id}
	if slug != "" {
		found.Slug = &slug
	}
	e.result.PublicTexts = append(e.result.PublicTexts, found)
}

// patterns match every text in lower case that names the person, and some others. PostgreSQL lowers the letters of ASCII
// alone in any locale, so that it is these that are looked for.
func (p *person) patterns() []string {
	found := []string{"%" + plainest(strings.SplitN(p.Email, "@", 2)[0]) + "%@%"}
	for _, name := range p.Full[:min(len(p.Full), maxNames)] {
		for _, spelling := range []string{name, strings.ToLower(name), strings.ToUpper(name)} {
			words := strings.FieldsFunc(strings.Map(lowerASCII, norm.NFC.String(spelling)), isBetween)
			for i, word := range words {
				words[i] = plainest(word)
			}
			last := len(words) - 1
			found = append(found, "%"+strings.Join(words, "%")+"%", "%"+words[last]+"%"+strings.Join(words[:last], "%")+"%")
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// approvalPatterns is patterns for a call that waited for approval, which names the person also by ids. One pattern matches all where there
// are too many.
func (p *person) approvalPatterns(customer string) []string {
	if len(p.Full) > maxNames || len(p.Phones) > maxNames || len(p.IDs) > manyTerms {
		return []string{"%"}
	}
	found := append(p.patterns(), "%"+customer+"%")
	for id := range p.IDs {
		found = append(found, "%"+id+"%")
	}
	return found
}

// numbers matches every text that has a telephone number of the person, and some others; "" matches none.
func (p *person) numbers() string {
	found := []string{}
	phones := p.identity().phones
	for _, phone := range phones[:min(len(phones), maxNames)] {
		if digits := lastDigits(phone); digits != "" {
			found = append(found, strings.Join(strings.Split(digits, ""), `[^0-9A-Za-z]{0,3}`))
		}
	}
	return strings.Join(found, "|")
}

// plainest returns the longest part of a word that has nothing but letters a to z and digits; the word if it has none.
func plainest(word string) (longest string) {
	for _, part := range strings.FieldsFunc(word, func(r rune) bool { return r >= utf8.RuneSelf || isBetween(r) }) {
		if len(part) > len(longest) {
			longest = part
		}
	}
	if longest == "" {
		return word
	}
	return longest
}

func lowerASCII(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		return r - 'A' + 'a'
	}
	return r
}
