package manual_test

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/storefront/storefront/server/ops/manual"
)

type open struct {
	File  string `arg:"" help:"'tis the file."`
	Level string `default:"-low" env:"OPEN_LEVEL" help:"How far: C:\\new, or a long line that has to be broken before ............ .dots and 'quotes'."`
	Force bool   `negatable:"" help:".Force it."`
	Trace bool   `hidden:"" help:"For nobody."`
}

// Help implements kong.HelpProvider.
func (*open) Help() string {
	return "Two examples:\n\n    open a-file\n    .open\n\nand no more."
}

const page = `.TH "DOOR" 1 "2026-11-23" "door 1.2.3"
.SH "NAME"
door \- Doors
`

const command = `.SS "door open <file>"
Open a "door".
.PP
Two examples:
.PP
.EX
open a\-file
\&.open
.EE
.PP
and no more.
.TP
\fIfile\fR
\&'tis the file.
.TP
\fB\-\-level\fR \fI\-low\fR
How far: C:\enew, or a long line that has to be broken before ............ .dots
and 'quotes'.
Default: \-low. Variable: OPEN_LEVEL.
.TP
\fB\-\-[no\-]force\fR
\&.Force it.
.SH "EXIT STATUS"
`

func TestAPageHasTheCommandLineAndNothingInItIsAMacro(t *testing.T) {
	t.Parallel()
	var line struct {
		Open   open     `cmd:"" help:"Open a \"door\"."`
		Secret struct{} `cmd:"" hidden:"" help:"For nobody."`
	}
	program, err := kong.New(&line, kong.Name("door"), kong.Description("Doors."))
	if err != nil {
		t.Fatal(err)
	}
	got := manual.Page(program.Model, "1.2.3", "2026-11-23T12:00:00Z")
	if !strings.HasPrefix(got, page) || !strings.Contains(got, command) || strings.Contains(got, "nobody") {
		t.Errorf("the page is\n%s", got)
	}
}
