// Package completion finds what a shell can offer for the word that is being typed, in the model
// of a command line.
package cli

import (
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
