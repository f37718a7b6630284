package site

import "html/template"

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
