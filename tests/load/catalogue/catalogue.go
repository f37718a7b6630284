// Package catalogue reads the real products and makes variations of them.
package catalogue

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// The files of a catalogue.
const (
	ProductsFile   = "icecat-products.jsonl.gz"
	CategoriesFile = "icecat-categories.jsonl"
	JudgmentsFile  = "search-judgments.csv"
)

// Product is a line of the products file: a request of products.create.
type Product struct {
	Name         string          `json:"name"`
	Slug         string          `json:"slug"`
	Brand        *string         `json:"brand,omitempty"`
	Description  string          `json:"description"`
	PriceDkk     int64           `json:"priceDkk"`
	Stock        int64           `json:"stock"`
	Featured     bool            `json:"featured"`
	CategorySlug string          `json:"categorySlug"`
	Images       json.RawMessage `json:"images"`
	Attributes   json.RawMessage `json:"attributes"`
	FrameColor   *string         `json:"frameColor,omitempty"`
}

// Read returns the real products of the folder.
func Read(folder string) (products []Product, err error) {
	file, err := os.Open(filepath.Join(folder, ProductsFile))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	for lines := json.NewDecoder(plain); ; {
		var p Product
		err := lines.Decode(&p)
		if errors.Is(err, io.EOF) {
			return products, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: product %d: %w", ProductsFile, len(products)+1, err)
		}
		products = append(products, p)
	}
}

// Write writes n products as JSON Lines: the real ones, then copies of them.
func Write(w io.Writer, real []Product, n int) error {
	buffered := bufio.NewWriterSize(w, 1<<20)
	lines := json.NewEncoder(buffered)
	lines.SetEscapeHTML(false)
	for i := range n {
		p := real[i%len(real)]
		if i >= len(real) {
			p = vary(p, i)
		}
		if err := lines.Encode(p); err != nil {
			return err
		}
	}
	return buffered.Flush()
}
