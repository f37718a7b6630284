package customers

import (
	"regexp"
	"strings"
)

// digitRun is digits with little between them, in a folded text; note_words has the same.
var digitRun = regexp.MustCompile(`[0-9](?:[ \n\r\t.()/+\x{2010}-\x{2015}-]{0,3}[0-9]){7,}`)

// danish begins the Danish numbers that phone_key returns, which most write without it.
const danish = "+45"

// fewestDigits is how many digits a telephone number has at least.
const fewestDigits = 8

// lastDigits returns the end of a number, given as phone_key returns it, by which note_words finds it; "" for one that is
// too short.
func lastDigits(phone string) string {
	if digits := strings.TrimPrefix(phone, "+"); len(digits) >= fewestDigits {
		return digits[len(digits)-fewestDigits:]
	}
	return ""
}

// findPhones returns where a folded text has a telephone number of the person. Ids and dates are none.
func (i *identity) findPhones(text string) (found []span) {
	if len(i.phones) == 0 {
		return nil
	}
	masked := notNumber.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("_", len(s)) })
	for _, at := range digitRun.FindAllStringIndex(masked, -1) {
		run := newDigits(masked, at[0], at[1])
		for _, phone := range i.phones {
			found = append(found, run.find(phone)...)
		}
	}
	return found
}

// digits are those of a run, without what is between them.
type digits struct {
	text, all string
	at        []int // where each is in the text
}

func newDigits(text string, from, to int) digits {
	d := digits{text: text}
	var all strings.Builder
	for i := from; i < to; i++ {
		if text[i] >= '0' && text[i] <= '9' {
			all.WriteByte(text[i])
			d.at = append(d.at, i)
		}
	}
	d.all = all.String()
	return d
}

// find returns where a number is, with the code of its country.
func (d *digits) find(phone string) (found []span) {
	wanted, code := strings.TrimPrefix(phone, "+"), ""
	if strings.HasPrefix(phone, danish) && len(wanted) == len("45")+fewestDigits {
		code, wanted = "45", wanted[len("45"):]
	}
	if len(wanted) < fewestDigits {
		return nil
	}
	for from := 0; ; from++ {
		n := strings.Index(d.all[from:], wanted)
		if n < 0 {
			return found
		}
		from += n
		local := strings.TrimSuffix(d.all[:from], code)
		begin, end := len(strings.TrimSuffix(local, "00")), from+len(wanted)
		if !d.parted(begin) || !d.parted(end) || d.ofAnotherCountry(begin, code != "" && len(local) == from) {
			continue
		}
		s := span{d.at[begin], d.at[end-1] + 1}
		if strings.HasSuffix(d.text[:s.from], "+") {
			s.from--
		}
		if strings.HasSuffix(d.text[:s.from], "(") && strings.Contains(d.text[s.from:s.to], ")") {
			s.from--
		}
		found = append(found, s)
	}
}

// ofAnotherCountry reports whether what begins at a digit is a part of a number with the code of a country. One that
// begins with the code is none, unless that is missing.
func (d *digits) ofAnotherCountry(begin int, missing bool) bool {
	const shortest = 2 + fewestDigits // with a code
	for i := begin; i >= 0 && begin-i < shortest; i-- {
		if coded := strings.HasSuffix(d.text[:d.at[i]], "+") || d.parted(i) && strings.HasPrefix(d.all[i:], "00"); coded {
			return i < begin || missing
		}
	}
	return false
}

// parted reports whether something is between a digit and the one before it.
func (d *digits) parted(i int) bool { return i == 0 || i == len(d.at) || d.at[i] > d.at[i-1]+1 }
