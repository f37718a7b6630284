package site

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/wire"
)

// The files about all products.
const (
	productsFile = "products.jsonl.gz"
	googleName   = "google.xml"
)

// productsFeed responds with every live product: a line for each, the result of
// products.get.
func (s *Site) productsFeed(c echo.Context) error {
	return s.sendEdition(c, s.feeds, productsFile, "application/gzip", true)
}

// googleFile responds with every live product for the Google Merchant Center.
func (s *Site) googleFile(c echo.Context) error {
	return s.sendEdition(c, s.feeds, googleName, "application/xml", false)
}

// writeFeeds reads all products once for both files.
func (s *Site) writeFeeds(ctx context.Context, base string, w *editionWriter) error {
	lines, err := w.file(productsFile)
	if err != nil {
		return err
	}
	google, err := w.file(googleName)
	if err != nil {
		return err
	}
	f, err := s.frames.Get(ctx)
	if err != nil {
		return err
	}
	rss, err := newGoogleFeed(google, base, &f.Shop)
	if err != nil {
		return err
	}
	err = s.Products(ctx, base, func(p *api.Product) error {
		line, err := wire.Marshal(p)
		if err != nil {
			return err
		}
		if _, err := lines.Write(append(withoutControls(line), '\n')); err != nil {
			return err
		}
		return rss.product(p)
	})
	if err != nil {
		return err
	}
	return rss.end()
}

// googleFeed writes the feed of the Google Merchant Center: RSS 2.0 with elements of
// a namespace of its own.
type googleFeed struct {
	to   *xml.Encoder
	base string
	shop *shop
	open []xml.StartElement // that are not closed yet
}

// googleItem is a product in the feed, or a variant of one.
type googleItem struct {
	XMLName      xml.Name `xml:"item"`
	ID           string   `xml:"g:id"`
	GroupID      string   `xml:"g:item_group_id,omitempty"`
	Title        string   `xml:"g:title"`
	Description  string   `xml:"g:description"`
	Link         string   `xml:"g:link"`
	Image        string   `xml:"g:image_link,omitempty"`
	MoreImages   []string `xml:"g:additional_image_link,omitempty"`
	Availability string   `xml:"g:availability"`
	Price        string   `xml:"g:price"`
	Brand        string   `xml:"g:brand,omitempty"`
	Color        string   `xml:"g:color,omitempty"`
	Size         string   `xml:"g:size,omitempty"`
	Material     string   `xml:"g:material,omitempty"`
	Type         string   `xml:"g:product_type"`
	Country      string   `xml:"g:shipping>g:country"`
	Shipping     string   `xml:"g:shipping>g:price"`
}

// The bounds of the Google Merchant Center.
const (
	maxTitleLength       = 150 // characters
	maxDescriptionLength = 5000
	maxFurtherImages     = 10
)

// newGoogleFeed begins a feed. base is the address of the service.
func newGoogleFeed(to io.Writer, base string, s *shop) (*googleFeed, error) {
	if _, err := io.WriteString(to, xml.Header); err != nil {
		return nil, err
	}
	f := &googleFeed{to: xml.NewEncoder(to), base: base, shop: s}
	rss := xml.StartElement{Name: xml.Name{Local: "rss"}, Attr: []xml.Attr{
		{Name: xml.Name{Local: "version"}, Value: "2.0"}, {Name: xml.Name{Local: "xmlns:g"}, Value: "http://base.google.com/ns/1.0"},
	}}
	for _, element := range []xml.StartElement{rss, {Name: xml.Name{Local: "channel"}}} {
		if err := f.to.EncodeToken(element); err != nil {
			return nil, err
		}
		f.open = append(f.open, element)
	}
	for _, about := range [][2]string{{"title", s.Name}, {"link", base + "/"}, {"description", s.Tagline}} {
		if err := f.to.EncodeElement(inXML(about[1]), xml.StartElement{Name: xml.Name{Local: about[0]}}); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// product writes a product: an item for each variant that is sold, or one.
func (f *googleFeed) product(p *api.Product) error {
	a := assortmentOf(p, "")
	if len(a.sold) == 0 {
		return f.item(p, p.PriceDkk, p.Stock, googleItem{ID: p.Id, Title: p.Name, Link: "/products/" + p.Slug, Color: wire.OrEmpty(p.FrameColor)}, p.Images)
	}
	for i := range a.sold {
		each := &a.sold[i]
		known := a.knownValues(each)
		images := p.Images
		if each.Image != nil {
			images = append([]string{*each.Image}, slices.DeleteFunc(slices.Clone(images), func(image string) bool { return image == *each.Image })...)
		}
		err := f.item(p, each.PriceOere, each.Stock, googleItem{
			ID: each.VariantId, GroupID: p.Id, Title: a.name(each), Link: a.path(each), Color: cmp.Or(known["color"], wire.OrEmpty(p.FrameColor)),
			Size: known["size"], Material: known["material"],
		}, images)
		if err != nil {
			return err
		}
	}
	return nil
}

// item writes an item, completed by what it shares with others of its product.
func (f *googleFeed) item(p *api.Product, price, stock int64, item googleItem, images []string) error {
	item.Title, item.Link = truncate(inXML(item.Title), maxTitleLength), f.base+item.Link
	item.Description = truncate(inXML(p.Description), maxDescriptionLength)
	item.Availability, item.Price, item.Brand, item.Type = "in_stock", kroner(price)+" DKK", inXML(wire.OrEmpty(p.Brand)), inXML(p.Category.Name)
	item.Color, item.Size, item.Material = inXML(item.Color), inXML(item.Size), inXML(item.Material)
	item.Country, item.Shipping = "DK", kroner(f.shop.ShippingFeeOere)+" DKK"
	if price >= f.shop.FreeShippingFromOere {
		item.Shipping = "0.00 DKK"
	}
	if stock == 0 {
		item.Availability = "out_of_stock"
	}
	for _, address := range images {
		if address = imageSrc(f.base, address); address == "" {
			continue
		}
		if item.Image == "" {
			item.Image = absolute(f.base, address)
		} else if len(item.MoreImages) < maxFurtherImages {
			item.MoreImages = append(item.MoreImages, absolute(f.base, address))
		}
	}
	return f.to.Encode(item)
}

// inXML returns a text without control characters, and without the two that are none in XML: an encoder puts
// question marks in their place.
func inXML(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !strings.ContainsRune(whiteSpace, r) || r == '\uFFFE' || r == '\uFFFF' {
			return -1
		}
		return r
	}, text)
}

const whiteSpace = "\t\n\r"

// withoutControls returns a line of JSON whose texts and names are without control characters.
func withoutControls(line []byte) []byte {
	if !slices.ContainsFunc([]string{`\u00`, `\b`, `\f`, "\x7f", "\xc2"}, func(part string) bool { return bytes.Contains(line, []byte(part)) }) {
		return line // as most are
	}
	return control.ReplaceAllFunc(line, func(found []byte) []byte {
		if len(found) == 2 && found[1] == '\\' { // what follows an escaped backslash is no escape
			return found
		}
		return nil
	})
}

// control matches an escaped backslash, and a control character, as it is or escaped.
var control = regexp.MustCompile(`\\(?:\\|[bf]|u00(?:0[0-8bBcCeEfF]|1[0-9a-fA-F]|7[fF]|[89][0-9a-fA-F]))|[\x{7f}-\x{9f}]`)

// end writes the end of the feed.
func (f *googleFeed) end() error {
	for i := len(f.open) - 1; i >= 0; i-- {
		if err := f.to.EncodeToken(f.open[i].End()); err != nil {
			return err
		}
	}
	return f.to.Close()
}
