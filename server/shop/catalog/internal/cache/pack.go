package cache

import "github.com/klauspost/compress/s2"

// A response is packed together with the slug of its product, because it is
// found by a hash of the slug, which another product may share. A slug contains no
// zero byte.

func named(into []byte, slug string, body []byte) []byte {
	into = append(into, body...)
	into = append(into, 0)
	return append(into, slug...)
}

// answerOf returns the response in the output of named, or nil when it is about
// another product.
func answerOf(slug string, text []byte) []byte {
	end := len(text) - len(slug) - 1
	if end < 0 || text[end] != 0 || string(text[end+1:]) != slug {
		return nil
	}
	return text[:end]
}

// The first byte of a packed response is its format.
const (
	alone byte = iota
	withDictionary
)

// packed and unpacked use the memory of into if that is large enough.

func packed(text []byte, dictionary *s2.Dict, into []byte) []byte {
	if most := s2.MaxEncodedLen(len(text)) + 1; cap(into) < most {
		into = make([]byte, most)
	}
	into = into[:cap(into)]
	if dictionary == nil {
		into[0] = alone
		return into[:1+len(s2.Encode(into[1:], text))]
	}
	into[0] = withDictionary
	return into[:1+len(dictionary.EncodeBetter(into[1:], text))]
}

// unpacked returns nil for nil.
func unpacked(packed []byte, dictionary *s2.Dict, into []byte) []byte {
	var text []byte
	var err error
	switch {
	case packed == nil:
		return nil
	case packed[0] == alone:
		text, err = s2.Decode(into, packed[1:])
	default:
		text, err = dictionary.Decode(into, packed[1:])
	}
	if err != nil {
		return nil
	}
	return text
}
