package index

import (
	"bytes"
	"encoding/hex"
	"strconv"

	"github.com/google/uuid"
)

// appendHit writes the JSON object of a product.
func (x *Index) appendHit(dst []byte, at place) []byte {
	s := x.segments[at.segment]
	dst = append(dst, `{"id":"`...)
	dst = appendID(dst, s.ids[at.product])
	g := &s.goods[at.product]
	dst = strconv.AppendInt(append(dst, `","priceDkk":`...), g.price, 10)
	dst = strconv.AppendInt(append(dst, `,"stock":`...), g.stock, 10)
	dst = strconv.AppendBool(append(dst, `,"featured":`...), g.featured)
	values := s.hits.at(at.product)
	for _, name := range x.members {
		end := bytes.IndexByte(values, '\n')
		dst = append(append(dst, name...), values[:end]...)
		values = values[end+1:]
	}
	dst = append(dst, ',')
	dst = append(dst, x.categories.hits[s.category[at.product]]...)
	return append(dst, '}')
}

// appendID writes an id as its String does.
func appendID(dst []byte, id uuid.UUID) []byte {
	const pairs = 3
	dst = hex.AppendEncode(dst, id[:4])
	for i := range pairs {
		dst = hex.AppendEncode(append(dst, '-'), id[4+2*i:6+2*i])
	}
	return hex.AppendEncode(append(dst, '-'), id[10:])
}
