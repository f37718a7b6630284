package index

import (
	"bytes"
	"encoding/hex"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/wire"
)

// Source is where the index takes the value of a member from.
type Source uint8

// The sources of values.
const (
	OfProduct  Source = iota // a line of Product.Hit
	OfCategory               // a line of Category.Hit
	ID                       // the others are fields of Product
	Price
	PriceMax // a line of Product.Hit; where it is empty, the price
	Stock
	Featured
	Slug
	Updated
	Fixed // Member.Text
	Page  // Member.Text, the slug and a quote
)

// Member is a member of a hit: the JSON object that is returned for a product.
type Member struct {
	Name  string
	Value Source
	Text  string // the JSON value in every hit, or its beginning, if it is Fixed or Page
	Brief bool   // it is in brief hits, too
}

// part is a member in the form in which it is written.
type part struct {
	before []byte // a brace or comma, the name and a colon; and a fixed value or beginning
	brief  []byte // the same in brief hits; nil if it is not in them
	value  Source
}

func partsOf(members []Member) []part {
	parts := make([]part, len(members))
	begin, brief := "{", "{"
	for i, m := range members {
		text := `"` + m.Name + `":` + m.Text
		parts[i] = part{before: []byte(begin + text), value: m.Value}
		begin = ","
		if m.Brief {
			parts[i].brief = []byte(brief + text)
			brief = ","
		}
	}
	return parts
}

// appendHit appends the JSON object of a product, brief or whole.
func (x *Index) appendHit(dst []byte, at place, brief bool) []byte {
	s := x.segments[at.segment]
	g := s.mutable.at(at.product)
	ofProduct, ofCategory := s.hits.at(at.product), x.categories.hits[s.category[at.product]]
	for i := range x.hit {
		if brief && x.hit[i].brief == nil {
			ofProduct, ofCategory = skipped(&x.hit[i], ofProduct, ofCategory)
			continue
		}
		if brief {
			dst = append(dst, x.hit[i].brief...)
		} else {
			dst = append(dst, x.hit[i].before...)
		}
		switch x.hit[i].value {
		case OfProduct, PriceMax:
			var line []byte
			line, ofProduct = cutLine(ofProduct)
			dst = append(dst, line...)
			if len(line) == 0 && x.hit[i].value == PriceMax {
				dst = strconv.AppendInt(dst, g.price, 10)
			}
		case OfCategory:
			var line []byte
			line, ofCategory = cutLine(ofCategory)
			dst = append(dst, line...)
		case ID:
			dst = append(appendID(append(dst, '"'), s.ids[at.product]), '"')
		case Price:
			dst = strconv.AppendInt(dst, g.price, 10)
		case Stock:
			dst = strconv.AppendInt(dst, g.stock, 10)
		case Featured:
			dst = strconv.AppendBool(dst, g.featured)
		case Slug:
			dst = append(append(append(dst, '"'), s.slugs.at(at.product)...), '"')
		case Page:
			dst = append(append(dst, s.slugs.at(at.product)...), '"')
		case Updated:
			dst = wire.TimeOf(time.UnixMilli(g.updated)).AppendJSON(dst)
		}
	}
	return append(dst, '}')
}

// skipped returns the lines without that of a part.
func skipped(p *part, ofProduct, ofCategory []byte) (product, category []byte) {
	switch p.value {
	case OfProduct, PriceMax:
		_, ofProduct = cutLine(ofProduct)
	case OfCategory:
		_, ofCategory = cutLine(ofCategory)
	}
	return ofProduct, ofCategory
}

// cutLine returns the first line, and the lines after it. The last may have no end.
func cutLine(lines []byte) (line, rest []byte) {
	end := bytes.IndexByte(lines, '\n')
	if end < 0 {
		return lines, nil
	}
	return lines[:end], lines[end+1:]
}

// appendID appends an id as its String method formats it.
func appendID(dst []byte, id uuid.UUID) []byte {
	const pairs = 3
	dst = hex.AppendEncode(dst, id[:4])
	for i := range pairs {
		dst = hex.AppendEncode(append(dst, '-'), id[4+2*i:6+2*i])
	}
	return hex.AppendEncode(append(dst, '-'), id[10:])
}
