package site

import (
	"html/template"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/storefront/storefront/server/platform/markdown"
)

// commonMark returns a text of the shop, as package markdown rendered it, for the markdown form of a page. It is
// written anew from what the page shows, so it contains no HTML, and no link or image that the
// page does not have. Paths become addresses of the service at base.
func commonMark(base string, rendered template.HTML) string {
	nodes, err := html.ParseFragment(strings.NewReader(string(rendered)), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		return prose(markdown.Text(rendered)) // elements in elements, more than the parser takes
	}
	parent := &html.Node{Type: html.ElementNode, Data: "div"}
	for _, n := range nodes {
		parent.AppendChild(n)
	}
	const most = 64 << 10 // besides ten times the HTML: the lines of a list in a list are far in
	if written := (commonMarkWriter{base}).blocks(parent, apart); len(written) <= 10*len(rendered)+most {
		return written
	}
	return prose(markdown.Text(rendered))
}

// commonMarkWriter writes sanitised HTML as markdown.
type commonMarkWriter struct{ base string }

// What is between two blocks, or between two items of a list.
const (
	apart = "\n\n"
	dense = "\n"
)

// blocks writes the children of an element.
func (w commonMarkWriter) blocks(parent *html.Node, between string) string {
	var all []string
	var text strings.Builder // that is in no block, as in the items of a dense list
	end := func() {
		if line := strings.TrimSpace(text.String()); line != "" {
			all = append(all, escapeMarkers(line))
		}
		text.Reset()
	}
	for n := range parent.ChildNodes() {
		block, ok := w.block(n)
		if !ok {
			text.WriteString(w.inline(n))
			continue
		}
		end()
		all = append(all, block)
	}
	end()
	return strings.Join(all, between)
}

// block writes an element that begins on a line of its own; ok is false for another.
func (w commonMarkWriter) block(n *html.Node) (text string, ok bool) {
	switch n.Data {
	case "p":
		return escapeMarkers(w.inlines(n)), true
	case "h2", "h3", "h4", "h5", "h6":
		return strings.Repeat("#", int(n.Data[1]-'0')) + " " + strings.Join(strings.Fields(w.inlines(n)), " "), true
	case "ul", "ol":
		return w.list(n), true
	case "blockquote":
		return indented(w.blocks(n, apart), "> ", "> "), true
	case "pre":
		code := strings.TrimSuffix(textContent(n), "\n")
		fence := strings.Repeat("`", max(3, longestRun(code)+1))
		return fence + "\n" + code + "\n" + fence, true
	case "hr":
		return "***", true
	}
	return "", false
}

// list writes a list, the items of which may contain blocks.
func (w commonMarkWriter) list(n *html.Node) string {
	number := 1
	if start, err := strconv.Atoi(attribute(n, "start")); err == nil {
		number = start
	}
	between := dense
	for d := range n.Descendants() {
		if d.Data == "p" && d.Parent.Parent == n {
			between = apart
		}
	}
	var items []string
	for item := range n.ChildNodes() {
		if item.Data != "li" {
			continue
		}
		marker := "- "
		if n.Data == "ol" {
			marker = strconv.Itoa(number) + ". "
			number++
		}
		items = append(items, indented(w.blocks(item, between), marker, strings.Repeat(" ", len(marker))))
	}
	return strings.Join(items, between)
}

func (w commonMarkWriter) inlines(parent *html.Node) string {
	var text strings.Builder
	for n := range parent.ChildNodes() {
		text.WriteString(w.inline(n))
	}
	return strings.TrimSpace(text.String())
}

func (w commonMarkWriter) inline(n *html.Node) string {
	if n.Type == html.TextNode {
		return inMarkdown.Replace(n.Data)
	}
	switch n.Data {
	case "strong":
		return "**" + w.inlines(n) + "**"
	case "em":
		return "*" + w.inlines(n) + "*"
	case "code":
		return codeSpan(textContent(n))
	case "br":
		return "\\" // the text after it begins with the end of the line
	case "a":
		return "[" + w.inlines(n) + "](" + linkTarget(w.base, attribute(n, "href")) + ")"
	case "img":
		alt := line(attribute(n, "alt"))
		if attribute(n, "src") == "" {
			return alt
		}
		return "![" + alt + "](" + linkTarget(w.base, attribute(n, "src")) + ")"
	}
	return w.inlines(n)
}

// codeSpan is code as a part of a line.
func codeSpan(code string) string {
	fence := strings.Repeat("`", longestRun(code)+1)
	if strings.HasPrefix(code, "`") || strings.HasSuffix(code, "`") {
		code = " " + code + " "
	}
	return fence + code + fence
}

// longestRun is the length of the longest run of backticks.
func longestRun(code string) (longest int) {
	run := 0
	for _, c := range code {
		if run++; c != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// indented puts one text before the first line, and another before each further line
// that is not empty.
func indented(text, first, further string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		switch {
		case i == 0:
			lines[i] = first + lines[i]
		case lines[i] != "":
			lines[i] = further + lines[i]
		default:
			lines[i] = strings.TrimRight(further, " ")
		}
	}
	return strings.Join(lines, "\n")
}

// linkTarget is an address between the parentheses of a link. Paths become addresses of
// the service at base.
func linkTarget(base, address string) string {
	return inTarget.Replace(absolute(base, address))
}

// inTarget are the characters that would end the address of a link.
var inTarget = strings.NewReplacer("(", `\(`, ")", `\)`, "<", "%3C", ">", "%3E", " ", "%20", "\n", "%0A", "\r", "%0D", "\t", "%09", `\`, "%5C")

// inMarkdown are the characters that have a meaning anywhere in a line of markdown.
var inMarkdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "#", `\#`, "|", `\|`, "&", `\&`)

// markers are characters that have a meaning at the beginning of a line: of lists,
// underlined headings and fences. A number is the marker of a list with a point or
// a parenthesis after it.
var markers = regexp.MustCompile(`(?m)^([ \t]*)(?:([-+=~])|([0-9]{1,9})([.)]))`)

func escapeMarkers(text string) string {
	return markers.ReplaceAllStringFunc(text, func(marker string) string { return marker[:len(marker)-1] + `\` + marker[len(marker)-1:] })
}

// line is a plain text as one line of markdown that means nothing but itself.
func line(text string) string {
	return escapeMarkers(inMarkdown.Replace(strings.Join(strings.Fields(text), " ")))
}

// prose is a plain text of several lines as markdown that means nothing but itself.
func prose(text string) string {
	all := paragraphs(text)
	for i, paragraph := range all {
		lines := strings.Split(paragraph, "\n")
		for j := range lines {
			lines[j] = line(lines[j])
		}
		all[i] = strings.Join(lines, "\\\n")
	}
	return strings.Join(all, "\n\n")
}

// attribute returns an attribute of an element, "" if it has none.
func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// textContent is the text in an element.
func textContent(n *html.Node) string {
	var text strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			text.WriteString(d.Data)
		}
	}
	return text.String()
}
