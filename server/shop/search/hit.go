package search

import (
	"bytes"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	tokens "github.com/segmentio/encoding/json"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/search/internal/index"
	"github.com/storefront/storefront/server/shop/settings"
)

// toIndex returns a product as the index takes it. words is memory that is used again.
func toIndex(r *db.MemoryProductsRow, words *wordCounts) (index.Product, error) {
	words.count(&searchable{r.Name, r.Slug, r.Description, r.Brand, r.FrameColor, r.LensColor, r.Attributes, r.Options, r.Skus})
	name := nameWords(r.Name, r.Brand, r.FrameColor, r.LensColor)
	hit, err := encodedHit(r)
	return index.Product{
		ID: r.ID, Name: r.NameSort, Category: r.CategoryID,
		Slug: r.Slug, Content: r.Content, Created: r.CreatedAt.UnixMilli(), Updated: r.UpdatedAt.UnixMilli(), Price: r.PriceOere, Stock: r.Stock, Featured: r.Featured, Pieces: index.Pieces(r.Pieces),
		Brand: label(r.BrandKey, r.Brand), Frame: label(r.FrameColorKey, r.FrameColor), Lens: label(r.LensColorKey, r.LensColor),
		Words: words.impacts(name), Named: name, Hit: hit, Attributes: attributeValues(r.Attributes),
	}, err
}

func label(key, text *string) index.Label {
	return index.Label{Key: wire.OrEmpty(key), Text: wire.OrEmpty(text)}
}

// toHit returns a product as a search hit. It is the only definition of a hit,
// whether the index or the database finds the product. Its addresses have marks.
func toHit(p *db.MemoryProductsRow, categorySlug, categoryName string) api.ProductHit {
	hit := api.ProductHit{
		Id: p.ID.String(), Slug: p.Slug, Name: p.Name, Brand: p.Brand, PriceDkk: p.PriceOere, Stock: p.Stock, Featured: p.Featured,
		FrameColor: p.FrameColor, LensColor: p.LensColor, CategorySlug: categorySlug, CategoryName: categoryName,
		AnswerSummary: p.AnswerSummary, Currency: settings.Currency, UpdatedAt: wire.TimeOf(p.UpdatedAt),
		Url: wire.Absolute(wire.BaseMark, PagePath(p.Slug)), VariantCount: int64(p.VariantCount), PriceMaxOere: p.PriceOere,
	}
	if p.PriceMaxOere != nil {
		hit.PriceMaxOere = *p.PriceMaxOere
	}
	if image := p.FirstImage; image != "" {
		hit.FirstImage = new(wire.Absolute(wire.BaseMark, image))
	}
	return hit
}

// PagePath returns the path of the page of a product.
func PagePath(slug string) string { return "/products/" + slug }

// hitRow is a hit and the product that it is about.
type hitRow struct {
	api.ProductHit
	product db.MemoryProductsRow
}

// hitColumns are the columns of a product p and its category c that toHit needs.
const hitColumns = `p.id, p.slug, p.name, p.brand, p.price_oere, p.stock, p.featured, p.frame_color, p.lens_color,
	coalesce(p.images -> 0 ->> 'url', ''), p.answer_summary, p.updated_at, p.variant_count, p.price_max_oere, c.slug, c.name`

// scanHits returns a function that reads hitColumns, the sort key of the name and
// the time of creation.
func scanHits() pgx.RowToFunc[hitRow] {
	var p db.MemoryProductsRow
	var categorySlug, categoryName string
	return func(row pgx.CollectableRow) (hitRow, error) {
		err := row.Scan(&p.ID, &p.Slug, &p.Name, &p.Brand, &p.PriceOere, &p.Stock, &p.Featured, &p.FrameColor, &p.LensColor,
			&p.FirstImage, &p.AnswerSummary, &p.UpdatedAt, &p.VariantCount, &p.PriceMaxOere, &categorySlug, &categoryName, &p.NameSort, &p.CreatedAt)
		return hitRow{toHit(&p, categorySlug, categoryName), p}, err
	}
}

