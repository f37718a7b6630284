package index

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
)

// The hits of products have much in common: "null" for what is missing, brands, the
// addresses of images but for the last part, and the name, of which the sort key has
// everything but the capital letters. A large segment keeps a line of a hit as a code
// and what is left of the line. No line of JSON begins with such a byte.
const (
	sharedCode = 0x80 // and the number of a shared beginning
	mostShared = 0x7f
	nameCode   = 0xff // the sort key, with a bit for each letter: whether it is a capital
	caseBits   = 7    // in a byte, of which the highest bit is set: it ends no line
)

const (
	leastToShare = 4096   // products of a segment that shares
	sampled      = 20_000 // products whose lines are counted, about
	longestLine  = 64     // bytes of a line that is shared as a whole
)

// sharing codes the hits of a segment.
type sharing struct {
	beginnings texts
	code       map[string]byte // nil if nothing is shared

	whole, coded []byte // memory that is used again
}

// newSharing finds the beginnings of lines that save most when they are shared.
func newSharing(from []*segment) *sharing {
	products := 0
	for _, s := range from {
		products += s.live
	}
	if products < leastToShare {
		return &sharing{}
	}
	times := map[string]int{}
	step := uint32(max(1, products/sampled))
	var hit []byte
	for _, s := range from {
		for p := uint32(0); int(p) < s.len(); p += step {
			hit = s.appendWhole(hit[:0], p)
			for line := range bytes.Lines(hit) {
				for _, part := range shareable(bytes.TrimSuffix(line, []byte("\n"))) {
					times[string(part)]++
				}
			}
		}
	}
	saved := func(text string) int { return times[text] * (len(text) - 1) }
	best := slices.SortedFunc(maps.Keys(times), func(a, b string) int { return cmp.Or(cmp.Compare(saved(b), saved(a)), cmp.Compare(a, b)) })
	out := &sharing{code: map[string]byte{}}
	for _, text := range best[:min(len(best), mostShared)] {
		out.code[text] = sharedCode | byte(out.beginnings.len())
		out.beginnings.add([]byte(text))
	}
	return out
}

// shareable returns the beginnings of a line that may be shared, the longest first.
func shareable(line []byte) (parts [][]byte) {
	if len(line) > 1 && len(line) <= longestLine {
		parts = append(parts, line)
	}
	if at := bytes.LastIndexByte(line, '/'); at > 0 {
		parts = append(parts, line[:at+1])
	}
	return parts
}

// recode returns the hit of a product of another segment, until the next call.
func (c *sharing) recode(t *segment, p uint32) []byte {
	c.whole = t.appendWhole(c.whole[:0], p)
	if c.code == nil {
		return c.whole
	}
	c.coded = c.appendCoded(c.coded[:0], c.whole, t.names.at(p))
	return c.coded
}

// appendCoded appends a hit of a product with a sort key.
func (c *sharing) appendCoded(to, hit, key []byte) []byte {
	for line := range bytes.Lines(hit) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		to = append(c.appendLine(to, line, key), '\n')
	}
	return to
}

func (c *sharing) appendLine(to, line, key []byte) []byte {
	for _, part := range shareable(line) {
		if code, known := c.code[string(part)]; known {
			return append(append(to, code), line[len(part):]...)
		}
	}
	begin := len(to)
	if longer, same := appendCase(append(to, nameCode), line, key); same && len(longer)-begin < len(line) {
		return longer
	}
	return append(to[:begin], line...)
}

// appendCase appends which letters of a key are capitals in a JSON string, and
// reports whether it is the same but for that.
func appendCase(to, line, key []byte) (longer []byte, same bool) {
	if len(line) < 2 || line[0] != '"' || line[len(line)-1] != '"' {
		return to, false
	}
	text, bits := line[1:len(line)-1], byte(0)
	for i, k := range key {
		if len(text) > 0 && text[0] == '\\' && (k == '"' || k == '\\') {
			text = text[1:]
		} else if k == '"' || k == '\\' {
			return to, false
		}
		if len(text) == 0 {
			return to, false
		}
		switch c := text[0]; {
		case c == k:
		case c >= 'A' && c <= 'Z' && c+'a'-'A' == k:
			bits |= 1 << (i % caseBits)
		default:
			return to, false
		}
		text = text[1:]
		if i%caseBits == caseBits-1 || i == len(key)-1 {
			to, bits = append(to, sharedCode|bits), 0
		}
	}
	return to, len(text) == 0
}

// appendNamed appends the JSON string that appendCase was given.
func appendNamed(dst, bits, key []byte) []byte {
	dst = append(dst, '"')
	for i, k := range key {
		if i/caseBits >= len(bits) {
			break
		}
		if k == '"' || k == '\\' {
			dst = append(dst, '\\')
		}
		if bits[i/caseBits]>>(i%caseBits)&1 != 0 {
			k -= 'a' - 'A'
		}
		dst = append(dst, k)
	}
	return append(dst, '"')
}

// appendPlain appends a line that appendLine has coded, or one that is not coded.
func (s *segment) appendPlain(dst, line []byte, p uint32) []byte {
	if len(line) == 0 || line[0] < sharedCode {
		return append(dst, line...)
	}
	if line[0] == nameCode {
		return appendNamed(dst, line[1:], s.names.at(p))
	}
	if n := uint32(line[0] - sharedCode); int(n) < s.shared.len() {
		dst = append(dst, s.shared.at(n)...)
	}
	return append(dst, line[1:]...)
}

// appendWhole appends the hit of a product as it was given.
func (s *segment) appendWhole(dst []byte, p uint32) []byte {
	for lines := s.hits.at(p); len(lines) > 0; {
		line, rest, ended := bytes.Cut(lines, []byte("\n"))
		if dst = s.appendPlain(dst, line, p); ended {
			dst = append(dst, '\n')
		}
		lines = rest
	}
	return dst
}
