package index

import "strconv"

// Entry is a category as a JSON object in a list of them, but for how many
// products it has.
type Entry struct{ Before, Behind []byte }

type entry struct {
	of uint32
	Entry
}

// counts are how many live products each category has, by its number.
type counts []int

func (c *counts) add(categories []uint32) {
	for _, of := range categories {
		for int(of) >= len(*c) {
			*c = append(*c, 0)
		}
		(*c)[of]++
	}
}

func (c counts) of(category uint32) int {
	if int(category) >= len(c) {
		return 0
	}
	return c[category]
}

// Categories appends the live categories, at most so many, in the order in which
// they were set: JSON objects with commas between. whole is false while a product
// stands in none of them, because another change has not been applied yet.
func (x *Index) Categories(dst []byte, includeEmpty bool, most int) (out []byte, whole bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	listed, elsewhere := 0, x.live()
	for _, e := range x.categories.live {
		n := x.counts.of(e.of)
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
		dst = append(dst, e.Behind...)
	}
	return dst, elsewhere == 0
}