// encodeRow returns a hit that the database found as JSON, brief or whole.
func encodeRow(hit *api.ProductHit, brief bool) ([]byte, error) {
	var encoded any = hit
	if brief {
		encoded = api.ProductSuggestion{Slug: hit.Slug, Name: hit.Name, PriceDkk: hit.PriceDkk}
	}
	text, err := wire.Marshal(encoded)
	return wire.MarkBase(text), err
}

// sources lists the members of a hit that the index does not keep as text of the
// product.
var sources = map[string]index.Source{
	"id": index.ID, "slug": index.Slug, "currency": index.Fixed, "updatedAt": index.Updated, "priceDkk": index.Price, "stock": index.Stock, "featured": index.Featured,
	"categorySlug": index.OfCategory, "categoryName": index.OfCategory, "url": index.Page, "priceMaxOere": index.PriceMax,
}

// briefMembers are the members of a suggestion.
var briefMembers = []string{"slug", "name", "priceDkk"}

// hitMembers returns the members of a hit, each with its source.
func hitMembers() []index.Member {
	example := toHit(&db.MemoryProductsRow{}, "", "")
	var members []index.Member
	_ = eachMember(&example, func(name, value []byte) { // texts, numbers and times always encode
		m := index.Member{Name: string(name), Value: sources[string(name)], Brief: slices.Contains(briefMembers, string(name))}
		text := string(wire.MarkBase(value))
		switch m.Value {
		case index.Fixed:
			m.Text = text
		case index.Page:
			m.Text = strings.TrimSuffix(text, `"`) // the slug follows
		}
		members = append(members, m)
	})
	return members
}

// encodedHit returns the text of a hit that the index keeps for the product.
func encodedHit(p *db.MemoryProductsRow) ([]byte, error) {
	hit := toHit(p, "", "")
	return linesOf(&hit, index.OfProduct)
}

// categoryMembers returns the text of a hit that the index keeps for the
// category.
func categoryMembers(c *db.MemoryCategoriesRow) ([]byte, error) {
	hit := toHit(&db.MemoryProductsRow{}, c.Slug, c.Name)
	return linesOf(&hit, index.OfCategory)
}

// linesOf returns the values of the members with the given source, one per line. The highest price is of the product, and empty
// without variants: then it follows the price, which changes without the text.
func linesOf(hit *api.ProductHit, source index.Source) (lines []byte, err error) {
	err = eachMember(hit, func(name, value []byte) {
		switch from := sources[string(name)]; {
		case from == source || from == index.PriceMax && source == index.OfProduct && hit.VariantCount > 0:
			lines = append(append(lines, wire.MarkBase(value)...), '\n')
		case from == index.PriceMax && source == index.OfProduct:
			lines = append(lines, '\n')
		}
	})
	return lines, err
}

// eachMember calls fn with the members of a hit, as JSON, in the order in which they are encoded. None is an object or a list.
func eachMember(hit *api.ProductHit, fn func(name, value []byte)) error {
	text, err := wire.Marshal(hit)
	if err != nil {
		return err
	}
	var name []byte
	for t := tokens.NewTokenizer(text); t.Next(); {
		switch {
		case t.IsKey:
			name = t.String()
		case t.Delim == 0:
			fn(name, t.Value)
		}
	}
	return nil
}

// toEntry encodes the part of a category that does not depend on the number of
// its products.
func toEntry(r *db.MemoryCategoriesRow) (index.Entry, error) {
	text, err := wire.Marshal(api.Category{Id: r.ID.String(), Slug: r.Slug, Name: r.Name, Description: r.Description, UpdatedAt: wire.TimeOf(r.UpdatedAt)})
	none := []byte(`"productCount":0`) // cannot occur in a text, where quotes are escaped
	begin, rest, _ := bytes.Cut(text, none)
	return index.Entry{Before: append(bytes.Clone(begin), none[:len(none)-1]...), After: rest}, err
}
