package schema

// text parses a string, checks its escapes and records properties that are cheap
// to find.
func (p *parser) text() error {
	start := p.pos
	v := value{kind: kindString, start: int32(start), ascii: true, next: int32(len(p.values) + 1)}
	for p.pos++; p.pos < len(p.in); p.pos++ {
		switch c := p.in[p.pos]; {
		case c == '"':
			p.pos++
			v.end = int32(p.pos)
			v.ascii = v.ascii && !v.escaped
			p.values = append(p.values, v)
			return nil
		case c == '\\':
			v.escaped = true
			if err := p.escape(); err != nil {
				return err
			}
		case c < 0x20:
			return p.fail("an unescaped control character in a string")
		case c >= 0x80:
			v.ascii = false
		}
	}
	return p.fail("the text ends inside a string")
}

// escape parses one escape and stops at its last byte. A surrogate must be
// followed by its other half: alone it is no character.
func (p *parser) escape() error {
	if p.pos+1 >= len(p.in) {
		return p.fail("the text ends inside a string")
	}
	p.pos++
	switch p.in[p.pos] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return nil
	case 'u':
		high, ok := hex4(p.in, p.pos+1)
		if !ok {
			return p.fail(`\u wants four hexadecimal digits`)
		}
		p.pos += 4
		if high < 0xD800 || high > 0xDFFF {
			return nil
		}
		if low, ok := hex4(p.in, p.pos+3); ok && high < 0xDC00 && low >= 0xDC00 && low <= 0xDFFF &&
			p.in[p.pos+1] == '\\' && p.in[p.pos+2] == 'u' {
			p.pos += 6
			return nil
		}
		return p.fail("an unpaired surrogate in a string")
	}
	return p.fail("an unknown escape in a string")
}

func hex4(b []byte, at int) (rune, bool) {
	if at+4 > len(b) {
		return 0, false
	}
	var r rune
	for _, c := range b[at : at+4] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

func (p *parser) number() error {
	start := p.pos
	if p.in[p.pos] == '-' {
		p.pos++
	}
	switch {
	case p.pos < len(p.in) && p.in[p.pos] == '0':
		p.pos++
	case !p.digits():
		return p.fail("a digit is expected")
	}
	if p.pos < len(p.in) && p.in[p.pos] == '.' {
		p.pos++
		if !p.digits() {
			return p.fail("a digit is expected")
		}
	}
	if p.pos < len(p.in) && (p.in[p.pos] == 'e' || p.in[p.pos] == 'E') {
		p.pos++
		if p.pos < len(p.in) && (p.in[p.pos] == '+' || p.in[p.pos] == '-') {
			p.pos++
		}
		if !p.digits() {
			return p.fail("a digit is expected")
		}
	}
	p.add(kindNumber, start)
	return nil
}

func (p *parser) digits() bool {
	start := p.pos
	for p.pos < len(p.in) && p.in[p.pos] >= '0' && p.in[p.pos] <= '9' {
		p.pos++
	}
	return p.pos > start
}
