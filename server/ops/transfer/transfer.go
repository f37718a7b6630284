// Package transfer moves the catalogue in and out of the shop: it imports JSON
// Lines in the shape of the items of products.bulk_upsert and of the requests categories.upsert, and
// Shopify's product CSV, and exports the products as JSON Lines.
//
// An import reads JSON Lines as a stream, and a CSV as a whole. Lines are validated against the contract
// on all cores and written in batches of one transaction each, several at a
// time. The result is the same as that of one line after the other, and products
// get their ids in the order of the file, so that an export has the same order.
package transfer

import (
	"io"
)

// The formats of files.
const (
	JSONLines  = "jsonl" // one request per line
	ShopifyCSV = "csv"   // Shopify's export of products
)

// Options are what to import, and where to report.
type Options struct {
	Path   string    // the file; "-" is standard input
	Reader io.Reader // read instead of Path, which then only names it
	Format string    // JSONLines or ShopifyCSV; "" derives it from the name of the file

	// Only for ShopifyCSV:
	DefaultCategory string // the name of the category of products without one
	CurrencyFactor  string // the number of ore in one unit of the file's currency, such as 745.95; "" means 100

	Progress io.Writer // for progress and refused lines; nil discards both
	Terminal bool      // whether Progress is a terminal, where a line can be overwritten
}

// Summary counts the results of the lines. A product of a CSV counts as one
// line.
type Summary struct {
	Created   int
	Updated   int
	Unchanged int
	Refused   int
	Skipped   int // products of a CSV that are not published
}

// Lines returns the number of lines.
func (s Summary) Lines() int { return s.Created + s.Updated + s.Unchanged + s.Refused + s.Skipped }
