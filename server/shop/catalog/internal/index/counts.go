package index

import "strconv"

// Entry is the JSON object of a category in a list, split where the number of
// its products goes.
type Entry struct{ Before, After []byte }

type entry struct {
	of uint32
	Entry
}

// Categories appends at most most live categories, in the order in which they
// were set, as JSON objects separated by commas, and counts them. whole is false while a product
// is in none of them, because another change has not been applied yet.
func (x *Index) Categories(dst []byte, includeEmpty bool, most int) (out []byte, listed int, whole bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	elsewhere := x.live()
	for _, e := range x.categories.live {
		n := x.tallies.category.of(e.of)
		elsewhere -= n
		if listed == most || n == 0 && !includeEmpty {
			continue
		}
		if listed > 0 {
			dst = append(dst, ',')
		}
		listed++
		dst = append(dst, e.Before...)
		dst = strconv.AppendInt(dst, int64(n), 10)
		dst = append(dst, e.After...)
	}
	return dst, listed, elsewhere == 0
}
