package transfer

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// textOf returns the visible text of HTML: entities decoded, each paragraph,
// heading, list item and table row on a line of its own, white space collapsed.
func textOf(body string) string {
	tokens := html.NewTokenizer(strings.NewReader(body))
	var lines []string
	var line strings.Builder
	end := func() {
		if text := strings.Join(strings.Fields(line.String()), " "); text != "" {
			lines = append(lines, text)
		}
		line.Reset()
	}
	hidden := atom.Atom(0) // the element with invisible text that the tokenizer is in
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken { // the end: a string has no read errors
			end()
			return strings.Join(lines, "\n")
		}
		token := tokens.Token()
		switch {
		case kind == html.TextToken && hidden == 0:
			line.WriteString(token.Data)
		case kind == html.StartTagToken && unseen[token.DataAtom] && hidden == 0:
			hidden = token.DataAtom
		case kind == html.EndTagToken && token.DataAtom == hidden:
			hidden = 0
		case kind == html.TextToken, kind == html.CommentToken, kind == html.DoctypeToken:
		case cells[token.DataAtom]:
			line.WriteByte(' ')
		case !inline[token.DataAtom]:
			end()
		}
	}
}

// unseen are elements whose content is not for readers.
var unseen = map[atom.Atom]bool{atom.Script: true, atom.Style: true, atom.Head: true, atom.Title: true, atom.Template: true, atom.Noscript: true, atom.Iframe: true}

// cells separate words without ending the line.
var cells = map[atom.Atom]bool{atom.Td: true, atom.Th: true, atom.Img: true}

// inline elements are part of a line. All others end it, except unknown
// elements: their names have no atom.
var inline = map[atom.Atom]bool{
	0: true, atom.A: true, atom.Abbr: true, atom.B: true, atom.Bdi: true, atom.Bdo: true, atom.Big: true, atom.Cite: true,
	atom.Code: true, atom.Data: true, atom.Del: true, atom.Dfn: true, atom.Em: true, atom.Font: true, atom.I: true,
	atom.Ins: true, atom.Kbd: true, atom.Label: true, atom.Mark: true, atom.Meta: true, atom.Q: true, atom.S: true,
	atom.Samp: true, atom.Small: true, atom.Span: true, atom.Strike: true, atom.Strong: true, atom.Sub: true,
	atom.Sup: true, atom.Time: true, atom.Tt: true, atom.U: true, atom.Var: true, atom.Wbr: true,
}
