package markdown

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// What a text may have at most. The time that goldmark takes grows with the product of the length and each of
// these, and with the square of the marks: up to 20 s for 100,000 characters.
const (
	maxDepth  = 20   // of quotes and lists in each other
	maxMarks  = 1000 // runs of * and _, and brackets, in one paragraph
	maxRaw    = 50   // beginnings of comments and instructions of HTML, <! and <?, in one paragraph
	maxGrowth = 10   // how many times as long its HTML may be, besides room for a short text
	spare     = 64 << 10
)

var (
	tooDeep   = fmt.Sprintf("must not nest quotes and lists more than %d levels deep", maxDepth)
	tooMarked = fmt.Sprintf("must not have more than %d of the marks * _ [ in one paragraph", maxMarks)
	tooRaw    = fmt.Sprintf("must not have more than %d comments or instructions of HTML in one paragraph", maxRaw)
	tooLong   = fmt.Sprintf("must not become %d times as long as HTML, by references that repeat a text", maxGrowth)
)

// Check returns why a text is not rendered, as a requirement ("must not …"), and "" for one that is.
func Check(source string) string {
	_, excess := render(source)
	return excess
}

// blocks parses a text without what is in its lines.
var blocks = parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...), parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...))

// excessOf returns why a text would take too long to render, before it is rendered.
func excessOf(source []byte) (excess string) {
	for line := range bytes.Lines(source) {
		if openedLevels(line) > maxDepth {
			return tooDeep
		}
	}
	_ = ast.Walk(blocks.Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the function returns no error
		if n.Type() == ast.TypeInline {
			return ast.WalkSkipChildren, nil
		}
		if entering && !n.IsRaw() {
			switch marks, raw := count(n.Lines(), source); {
			case marks > maxMarks:
				excess = tooMarked
			case raw > maxRaw:
				excess = tooRaw
			}
		}
		if excess != "" {
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return excess
}

// openedLevels returns how deep in quotes and lists a line can be that begins one, as far as that matters: an item of a
// list is at least two columns further in than the one around it.
func openedLevels(line []byte) (levels int) {
	columns := 0
	for levels <= maxDepth {
		rest := bytes.TrimLeft(line, " ")
		columns += len(line) - len(rest)
		if tabs := bytes.TrimLeft(rest, " \t"); len(tabs) < len(rest) {
			columns += 4 * (len(rest) - len(tabs))
			rest = tabs
		}
		line = rest
		digits := len(line) - len(bytes.TrimLeft(line, "0123456789"))
		switch {
		case isRule(line):
			return depth(levels, columns)
		case bytes.HasPrefix(line, []byte(">")):
			line = line[1:]
		case digits < len(line) && strings.IndexByte(markersAfter(digits), line[digits]) >= 0 && isSpace(line[digits+1:]):
			line = line[digits+1:]
		default:
			return depth(levels, columns)
		}
		levels++
	}
	return levels
}

// depth returns how deep a line can be that has so many markers, and so many blanks before and between them.
func depth(markers, columns int) int {
	if markers == 0 {
		return 0 // it begins none
	}
	return max(markers, 1+(columns-markers)/2)
}

// isRule reports whether a rest of a line is a thematic break, such as "- - -".
func isRule(rest []byte) bool {
	only := bytes.Map(func(r rune) rune {
		if r == ' ' || r == '\t' || r == '\r' || r == '\n' {
			return -1
		}
		return r
	}, rest)
	const least = 3
	return len(only) >= least && strings.IndexByte("-*_", only[0]) >= 0 && len(bytes.Trim(only, string(only[:1]))) == 0
}

// markersAfter returns the markers of a list after so many digits.
func markersAfter(digits int) string {
	if digits == 0 {
		return "-+*"
	}
	return ".)"
}

// isSpace reports whether a rest of a line is empty or begins with white space.
func isSpace(rest []byte) bool { return len(rest) == 0 || strings.IndexByte(" \t\r\n", rest[0]) >= 0 }

// count counts what may begin or end emphasis, a link or an image, and what may begin HTML that ends elsewhere.
func count(lines *text.Segments, source []byte) (marks, raw int) {
	var last byte
	for _, line := range lines.Sliced(0, lines.Len()) {
		for _, c := range line.Value(source) {
			switch {
			case c == '[' || (c == '*' || c == '_') && c != last:
				marks++
			case last == '<' && (c == '!' || c == '?'):
				raw++
			}
			last = c
		}
	}
	return marks, raw
}
