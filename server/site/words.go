package site

import (
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/storefront/storefront/server/edge/document"
	"github.com/storefront/storefront/server/platform/calendar"
)

// words are the texts that the pages add to those of the shop, in one language.
type words struct {
	Tag         string // BCP 47
	months      [12]string
	price       string // a format, of an amount
	date        string // a format, of day, month and year
	description string // a format, of the title of a page and the name of the shop

	// Around the content of every page.
	Sandbox, Locale, Skip, Home, Menu, Search, SearchHint, BreadcrumbLabel, Information, ForAgents, ForAgentsText string

	ShippingFee, FreeShippingFrom, FreeShipping, PricesWithVAT string

	// Lists and their filters.
	Products, AllProducts, Categories, Services, Featured, Newest, Result, Results, MoreThan, Respelled string

	Filters, Category, AnyCategory, Brand, FrameColor, LensColor, Any, Price, From, To, OnlyInStock, Show, Reset string

	Sort, Relevance, ByName, PriceAsc, PriceDesc, ByNewest, ByUpdated string

	Pages, Page, PageOf, Previous, Next string

	NoMatch, NoMatchHint, NoProducts, NoServices, NothingYet, BeyondEnd, NarrowDown string

	// One thing.
	PriceLabel, PriceFrom, Variants, SKU, InStock, OutOfStock, OnlyLeft, UseCases, Facts, Yes, No, Compare, Questions, MoreIn, Updated, SignUp string

	// Refusals.
	NotFound, NotFoundHint, Closed, ClosedHint, Failed, FailedHint string

	printer *message.Printer
}

// Money is an amount of ore, as people read it.
func (w *words) Money(ore int64) string {
	kroner, rest := ore/100, ore%100
	amount := w.printer.Sprintf("%d", kroner)
	if rest != 0 {
		amount += w.printer.Sprintf("%.2f", float64(rest)/100)[1:]
	}
	return fmt.Sprintf(w.price, amount)
}

// priceFrom is the lowest of several prices, or the only one.
func (w *words) priceFrom(lowest, highest int64) string {
	if highest > lowest {
		return format(w.PriceFrom, w.Money(lowest))
	}
	return w.Money(lowest)
}

// Count is a number, as people read it.
func (w *words) Count(n int64) string { return w.printer.Sprintf("%d", n) }

// Date is the day of the shop at a moment, as people read it.
func (w *words) Date(t time.Time) string {
	t = t.In(calendar.Zone)
	return fmt.Sprintf(w.date, t.Day(), w.months[t.Month()-1], t.Year())
}

// products says how many products there are; exact is false when there are more.
func (w *words) products(n int64, exact bool) string {
	text := format(w.Results, w.Count(n))
	if n == 1 {
		text = format(w.Result, w.Count(n))
	}
	if !exact {
		text = format(w.MoreThan, text)
	}
	return text
}

// shipping says what shipping costs, nothing if the shop is not known.
func (w *words) shipping(s *shop) string {
	if s.Unknown {
		return ""
	}
	if s.ShippingFeeOere == 0 || s.FreeShippingFromOere == 0 {
		return w.FreeShipping
	}
	return format(w.ShippingFee, w.Money(s.ShippingFeeOere)) + ", " + format(w.FreeShippingFrom, w.Money(s.FreeShippingFromOere))
}

