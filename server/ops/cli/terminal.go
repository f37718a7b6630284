package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/mattn/go-isatty"

	"github.com/storefront/storefront/server/platform/wire"
)

// IsTerminal reports whether a file is a terminal.
func IsTerminal(f *os.File) bool { return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()) }

// Style colours text, or not.
type Style bool

// StyleOf returns the style for a file: colours on a terminal that has them, unless NO_COLOR is set.
func StyleOf(f *os.File) Style {
	return Style(IsTerminal(f) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && coloured(f))
}

// The colours, from those that every terminal has and that can be read on light and dark.
const (
	bold    = "1"
	red     = "1;31"
	green   = "32"
	blue    = "1;34"
	magenta = "35"
	grey    = "90"
)

func (s Style) paint(colour, text string) string {
	if !s {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

// ErrNothing means that the input ended before anything was chosen.
var ErrNothing = errors.New("nothing was chosen")

// Choice is one of several things.
type Choice struct{ Name, Description string }

// Choose lists the choices and asks for some of them, by number or name, until the answer can be
// understood. It reads whole lines and moves no cursor, so that it works on every terminal and with
// a screen reader.
func Choose(ctx context.Context, in io.Reader, out io.Writer, question string, choices []Choice) ([]string, error) {
	widest := 0
	for _, c := range choices {
		widest = max(widest, len(c.Name))
	}
	for i, c := range choices {
		if _, err := fmt.Fprintf(out, "%3d  %-*s  %s\n", i+1, widest, c.Name, c.Description); err != nil {
			return nil, err
		}
	}
	lines := lines(ctx, in)
	for {
		if _, err := fmt.Fprint(out, question+" "); err != nil {
			return nil, err
		}
		var line string
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case read, more := <-lines:
			if !more {
				return nil, ErrNothing
			}
			line = read
		}
		chosen, err := understand(line, choices)
		if err == nil && len(chosen) > 0 {
			return chosen, nil
		}
		if err != nil {
			fmt.Fprintln(out, err)
		}
	}
}

// lines reads lines, so that waiting for one can end when ctx does: the read itself cannot.
func lines(ctx context.Context, in io.Reader) <-chan string {
	read := make(chan string)
	go func() {
		defer close(read)
		for scan := bufio.NewScanner(in); scan.Scan(); {
			select {
			case read <- scan.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return read
}

// understand reads an answer such as "1 3-5, orders:read" or "all".
func understand(line string, choices []Choice) (chosen []string, err error) {
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
		if word == "all" {
			word = "1-" + strconv.Itoa(len(choices))
		}
		if slices.ContainsFunc(choices, func(c Choice) bool { return c.Name == word }) {
			chosen = append(chosen, word)
			continue
		}
		first, last, isRange := strings.Cut(word, "-")
		if !isRange {
			last = first
		}
		from, fromErr := strconv.Atoi(first)
		to, toErr := strconv.Atoi(last)
		if fromErr != nil || toErr != nil || from < 1 || to > len(choices) || from > to {
			return nil, fmt.Errorf("%s is none of them: write numbers from 1 to %d, such as 1 3-5, or names", wire.Safe(word), len(choices))
		}
		for _, c := range choices[from-1 : to] {
			chosen = append(chosen, c.Name)
		}
	}
	slices.Sort(chosen)
	return slices.Compact(chosen), nil
}
