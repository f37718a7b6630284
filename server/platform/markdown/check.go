package markdown

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// What a text may have at most. The time that goldmark takes grows with the square of both, up to 20 s for
// 100,000 characters.
const (
	maxDepth = 100  // of quotes and lists in each other
	maxMarks = 2000 // runs of * and _, and brackets, in one paragraph
)

// blocks parses a text without what is in its lines.
var blocks = parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...), parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...))

// Check returns why a text takes too long to render, as a requirement ("must not …"), and "" for one that does not.
func Check(source string) string {
	bytesOf := []byte(source)
	for line := range bytes.Lines(bytesOf) {
		if opened(line) > maxDepth {
			return tooDeep
		}
	}
	deep, marked := false, false
	depth := 0
	_ = ast.Walk(blocks.Parse(text.NewReader(bytesOf)), func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the function returns no error
		if n.Type() == ast.TypeInline {
			return ast.WalkSkipChildren, nil
		}
		if !entering {
			depth--
			return ast.WalkContinue, nil
		}
		depth++
		deep = deep || depth > 2*maxDepth+2 // a list and its item are one level, in a document and around a paragraph
		marked = marked || !n.IsRaw() && marks(n.Lines(), bytesOf) > maxMarks
		return ast.WalkContinue, nil
	})
	switch {
	case deep:
		return tooDeep
	case marked:
		return fmt.Sprintf("must not have more than %d of the marks * _ [ in one paragraph", maxMarks)
	}
	return ""
}

var tooDeep = fmt.Sprintf("must not nest quotes and lists more than %d levels deep", maxDepth)

// opened returns how many quotes and items of lists a line begins with, as far as that can be.
func opened(line []byte) (levels int) {
	for {
		line = bytes.TrimLeft(line, " \t")
		digits := len(line) - len(bytes.TrimLeft(line, "0123456789"))
		switch {
		case bytes.HasPrefix(line, []byte(">")):
			line = line[1:]
		case digits < len(line) && bytes.IndexByte([]byte(markersAfter(digits)), line[digits]) >= 0 && isSpace(line[digits+1:]):
			line = line[digits+1:]
		default:
			return levels
		}
		levels++
	}
}

// markersAfter returns the markers of a list after so many digits.
func markersAfter(digits int) string {
	if digits == 0 {
		return "-+*"
	}
	return ".)"
}

// isSpace reports whether a rest of a line is empty or begins with white space.
func isSpace(rest []byte) bool {
	return len(rest) == 0 || bytes.IndexByte([]byte(" \t\r\n"), rest[0]) >= 0
}

// marks counts what may begin or end emphasis, a link or an image.
func marks(lines *text.Segments, source []byte) (count int) {
	var last byte
	for _, line := range lines.Sliced(0, lines.Len()) {
		for _, c := range line.Value(source) {
			if c == '[' || (c == '*' || c == '_') && c != last {
				count++
			}
			last = c
		}
	}
	return count
}