func danish() *words {
	return &words{
		Tag: "da", printer: message.NewPrinter(language.Danish), price: "%s\u00a0kr.", date: "%d. %s %d", description: "%s hos %s.",
		months:  [12]string{"januar", "februar", "marts", "april", "maj", "juni", "juli", "august", "september", "oktober", "november", "december"},
		Sandbox: "Dette er en sandkasse: en butik til test, hvis data er opdigtede, og hvis nøgler alle kender.",
		Skip:    "Gå til indholdet", Home: "Forside", Products: "Produkter", AllProducts: "Alle produkter", Categories: "Kategorier", Services: "Ydelser",
		Information: "Information", Search: "Søg", SearchHint: "Søg efter produkter",
		Featured: "Udvalgte produkter", Newest: "Nyheder", InStock: "På lager", OutOfStock: "Udsolgt", OnlyLeft: "Kun %s tilbage",
		Show: "Vis", Filters: "Filtre", Reset: "Nulstil", Sort: "Sortering", Brand: "Mærke", FrameColor: "Stelfarve", LensColor: "Glasfarve",
		Price: "Pris i kroner", From: "Fra", To: "Til", OnlyInStock: "Kun på lager", Category: "Kategori", AnyCategory: "Alle kategorier", Any: "Alle",
		Previous: "Forrige", Next: "Næste", PageOf: "Side %s af %s", Results: "%s produkter", NoMatch: "Ingen produkter passer",
		NoMatchHint: "Prøv andre ord, eller fjern et filter.", Respelled: "Intet passer til det søgte. Her er resultater for »%s«.",
		Facts: "Detaljer", Compare: "Sammenlign", Questions: "Spørgsmål og svar", UseCases: "God til",
		Updated:     "Opdateret %s",
		ShippingFee: "Fragt %s", FreeShippingFrom: "gratis fra %s", FreeShipping: "Fri fragt", PricesWithVAT: "Alle priser er med moms.",
		ForAgents: "For udviklere og agenter", ForAgentsText: "Butikken har et API: søg, læg i kurv og bestil fra et program.",
		NotFound: "Siden findes ikke", NotFoundHint: "Den er måske flyttet eller taget ned. Søg efter det, du leder efter, eller gå til forsiden.",
		NoServices: "Der er ingen ydelser lige nu.", NoProducts: "Der er ingen produkter her endnu.",
		NothingYet: "Butikken er ved at blive fyldt. Kig forbi igen om lidt.", BeyondEnd: "Listen slutter på en tidligere side.",
		Closed: "Butikkens sider er lukket", ClosedHint: "Prøv igen senere.", Failed: "Siden kan ikke vises lige nu", FailedHint: "Prøv igen om lidt.",
		NarrowDown: "Her vises de første %s produkter. Søg, eller vælg filtre, for at finde resten.",
		SignUp:     "Tilmeld", Yes: "ja", No: "nej", MoreIn: "Mere i %s", Locale: "da_DK", Menu: "Butikken", BreadcrumbLabel: "Sti", PriceLabel: "Pris", PriceFrom: "fra %s", Variants: "Varianter", SKU: "Varenummer", Result: "%s produkt", MoreThan: "Over %s", Page: "side %s", Pages: "Sider",
		Relevance: "Bedste resultater", ByName: "Navn", PriceAsc: "Laveste pris", PriceDesc: "Højeste pris", ByNewest: "Nyeste", ByUpdated: "Senest ændret",
	}
}

