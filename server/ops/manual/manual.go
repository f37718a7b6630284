// Package manual writes the manual page of the program from the model of its command line.
package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Page returns the page, for section 1, in the macros of man(7). The date is that of the commit, in
// RFC 3339, or "".
func Page(program *kong.Application, version, date string) string {
	var d document
	day, _, _ := strings.Cut(date, "T")
	d.line(fmt.Sprintf(".TH %q 1 %q %q", strings.ToUpper(program.Name), day, program.Name+" "+version)) // mandoc reads the date
	d.macro("SH", "NAME")
	d.text(program.Name + " - " + strings.TrimSuffix(program.Help, "."))
	d.macro("SH", "SYNOPSIS")
	d.line(bold(program.Name) + " " + italic("command") + " [" + italic("arguments") + "] [" + italic("flags") + "]")
	d.macro("SH", "DESCRIPTION")
	d.text(program.Help)
	d.macro("PP")
	d.text("Most flags are settings too: the variable that is named with a flag sets it, unless the flag is given. " +
		"NAME_FILE, with the suffix _FILE after the name of a variable, takes its value from a file, for secrets. " +
		"A variable STOREFRONT_... that is no setting is refused.")
	d.macro("SH", "COMMANDS")
	for _, command := range program.Leaves(true) {
		d.command(command)
	}
	d.macro("SH", "EXIT STATUS")
	d.text("0 when the command succeeded, 1 when it failed, 2 for a wrong setting, 80 for a wrong command line. The command call has more, listed with it.")
	d.macro("SH", "SEE ALSO")
	d.text("The folder docs of the repository. A running service describes its operations at /docs and /openapi.json.")
	return d.String()
}

func (d *document) command(c *kong.Node) {
	d.macro("SS", strings.TrimSpace(c.FullPath()+" "+arguments(c)))
	d.text(c.Help)
	if c.Detail != "" {
		d.macro("PP")
		d.prose(c.Detail)
	}
	for _, a := range c.Positional {
		d.macro("TP")
		d.line(italic(a.Name))
		d.text(a.Help)
	}
	for _, f := range c.Flags {
		if !f.Hidden {
			d.flag(f)
		}
	}
}

func arguments(c *kong.Node) string {
	words := make([]string, len(c.Positional))
	for i, a := range c.Positional {
		words[i] = a.Summary()
	}
	return strings.Join(words, " ")
}

func (d *document) flag(f *kong.Flag) {
	d.macro("TP")
	name := bold("--" + f.Name)
	switch {
	case f.Tag.Negatable != "":
		name = bold("--[no-]" + f.Name)
	case !f.IsBool():
		name += " " + italic(strings.Trim(f.FormatPlaceHolder(), `"`))
	}
	d.line(name)
	d.text(f.Help)
	var more []string
	if f.HasDefault && f.Default != "" {
		more = append(more, "Default: "+f.Default+".")
	}
	if len(f.Envs) > 0 {
		more = append(more, "Variable: "+strings.Join(f.Envs, ", ")+".")
	}
	d.text(strings.Join(more, " "))
}
