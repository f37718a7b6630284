package cli

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Candidate is a word that can be offered.
type Candidate struct{ Word, Description string }

// Offer is what can be offered for a word: candidates, or the names of files.
type Offer struct {
	Candidates []Candidate
	Files      bool
}

// Values returns what a value of a flag or an argument can be; nil if that is not known.
type Values func(*kong.Value) []Candidate

// Complete returns what can be offered for the last of the words that follow the name of the program.
func Complete(root *kong.Node, words []string, values Values) Offer {
	c := cursor{node: root, flags: root.Flags, values: values}
	for _, word := range words[:len(words)-1] {
		c.pass(word)
	}
	offer := c.offer(words[len(words)-1])
	slices.SortStableFunc(offer.Candidates, func(a, b Candidate) int { return strings.Compare(a.Word, b.Word) })
	return offer
}

// cursor is a place in a command line.
type cursor struct {
	node       *kong.Node
	flags      []*kong.Flag
	positional int
	waiting    *kong.Flag // takes the next word as its value
	literal    bool       // after --
	values     Values
}

// pass moves over a word that is complete.
func (c *cursor) pass(word string) {
	name, isFlag := strings.CutPrefix(word, "--")
	switch {
	case c.waiting != nil:
		c.waiting = nil
	case word == "--":
		c.literal = true
	case isFlag && !c.literal:
		if f := c.flag(name); f != nil && !f.IsBool() {
			c.waiting = f
		}
	case strings.HasPrefix(word, "-") && !c.literal:
	default:
		c.enter(word)
	}
}

func (c *cursor) enter(word string) {
	i := slices.IndexFunc(c.node.Children, func(n *kong.Node) bool { return n.Name == word })
	if i < 0 {
		c.positional++
		return
	}
	c.node, c.positional = c.node.Children[i], 0
	c.flags = append(slices.Clone(c.flags), c.node.Flags...)
}

func (c *cursor) flag(name string) *kong.Flag {
	for _, f := range c.flags {
		if f.Name == name || slices.Contains(f.Aliases, name) {
			return f
		}
	}
	return nil
}

func (c *cursor) offer(word string) Offer {
	name, value, assigned := strings.Cut(word, "=")
	switch {
	case c.waiting != nil:
		return c.valuesOf(c.waiting.Value, "", word)
	case strings.HasPrefix(word, "--") && assigned && !c.literal:
		if f := c.flag(name[2:]); f != nil {
			return c.valuesOf(f.Value, name+"=", value)
		}
		return Offer{}
	case strings.HasPrefix(word, "-") && !c.literal:
		return c.flagsLike(word)
	case len(c.node.Children) > 0:
		return c.commandsLike(word)
	case c.positional < len(c.node.Positional):
		return c.valuesOf(c.node.Positional[c.positional], "", word)
	case word == "":
		return c.grouped() // nothing else can follow
	}
	return Offer{}
}

func (c *cursor) commandsLike(word string) (o Offer) {
	for _, n := range c.node.Children {
		if !n.Hidden && strings.HasPrefix(n.Name, word) {
			o.Candidates = append(o.Candidates, Candidate{n.Name, n.Help})
		}
	}
	return o
}

// grouped offers the flags that are what the command is about, if there are such: those in a group.
func (c *cursor) grouped() (o Offer) {
	for _, f := range c.flags {
		if f.Group != nil && !f.Hidden {
			o.Candidates = append(o.Candidates, Candidate{"--" + f.Name, f.Help})
		}
	}
	return o
}

func (c *cursor) flagsLike(word string) (o Offer) {
	for _, f := range c.flags {
		for _, name := range append([]string{f.Name}, f.Aliases...) {
			// The other spelling of a name is offered to those who have begun to write it.
			if !f.Hidden && strings.HasPrefix("--"+name, word) && (name == f.Name || !strings.HasPrefix("--"+f.Name, word)) {
				o.Candidates = append(o.Candidates, Candidate{"--" + name, f.Help})
			}
		}
	}
	return o
}

// valuesOf offers values, of a list with commas for its last part. What comes before is kept.
func (c *cursor) valuesOf(v *kong.Value, before, word string) (o Offer) {
	known := c.values(v)
	if known == nil && v.Enum != "" {
		for _, word := range v.EnumSlice() {
			if word != "" {
				known = append(known, Candidate{Word: word})
			}
		}
	}
	if known == nil && v.Flag != nil && v.IsBool() {
		known = []Candidate{{"true", ""}, {"false", ""}}
	}
	if i := strings.LastIndexByte(word, ','); i >= 0 {
		before, word = before+word[:i+1], word[i+1:]
	}
	for _, k := range known {
		if strings.HasPrefix(k.Word, word) {
			o.Candidates = append(o.Candidates, Candidate{before + k.Word, k.Description})
		}
	}
	o.Files = known == nil && isFile(v)
	return o
}

func isFile(v *kong.Value) bool {
	hint := strings.ToUpper(v.Name)
	if v.Flag != nil {
		hint = v.Flag.PlaceHolder
	}
	return hint == "FILE" || hint == "DIR"
}

// Shells are the shells that there is a script for.
var Shells = []string{"bash", "fish", "zsh"}

//go:embed scripts
var scripts embed.FS

// CompletionScript returns what a shell has to run to complete the words of the program. The script asks the
// program, so that it need not change when the program does.
func CompletionScript(shell string) (string, error) {
	text, err := scripts.ReadFile("scripts/" + shell)
	return string(text), err
}

// files is what the program answers to the scripts when a name of a file is wanted.
const files = ":files\n"

// CompletionWords returns the words that a script for a shell has sent. Bash breaks words at = and : too,
// when these are in COMP_WORDBREAKS, which its script sends first.
func CompletionWords(shell string, sent []string) (words []string, trim int) {
	if shell != "bash" {
		return sent, 0
	}
	if len(sent) == 0 {
		return nil, 0
	}
	breaks, sent := sent[0], sent[1:]
	joins := false
	for _, word := range sent {
		isBreak := word != "" && strings.Trim(word, "=:") == "" && strings.ContainsAny(breaks, word)
		if len(words) > 0 && (isBreak || joins) {
			words[len(words)-1] += word
		} else {
			words = append(words, word)
		}
		joins = isBreak
	}
	if len(words) > 0 {
		trim = strings.LastIndexAny(words[len(words)-1], strings.Map(func(r rune) rune {
			if strings.ContainsRune(breaks, r) {
				return r
			}
			return -1
		}, "=:")) + 1
	}
	return words, trim
}

// Format returns an offer as the script for a shell reads it. Of each word the first trim bytes are
// left out: bash replaces what follows them.
func (o Offer) Format(shell string, trim int) string {
	if o.Files {
		return files
	}
	var b strings.Builder
	for _, c := range o.Candidates {
		about := brief(c.Description)
		switch shell {
		case "bash":
			b.WriteString(c.Word[min(trim, len(c.Word)):])
		case "zsh":
			b.WriteString(strings.ReplaceAll(c.Word, ":", `\:`))
			if about != "" {
				b.WriteString(":" + about)
			}
		default:
			fmt.Fprintf(&b, "%s\t%s", c.Word, about)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// brief returns the first sentence of a text, or so much of it as fits beside a word.
func brief(text string) string {
	const most = 70
	text = strings.Join(strings.Fields(text), " ")
	text = strings.TrimPrefix(text, "Required. ")
	if sentence, _, found := strings.Cut(text, ". "); found {
		text = sentence
	}
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most-1]) + "…"
	}
	return strings.TrimSuffix(text, ".")
}
