package imports

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// product collects the rows of one product. Shopify has had two sets of column
// names; both are read, in any case.
type product struct {
	number   int // of its first row
	handle   string
	title    string
	body     string
	vendor   string
	kind     string // Type
	taxonomy string // Product Category
	tags     string
	online   string // Published
	status   string
	lowest   *big.Int // the lowest price of a variant, in ore
	stock    int64
	counted  bool // whether a row has a stock
	options  [3]option
	variants []*variant
	images   []image
	known    set  // the addresses of the images
	unread   bool // whether a row could not be read
	faults   []string

	nameless bool // whether another product without a handle has its title
}

// variant is a row that is not about an image alone.
type variant struct {
	values [3]string // of the options
	sku    string
	price  *big.Int // in ore; nil without one
	stock  int64
	image  string
}

type option struct {
	name   string
	values []string
	known  set
}

// set is texts that were there before.
type set map[string]struct{}

// add adds a text, and reports whether it is new.
func (s *set) add(text string) bool {
	if *s == nil {
		*s = set{}
	}
	_, known := (*s)[text]
	(*s)[text] = struct{}{}
	return !known
}

type image struct {
	position int
	url      string
}

func newProduct(r *row) *product {
	return &product{number: r.number, handle: cmp.Or(handleOf(r), r.get("title"))}
}

func handleOf(r *row) string { return r.get("handle", "url handle") }

// owns reports whether the row belongs to the product.
func (p *product) owns(r *row) bool {
	handle := handleOf(r)
	return handle == p.handle || handle == "" && r.get("title") == ""
}

func (p *product) add(r *row, factor *big.Rat) {
	if !utf8.ValidString(strings.Join(r.fields, "")) {
		p.unread, p.faults = true, append(p.faults, fmt.Sprintf("the row on line %d is not valid UTF-8: %s", r.number, saveAsUTF8))
		return
	}
	r.note()
	p.title = cmp.Or(p.title, r.get("title"))
	p.body = cmp.Or(p.body, r.get("body (html)", "description"))
	p.vendor = cmp.Or(p.vendor, r.get("vendor"))
	p.kind = cmp.Or(p.kind, r.get("type", "custom product type"))
	p.taxonomy = cmp.Or(p.taxonomy, r.get("product category", "standard product type", "standardized product type"))
	p.tags = cmp.Or(p.tags, r.get("tags"))
	p.online = cmp.Or(p.online, r.get("published", "published on online store"))
	p.status = cmp.Or(p.status, r.get("status"))
	v := &variant{sku: r.get("variant sku", "sku"), image: r.get("variant image", "variant image url")}
	priced, counted := p.addPrice(r, v, factor), p.addStock(r, v)
	optioned := false
	for i := range p.options {
		n := strconv.Itoa(i + 1)
		v.values[i] = r.get("option" + n + " value")
		p.options[i].add(r.get("option"+n+" name"), v.values[i])
		optioned = optioned || v.values[i] != ""
	}
	if priced || counted || optioned || v.sku != "" {
		p.variants = append(p.variants, v)
	}
	p.addImage(r.get("image src", "product image url"), r.get("image position"))
}

// addPrice reports whether the row has a price.
func (p *product) addPrice(r *row, v *variant, factor *big.Rat) bool {
	text := r.get("variant price", "price")
	if text == "" {
		return false
	}
	amount, ok := parseDecimal(text)
	if !ok {
		p.faults = append(p.faults, fmt.Sprintf("/priceDkk: the price %.40q on line %d is not an amount such as 9.99", text, r.number))
		return true
	}
	if !new(big.Rat).Mul(amount, big.NewRat(100, 1)).IsInt() {
		p.faults = append(p.faults, fmt.Sprintf("/priceDkk: the price %.40q on line %d has more than two decimals: round it", text, r.number))
		return true
	}
	if v.price = inOre(amount, factor); p.lowest == nil || v.price.Cmp(p.lowest) < 0 {
		p.lowest = v.price
	}
	return true
}

// addStock counts missing and negative (oversold) stock as none. It reports whether the row has a stock.
func (p *product) addStock(r *row, v *variant) bool {
	text := r.get("variant inventory qty", "inventory quantity")
	if text == "" {
		return false
	}
	pieces, err := strconv.ParseInt(text, 10, 64)
	p.counted = true
	const most = 1 << 53 // the contract's maximum is one less
	if err != nil || pieces > most {
		p.faults = append(p.faults, fmt.Sprintf("/stock: the quantity %.40q on line %d is not a whole number of pieces", text, r.number))
		return true
	}
	v.stock = max(pieces, 0)
	p.stock = min(p.stock+v.stock, most)
	return true
}

func (o *option) add(name, value string) {
	o.name = cmp.Or(o.name, name)
	if value != "" && o.known.add(value) {
		o.values = append(o.values, value)
	}
}

// addImage puts images without a position after those with one.
func (p *product) addImage(url, position string) {
	if url == "" || !p.known.add(url) {
		return
	}
	at, err := strconv.Atoi(position)
	if err != nil {
		at = math.MaxInt
	}
	p.images = append(p.images, image{at, url})
}

// decimal is a number as shops write it: no sign, no exponent, and short enough
// to compute with.
var decimal = regexp.MustCompile(`^[0-9]{1,20}(\.[0-9]{1,20})?$`)

// parseFactor parses the number of ore in one unit of a currency.
func parseFactor(text string) (*big.Rat, error) {
	if text == "" {
		text = "100"
	}
	factor, ok := parseDecimal(text)
	if !ok || factor.Sign() == 0 {
		return nil, fmt.Errorf("the currency factor %q is not a number above zero, such as 100 or 745.95", text)
	}
	return factor, nil
}

func parseDecimal(text string) (*big.Rat, bool) {
	if !decimal.MatchString(text) {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// inOre converts an amount to ore, rounded half up.
func inOre(amount, factor *big.Rat) *big.Int {
	ore := new(big.Rat).Mul(amount, factor)
	ore.Add(ore, big.NewRat(1, 2))
	return new(big.Int).Quo(ore.Num(), ore.Denom())
}