func english() *words {
	return &words{
		Tag: "en", printer: message.NewPrinter(language.English), price: "DKK\u00a0%s", date: "%d %s %d", description: "%s at %s.",
		months:  [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
		Sandbox: document.SandboxNotice, Skip: "Skip to the content", Home: "Home", Products: "Products", AllProducts: "All products", Categories: "Categories", Services: "Services",
		Information: "Information", Search: "Search", SearchHint: "Search for products",
		Featured: "Featured products", Newest: "New", InStock: "In stock", OutOfStock: "Sold out", OnlyLeft: "Only %s left",
		Show: "Show", Filters: "Filters", Reset: "Reset", Sort: "Sort", Brand: "Brand", FrameColor: "Frame colour", LensColor: "Lens colour",
		Price: "Price in kroner", From: "From", To: "To", OnlyInStock: "In stock only", Category: "Category", AnyCategory: "All categories", Any: "All",
		Previous: "Previous", Next: "Next", PageOf: "Page %s of %s", Results: "%s products", NoMatch: "No products match",
		NoMatchHint: "Try other words, or remove a filter.", Respelled: "Nothing matches what you searched for. Here are results for “%s”.",
		Facts: "Details", Compare: "Compare", Questions: "Questions and answers", UseCases: "Good for",
		Updated:     "Updated %s",
		ShippingFee: "Shipping %s", FreeShippingFrom: "free from %s", FreeShipping: "Free shipping", PricesWithVAT: "All prices include VAT.",
		ForAgents: "For developers and agents", ForAgentsText: "The shop has an API: search, fill a cart and order from a program.",
		NotFound: "This page does not exist", NotFoundHint: "It may have moved or been taken down. Search for what you are looking for, or go to the front page.",
		NoServices: "There are no services at the moment.", NoProducts: "There are no products here yet.",
		NothingYet: "The shop is being stocked. Please come back soon.", BeyondEnd: "The list ends on an earlier page.",
		Closed: "The pages of the shop are closed", ClosedHint: "Please come back later.", Failed: "The page cannot be shown at the moment", FailedHint: "Please try again in a moment.",
		NarrowDown: "These are the first %s products. Search, or choose filters, to find the others.",
		SignUp:     "Sign up", Yes: "yes", No: "no", MoreIn: "More in %s", Locale: "en_GB", Menu: "The shop", BreadcrumbLabel: "Path", PriceLabel: "Price", PriceFrom: "from %s", Variants: "Variants", SKU: "SKU", Result: "%s product", MoreThan: "Over %s", Page: "page %s", Pages: "Pages",
		Relevance: "Best matches", ByName: "Name", PriceAsc: "Lowest price", PriceDesc: "Highest price", ByNewest: "Newest", ByUpdated: "Last changed",
	}
}

// languages are those that the pages have, by the locales of settings.
var languages = map[string]*words{"da": danish(), "en": english()}

// Language returns the tag of the language that a visitor prefers of those that the pages have, else that of the shop.
func Language(h http.Header, locale string) string { return chooseLanguage(h, locale).Tag }

// chooseLanguage chooses the language of a page: what the visitor prefers, else that of the
// shop.
func chooseLanguage(h http.Header, locale string) *words {
	own := shopWords(locale)
	for _, tag := range preferredLanguages(h.Values("Accept-Language")) {
		base, confidence := tag.Base()
		if found := languages[base.String()]; found != nil && confidence >= language.High {
			return found
		}
	}
	return own
}

// preferredLanguages returns the languages that a visitor reads, the best first. What is no
// language is left out.
func preferredLanguages(headers []string) (tags []language.Tag) {
	const longest = 200 // bytes
	type weighed struct {
		tag    language.Tag
		weight float32
	}
	var all []weighed
	text := strings.Join(headers, ",")
	if len(text) > longest {
		return nil
	}
	for entry := range strings.SplitSeq(text, ",") {
		found, weights, err := language.ParseAcceptLanguage(entry)
		if err == nil && len(found) == 1 && weights[0] > 0 {
			all = append(all, weighed{found[0], weights[0]})
		}
	}
	slices.SortStableFunc(all, func(a, b weighed) int { return cmp.Compare(b.weight, a.weight) })
	for _, one := range all {
		tags = append(tags, one.tag)
	}
	return tags
}

// shopWords are the words in the language of the shop.
func shopWords(locale string) *words {
	if own := languages[locale]; own != nil {
		return own
	}
	return languages["da"]
}

// lang is the attribute that names the language of a text, "" where that is the
// language of the page.
type lang = template.HTMLAttr

// shopLang is for texts that the shop wrote. The words of the pages are in the
// language of the visitor, which may be another one.
func (v *visit) shopLang() lang { return langIn(v.words, shopWords(v.frame.Shop.Locale).Tag) }

// langIn is for a text in a language, on a page in the language of its words.
func langIn(page *words, tag string) lang {
	if page.Tag == tag {
		return ""
	}
	return lang(` lang="` + tag + `"`) //nolint:gosec // the tag is one of languages
}
