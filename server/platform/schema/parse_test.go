package schema

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

var open = func() *Schema { return anything }()

func nested(depth int) string {
	// the body itself is one level
	return `{"a":` + strings.Repeat("[", depth-1) + strings.Repeat("]", depth-1) + `}`
}

func TestParserRefuses(t *testing.T) {
	names := make([]string, 0, 40)
	for c := 'a'; c <= 'z'; c++ {
		names = append(names, `"`+string(c)+`":1`)
	}
	many := strings.Join(names, ",")
	for name, tc := range map[string]struct {
		body, reason string
		offset       int
	}{
		"empty":                    {``, "the text ends where a value is expected", 0},
		"blank":                    {" \t\r\n", "the text ends where a value is expected", 4},
		"UTF-16":                   {"{\x00}\x00", "a name in quotes is expected", 1},
		"array":                    {` []`, "the body is an array where an object is expected", 1},
		"null":                     {`null`, "the body is null where an object is expected", 0},
		"string":                   {`"{}"`, "the body is a string where an object is expected", 0},
		"number":                   {`1`, "the body is a number where an object is expected", 0},
		"boolean":                  {`true`, "the body is a boolean where an object is expected", 0},
		"trailing text":            {`{} x`, "unexpected data after the JSON value", 3},
		"trailing value":           {`{}{}`, "unexpected data after the JSON value", 2},
		"trailing NUL":             {"{}\x00", "unexpected data after the JSON value", 2},
		"trailing comma":           {`{"a":1,}`, "a name in quotes is expected", 7},
		"trailing comma in array":  {`{"a":[1,]}`, "a value is expected", 8},
		"leading comma":            {`{,"a":1}`, "a name in quotes is expected", 1},
		"missing comma":            {`{"a":1 "b":2}`, "a comma is expected", 7},
		"missing colon":            {`{"a" 1}`, "a colon is expected", 5},
		"missing value":            {`{"a":}`, "a value is expected", 5},
		"wrong bracket":            {`{"a":[1}}`, "a comma is expected", 7},
		"name without quotes":      {`{a:1}`, "a name in quotes is expected", 1},
		"single quotes":            {`{'a':1}`, "a name in quotes is expected", 1},
		"comment":                  {`{/**/}`, "a name in quotes is expected", 1},
		"end in object":            {`{"a":1`, "the text ends inside an object", 6},
		"end in array":             {`{"a":[1`, "the text ends inside an array", 7},
		"end after brace":          {`{`, "a name in quotes is expected", 1},
		"end after colon":          {`{"a":`, "the text ends where a value is expected", 5},
		"end in string":            {`{"a":"b`, "the text ends inside a string", 7},
		"end in escape":            {`{"a":"\`, "the text ends inside a string", 6},
		"unknown literal":          {`{"a":nul}`, "a value is expected", 5},
		"capital literal":          {`{"a":True}`, "a value is expected", 5},
		"NaN":                      {`{"a":NaN}`, "a value is expected", 5},
		"unknown escape":           {`{"a":"\x"}`, "an unknown escape in a string", 7},
		"short \\u":                {`{"a":"\u12"}`, `\u wants four hexadecimal digits`, 7},
		"bad \\u":                  {`{"a":"\u12G4"}`, `\u wants four hexadecimal digits`, 7},
		"\\u at the end":           {`{"a":"\u1`, `\u wants four hexadecimal digits`, 7},
		"lone high surrogate":      {`{"a":"\uD83D"}`, "an unpaired surrogate in a string", 11},
		"high surrogate and text":  {`{"a":"\uD83Dxxxxxxx"}`, "an unpaired surrogate in a string", 11},
		"two high surrogates":      {`{"a":"\uD83D\uD83D"}`, "an unpaired surrogate in a string", 11},
		"lone low surrogate":       {`{"a":"\uDE00"}`, "an unpaired surrogate in a string", 11},
		"surrogates the wrong way": {`{"a":"\uDE00\uD83D"}`, "an unpaired surrogate in a string", 11},
		"lone surrogate in name":   {`{"\uD83D":1}`, "an unpaired surrogate in a string", 7},
		"control character":        {"{\"a\":\"\n\"}", "an unescaped control character in a string", 6},
		"unescaped NUL":            {"{\"a\":\"\x00\"}", "an unescaped control character in a string", 6},
		"control in name":          {"{\"\x1f\":1}", "an unescaped control character in a string", 2},
		"form feed as blank":       {"{\f}", "a name in quotes is expected", 1},
		"no-break space as blank":  {"{\u00a0}", "a name in quotes is expected", 1},
		"invalid UTF-8":            {"{\"a\":\"\xff\"}", "the text is not valid UTF-8", 6},
		"cut UTF-8":                {"{\"a\":\"\xc3\"}", "the text is not valid UTF-8", 6},
		"overlong UTF-8":           {"{\"a\":\"\xc0\xaf\"}", "the text is not valid UTF-8", 6},
		"surrogate in UTF-8":       {"{\"a\":\"\xed\xa0\x80\"}", "the text is not valid UTF-8", 6},
		"invalid UTF-8 behind":     {"{}\xff", "the text is not valid UTF-8", 2},
		"twice":                    {`{"a":1,"a":1}`, `duplicate key "a"`, 7},
		"twice by escape":          {`{"a":1,"\u0061":1}`, `duplicate key "a"`, 7},
		"twice by escape first":    {`{"\u0061":1,"a":1}`, `duplicate key "a"`, 12},
		"twice by other escapes":   {`{"\/":1,"/":1}`, `duplicate key "/"`, 8},
		"twice by surrogates":      {`{"😀":1,"\uD83D\uDE00":1}`, `duplicate key "😀"`, 10},
		"empty name twice":         {`{"":1,"":1}`, `duplicate key ""`, 6},
		"twice, deep":              {`{"x":[{"a":1,"b":{},"a":1}]}`, `duplicate key "a"`, 20},
		"first of many twice":      {`{` + many + `,"a":1}`, `duplicate key "a"`, 1 + len(many) + 1},
		"last of many twice":       {`{` + many + `,"z":1}`, `duplicate key "z"`, 1 + len(many) + 1},
		"13th twice by escape":     {`{` + many + `,"\u006d":1}`, `duplicate key "m"`, 1 + len(many) + 1},
		"depth 65 behind others":   {`{"b":[[],{}],"a":[[],` + strings.Repeat("[", 63) + `]}`, "the value is nested deeper than 64", 21 + 62},
		"high surrogate and BMP":   {`{"a":"\uD83D\uE000"}`, "an unpaired surrogate in a string", 11},
		"depth 65":                 {nested(MaxDepth + 1), "the value is nested deeper than 64", 5 + 63},
	} {
		t.Run(name, func(t *testing.T) {
			out, faults, err := open.Check([]byte(tc.body))
			syntax, ok := errors.AsType[*SyntaxError](err)
			if !ok || out != nil || faults != nil {
				t.Fatalf("%q is accepted as %s %v", tc.body, out, faults)
			}
			if syntax.Reason != tc.reason || syntax.Offset != tc.offset {
				t.Errorf("%q: %s (%d), want %s (%d)", tc.body, syntax.Reason, syntax.Offset, tc.reason, tc.offset)
			}
		})
	}
}

func TestParserAccepts(t *testing.T) {
	for name, body := range map[string]string{
		"empty object":              `{}`,
		"blanks everywhere":         " \t\r\n{ \n\"a\" : [ 1 , { } , [ ] ] , \"b\" : null } \n",
		"every literal":             `{"a":true,"b":false,"c":null}`,
		"every escape":              `{"a":"\"\\\/\b\f\n\r\tA\u00e5\uFFFF"}`,
		"surrogate pair":            `{"a":"\uD83D\uDE00\ud83d\ude00"}`,
		"characters of all lengths": `{"æ":"aåﷺ😀` + "\u007f\ufffd" + `"}`,
		"names that look alike":     `{"a":1,"A":1,"":1," ":1,"e\u0301":1,"é":1}`,
		"one name in two objects":   `{"a":{"a":1},"b":[{"a":1},{"a":1}]}`,
		"depth 64":                  nested(MaxDepth),
		"width is not depth":        `{"a":[` + strings.Repeat("[],", 200) + `{}]}`,
		"numbers":                   `{"a":[0,-0,1,-1,10,0.5,-0.5,1e1,1E+1,1e-1,1.5e10,0e0,0.0,123456789012345678901234567890]}`,
	} {
		t.Run(name, func(t *testing.T) {
			if !json.Valid([]byte(body)) {
				t.Fatal("the test is wrong")
			}
			var p parser
			if err := p.read([]byte(body)); err != nil {
				t.Errorf("%s: %v", body, err)
			}
		})
	}
}

// The parser of numbers is written by hand: every text of few characters is
// compared with what encoding/json accepts.
func TestNumberGrammar(t *testing.T) {
	const letters = "019-+.eE "
	texts := []string{""}
	for range 6 {
		var longer []string
		for _, text := range texts {
			for _, c := range letters {
				longer = append(longer, text+string(c))
			}
		}
		for _, text := range longer {
			var p parser
			got, want := p.read([]byte(text)) == nil, json.Valid([]byte(text))
			if got != want {
				t.Fatalf("%q: taken %v, want %v", text, got, want)
			}
		}
		texts = longer
		if len(texts) > 60000 {
			break
		}
	}
}

func TestSyntaxErrorSaysWhere(t *testing.T) {
	_, _, err := open.Check([]byte(`{"a":}`))
	if err == nil || err.Error() != "a value is expected, at byte 5" {
		t.Error(err)
	}
}

func TestLongDuplicateKeyIsTruncated(t *testing.T) {
	name := strings.Repeat("n", 5000)
	_, _, err := open.Check([]byte(`{"` + name + `":1,"` + name + `":1}`))
	if err == nil || len(err.Error()) > 200 {
		t.Error(err)
	}
}
