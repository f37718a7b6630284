package imports

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// saveAsUTF8 is the advice for a text in another encoding.
const saveAsUTF8 = "save it as UTF-8 (Excel calls that CSV UTF-8)"

// Why a file cannot be imported, and what to do.
var (
	errUTF16  = errors.New("the text is in UTF-16 or UTF-32: " + saveAsUTF8)
	errNoText = errors.New("the file is no text, but perhaps a workbook or an archive: export it as CSV UTF-8, or unpack it")

	ErrCR       = errors.New("the lines end with a carriage return alone, as those of old Macs: save it with the line ends of Unix or Windows")
	ErrArray    = errors.New("the file is a JSON array: write each of its items on a line of its own")
	ErrIndented = errors.New("an object goes over several lines: write each on one line")
	ErrTable    = errors.New("the first line is no JSON object, but looks like that of a CSV")
	ErrJSON     = errors.New("the first line is no row of a CSV, but looks like JSON Lines")
)

// Unreadable returns why a file cannot be imported, and what to do; nil if it can, as far as its beginning shows.
// Without this the first line would be all that is told of it, or nothing.
func Unreadable(begin []byte, isCSV bool) error {
	first, rest, _ := bytes.Cut(begin, []byte("\n"))
	first = bytes.TrimSpace(first)
	switch {
	case isUTF16(begin):
		return errUTF16
	case bytes.IndexByte(first, 0) >= 0:
		return errNoText
	case endsWithCR(begin, isCSV):
		return ErrCR
	case isCSV && bytes.HasPrefix(first, []byte("{")):
		return ErrJSON
	case isCSV:
		return otherSeparator(string(first))
	case bytes.HasPrefix(first, []byte("[")) && (len(first) == 1 || bytes.IndexByte(first, '{') > 0):
		return ErrArray
	case string(first) == "{" && len(rest) > 0:
		return ErrIndented
	case isTable(first):
		return ErrTable
	}
	return nil
}

// isUTF16 reports whether a text begins with the mark of UTF-16 or UTF-32, or with a letter in one of them.
func isUTF16(begin []byte) bool {
	if len(begin) < 2 {
		return false
	}
	mark := [2]byte(begin)
	return mark == [2]byte{0xFF, 0xFE} || mark == [2]byte{0xFE, 0xFF} || (mark[0] == 0) != (mark[1] == 0) || mark == [2]byte{}
}

// endsWithCR reports whether the first line ends with a carriage return that no line feed follows. In a CSV a
// quoted field may contain any.
func endsWithCR(begin []byte, quotes bool) bool {
	quoted := false
	for i, c := range begin {
		switch {
		case c == '"' && quotes:
			quoted = !quoted
		case quoted:
		case c == '\n':
			return false
		case c == '\r':
			rest := bytes.TrimLeft(begin[i:], "\r")
			return len(rest) > 0 && rest[0] != '\n'
		}
	}
	return false
}

// isTable reports whether a line that is no JSON has several columns.
func isTable(line []byte) bool {
	return len(line) > 0 && line[0] != '{' && line[0] != '[' && bytes.ContainsAny(line, ",;\t")
}

// otherSeparator refuses the header of Shopify's CSV with another separator than the comma.
func otherSeparator(header string) error {
	for separator, name := range map[string]string{";": "semicolons", "\t": "tabs", "|": "bars"} {
		columns := strings.Split(strings.ToLower(strings.ReplaceAll(header, `"`, "")), separator)
		if len(columns) > 1 && slices.ContainsFunc(columns, func(c string) bool { return slices.Contains(productColumns, strings.TrimSpace(c)) }) {
			return fmt.Errorf("the columns are separated by %s, not by commas: save it with commas, and prices with a point", name)
		}
	}
	return nil
}

// productColumns are the columns of which a CSV needs one.
var productColumns = []string{"handle", "url handle", "title"}
