package cli

import (
	"embed"
	"fmt"
	"strings"
)

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
