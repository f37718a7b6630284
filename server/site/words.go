package site

import (
	"fmt"
	"time"
	_ "time/tzdata" // for machines without a time zone database

	"golang.org/x/text/message"
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
	PriceLabel, InStock, OutOfStock, OnlyLeft, UseCases, Facts, Yes, No, Compare, Questions, MoreIn, Updated, SignUp string

	// Refusals.
	NotFound, NotFoundHint, Closed, ClosedHint, Failed, FailedHint string

	printer *message.Printer
}

// ofShop is the zone of the shop's own day.
var ofShop = func() *time.Location {
	zone, err := time.LoadLocation("Europe/Copenhagen")
	if err != nil { // the program contains the zones
		return time.UTC
	}
	return zone
}()

// Money is an amount of ore, as people read it.
func (w *words) Money(ore int64) string {
	kroner, rest := ore/100, ore%100
	amount := w.printer.Sprintf("%d", kroner)
	if rest != 0 {
		amount += w.printer.Sprintf("%.2f", float64(rest)/100)[1:]
	}
	return fmt.Sprintf(w.price, amount)
}

// Count is a number, as people read it.
func (w *words) Count(n int64) string { return w.printer.Sprintf("%d", n) }

// Date is the day of the shop at a moment, as people read it.
func (w *words) Date(t time.Time) string {
	t = t.In(ofShop)
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
