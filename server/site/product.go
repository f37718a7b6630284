package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// product shows a product.
func (s *Site) product(ctx context.Context, v *visit) (pageBuilder, error) {
	found, err := v.ask(ctx, "products.get", api.ProductsGetRequest{Slug: v.slug})
	if err != nil {
		return nil, err
	}
	variant := variantIn(found, v.query.Get("variant"))
	v.addToDigest([]byte(variant))
	return func() (*page, error) {
		var got api.ProductsGetReply
		if err := found.into(&got); err != nil {
			return nil, err
		}
		updated, err := s.Store.Read().StorefrontProductUpdated(ctx, v.slug)
		if store.NotFound(err) { // meanwhile
			updated, err = got.Result.UpdatedAt.Time, nil
		}
		if err != nil {
			return nil, err
		}
		return v.productPage(&got.Result, variant, updated)
	}, nil
}

// productView is a product as its page shows it.
type productView struct {
	Name, Brand, Summary   string
	Description            string
	Price                  string
	Stock                  stockView
	Category               link
	Images                 []image
	Basics                 []fact // colours, and the stock number of a variant
	Options                []option
	Variants               []variantLine
	Facts, ComparisonFacts []fact
	Questions              []question
	Uses                   []use
	MoreIn, UpdatedOn      string
}

// Paragraphs are those of the description.
func (p *productView) Paragraphs() []string { return paragraphs(p.Description) }

// image is an image that a page shows.
type image struct{ URL, Alt string }

// stockView is whether a product can be had.
type stockView struct {
	Text  string
	Class string // in, few or out
}

// question is a question with its answer.
type question struct {
	Q string `json:"q"`
	A string `json:"a"`
}

// use is what a product is good for.
type use struct {
	Title       string `json:"title"`
	Description string `json:"description"`
}

// lowStock is the stock from which on a page says how many are left.
const lowStock = 3

// productPage is the page of a product, with a variant chosen if it is sold.
func (v *visit) productPage(p *api.Product, variant string, updated time.Time) (*page, error) {
	w, sold := v.words, assortmentOf(p, variant)
	view := &productView{
		Name: p.Name, Brand: wire.OrEmpty(p.Brand), Summary: wire.OrEmpty(p.AnswerSummary), Description: p.Description, Price: w.priceFrom(p.PriceDkk, p.PriceMaxOere),
		Stock: w.stock(p.Stock), Category: link{"/categories/" + p.Category.Slug, p.Category.Name, v.shopLang()}, Images: v.images(p),
		Basics: w.colours(p.FrameColor, p.LensColor, v.shopLang()), MoreIn: format(w.MoreIn, p.Category.Name),
		UpdatedOn: format(w.Updated, w.Date(updated)),
	}
	sold.put(view, v)
	var err error
	if view.Facts, err = w.facts(p.Attributes, v.shopLang()); err != nil {
		return nil, err
	}
	if view.ComparisonFacts, err = w.facts(p.ComparisonFacts, v.shopLang()); err != nil {
		return nil, err
	}
	if err := answer(p.Faq).into(&view.Questions); err != nil {
		return nil, err
	}
	if err := answer(p.UseCases).into(&view.Uses); err != nil {
		return nil, err
	}
	whole := &page{
		name: "product", OGType: "product", Title: p.Name, Description: excerpt(wire.OrEmpty(p.AnswerSummary), p.Description), Path: "/products/" + p.Slug,
		Breadcrumbs: []link{{Href: "/", Text: w.Home}, {Href: "/products", Text: w.Products}, view.Category},
		Content:     view,
	}
	if len(view.Images) > 0 {
		whole.Image = v.absolute(view.Images[0].URL)
	}
	whole.JSONLD = []any{v.productLD(sold, view), v.breadcrumbsLD(whole)}
	if len(view.Questions) > 0 {
		whole.JSONLD = append(whole.JSONLD, questionsLD(view.Questions))
	}
	return whole, nil
}

// images returns the images of a product that a page may show.
func (v *visit) images(p *api.Product) (all []image) {
	for _, detail := range p.ImageDetails {
		if address := v.imageSrc(detail.Url); address != "" {
			alt := wire.OrEmpty(detail.Alt)
			if alt == "" {
				alt = p.Name
			}
			all = append(all, image{address, alt})
		}
	}
	return all
}

// stock says whether a product can be had.
func (w *words) stock(pieces int64) stockView {
	switch {
	case pieces == 0:
		return stockView{w.OutOfStock, "out"}
	case pieces <= lowStock:
		return stockView{format(w.OnlyLeft, w.Count(pieces)), "few"}
	}
	return stockView{w.InStock, "in"}
}

// stockOf is stock for all variants of a product, of which there are so many: how many are left counts where there is no choice.
func (w *words) stockOf(pieces int64, variants int) stockView {
	if variants > 1 && pieces > 0 {
		return stockView{w.InStock, "in"}
	}
	return w.stock(pieces)
}

func (w *words) colours(frame, lens *string, shop lang) (all []fact) {
	if frame != nil {
		all = append(all, fact{w.FrameColor, *frame, "", shop})
	}
	if lens != nil {
		all = append(all, fact{w.LensColor, *lens, "", shop})
	}
	return all
}

// fact is a name with its value, as people read them.
type fact struct {
	Name, Value         string
	NameLang, ValueLang lang
}

// facts returns the members of a JSON object in their order. Values are texts,
// numbers, booleans or lists of them.
func (w *words) facts(object []byte, shop lang) ([]fact, error) {
	d := json.NewDecoder(bytes.NewReader(object))
	d.UseNumber()
	if _, err := d.Token(); err != nil { // the opening brace
		return nil, err
	}
	var all []fact
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value any
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		f := fact{fmt.Sprint(name), w.value(value), shop, shop}
		if _, yesOrNo := value.(bool); yesOrNo {
			f.ValueLang = ""
		}
		all = append(all, f)
	}
	return all, nil
}

// value is a value as people read it.
func (w *words) value(value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case bool:
		if value {
			return w.Yes
		}
		return w.No
	case []any:
		texts := make([]string, len(value))
		for i, each := range value {
			texts[i] = w.value(each)
		}
		return strings.Join(texts, ", ")
	}
	return fmt.Sprint(value)
}
