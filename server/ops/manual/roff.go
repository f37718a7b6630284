package manual

import "strings"

// document is a page that is being written.
type document struct{ strings.Builder }

// macro writes a line that begins with a macro of man(7).
func (d *document) macro(name string, arguments ...string) {
	d.WriteString("." + name)
	for _, a := range arguments {
		d.WriteString(` "` + strings.ReplaceAll(escaped(a), `"`, `\(dq`) + `"`)
	}
	d.WriteByte('\n')
}

// line writes a line that is roff already.
func (d *document) line(roff string) { d.WriteString(roff + "\n") }

// text writes plain text in lines that fit a terminal, if there is any.
func (d *document) text(plain string) {
	const width = 80
	line := ""
	for _, word := range strings.Fields(plain) {
		if line != "" && len(escaped(line+" "+word)) > width {
			d.line(escaped(line))
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	if line != "" {
		d.line(escaped(line))
	}
}

// prose writes paragraphs. Lines that are indented are shown as they are.
func (d *document) prose(plain string) {
	example := false
	for line := range strings.Lines(plain) {
		line = strings.TrimRight(line, "\n")
		indented, ok := strings.CutPrefix(line, "    ")
		if ok != example && line != "" {
			example = ok
			d.macro(map[bool]string{true: "EX", false: "EE"}[example])
			if !example {
				d.macro("PP")
			}
		}
		switch {
		case example && line != "":
			d.line(escaped(indented))
		case line == "" && !example:
			d.macro("PP")
		default:
			d.text(line)
		}
	}
	if example {
		d.macro("EE")
	}
}

// escaped returns a plain text as it is written in roff: nothing in it is a macro or an escape, and a
// hyphen stays one that can be copied into a shell.
func escaped(plain string) string {
	plain = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...", "–", `\(en`).Replace(plain)
	if strings.HasPrefix(plain, ".") || strings.HasPrefix(plain, "'") {
		plain = `\&` + plain
	}
	return plain
}

func bold(plain string) string   { return `\fB` + escaped(plain) + `\fR` }
func italic(plain string) string { return `\fI` + escaped(plain) + `\fR` }
