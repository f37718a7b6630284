package site

import (
	"cmp"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// lang is the attribute that names the language of a text, "" where that is the
// language of the page.
type lang = template.HTMLAttr

// shopLang is for texts that the shop wrote. The words of the pages are in the
// language of the visitor, which may be another one.
func (v *visit) shopLang() lang { return langIn(v.words, shopWords(v.frame.Shop.Locale).Tag) }

// langIn is for a text in a language, on a page in the language of its words.
func langIn(page *words, tag string) lang {
	if page.Tag == tag {
		return ""
	}
	return lang(` lang="` + tag + `"`) //nolint:gosec // the tag is one of languages
}

// languages are those that the pages have, by the locales of settings.
var languages = map[string]*words{"da": danish(), "en": english()}

// chooseLanguage chooses the language of a page: what the visitor prefers, else that of the
// shop.
func chooseLanguage(h http.Header, locale string) *words {
	own := shopWords(locale)
	for _, tag := range preferred(h.Values("Accept-Language")) {
		base, confidence := tag.Base()
		if found := languages[base.String()]; found != nil && confidence >= language.High {
			return found
		}
	}
	return own
}

// preferred returns the languages that a visitor reads, the best first. What is no
// language is left out.
func preferred(headers []string) (tags []language.Tag) {
	const longest = 200 // bytes
	type weighed struct {
		tag    language.Tag
		weight float32
	}
	var all []weighed
	text := strings.Join(headers, ",")
	if len(text) > longest {
		return nil
	}
	for entry := range strings.SplitSeq(text, ",") {
		found, weights, err := language.ParseAcceptLanguage(entry)
		if err == nil && len(found) == 1 && weights[0] > 0 {
			all = append(all, weighed{found[0], weights[0]})
		}
	}
	slices.SortStableFunc(all, func(a, b weighed) int { return cmp.Compare(b.weight, a.weight) })
	for _, one := range all {
		tags = append(tags, one.tag)
	}
	return tags
}

// shopWords are the words in the language of the shop.
func shopWords(locale string) *words {
	if own := languages[locale]; own != nil {
		return own
	}
	return languages["da"]
}
