package schema

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/storefront/storefront/server/platform/wire"
)

// The stored form of a value; "" if it is the same as the one that was sent.
func TestKept(t *testing.T) {
	for name, tc := range map[string]struct{ schema, value, want string }{
		"text":                      {`{"type":"string"}`, `"a b"`, ``},
		"blanks around":             {`{"type":"string"}`, `" \t\n a  b \r\n"`, `"a  b"`},
		"Unicode blanks around":     {`{"type":"string"}`, "\"\u00a0\u2003a\u3000\u0085\"", `"a"`},
		"nothing but blanks":        {`{"type":"string"}`, `" \n "`, `""`},
		"nothing that is seen":      {`{"type":"string"}`, "\"\u200b\u2060\ufeff\u3164 \"", `""`},
		"zero width around":         {`{"type":"string"}`, "\"\u200ba\u200bb\ufeff\"", "\"a\u200bb\""},
		"zero width in a code":      {`{"type":"string","x-text":"code"}`, `"\u200ba \u00adb\ufeff"`, `"a b"`},
		"zero width in a pattern":   {`{"type":"string","pattern":"^[a-z]+$"}`, `"\u200ba\u200bb"`, `"ab"`},
		"zero width in a format":    {`{"type":"string","format":"email"}`, `"\u202afreja@example.com\u202c"`, `"freja@example.com"`},
		"zero width in lines":       {`{"type":"string","x-text":"lines"}`, `"\u200b\na\n\u200bb\n"`, "\"a\\n\u200bb\""},
		"zero width in open values": {`{}`, `{"\u200b":"\u200ba\nb"}`, `{"\u200b":"a\nb"}`},
		"a family":                  {`{"type":"string","x-text":"code"}`, "\"👨\u200d👩\"", ``},
		"line breaks":               {`{"type":"string"}`, `"a\r\nb \n\n c\u000bd\u000ce\u0085f\u2028g\u2029h\ri"`, `"a b c d e f g h i"`},
		"length of one line":        {`{"type":"string","maxLength":3}`, `"a\r\n\r\nb"`, `"a b"`},
		"empty":                     {`{"type":"string"}`, `""`, ``},
		"NFC":                       {`{"type":"string"}`, "\"cafe\u0301\"", `"café"`},
		"NFC by escape":             {`{"type":"string"}`, `"cafe\u0301"`, `"café"`},
		"NFC and trimmed":           {`{"type":"string"}`, "\" A\u030a \"", `"Å"`},
		"the ångström sign":         {`{"type":"string"}`, "\"\u212b\"", `"Å"`},
		"Hangul":                    {`{"type":"string"}`, "\"\u1112\u1161\u11ab\"", `"한"`},
		"compatibility is kept":     {`{"type":"string"}`, `"ﬁ½™"`, ``},
		"escapes are kept":          {`{"type":"string","x-text":"lines"}`, `"\u00e5\n\/\ud83d\ude00"`, ``},
		"escapes of a changed text": {`{"type":"string","x-text":"lines"}`, `" \u00e5\n\/\ud83d\ude00<&>\"\\ "`, `"å\n/😀<&>\"\\"`},
		"line separator":            {`{"type":"string","x-text":"lines"}`, "\" a\u2028b \"", `"a\u2028b"`},
		"enum is never changed":     {`{"enum":[" a "]}`, `" a "`, ``},
		"enum of decomposed text":   {`{"type":"string","enum":["e` + "\u0301" + `"]}`, `"e\u0301"`, ``},
		"enum by escape":            {`{"type":"string","enum":["a<b"]}`, `"a\u003cb"`, ``},
		"enum of a line separator":  {`{"type":"string","enum":["a` + "\u2028" + `b"]}`, "\"a\u2028b\"", ``},
		"length after trimming":     {`{"type":"string","maxLength":3}`, `"     abc     "`, `"abc"`},
		"length after NFC":          {`{"type":"string","maxLength":1}`, "\"e\u0301\"", `"é"`},
		"length in characters":      {`{"type":"string","maxLength":3}`, `"😀😀😀"`, ``},
		"integer":                   {`{"type":"integer"}`, `5`, ``},
		"integral fraction":         {`{"type":"integer"}`, `5.0`, `5`},
		"integral exponent":         {`{"type":"integer"}`, `1e2`, `100`},
		"capital exponent":          {`{"type":"integer"}`, `1.5E+1`, `15`},
		"negative exponent":         {`{"type":"integer"}`, `1200e-2`, `12`},
		"minus zero":                {`{"type":"integer"}`, `-0`, `0`},
		"minus zero point zero":     {`{"type":"integer"}`, `-0.0e5`, `0`},
		"zero with a huge exponent": {`{"type":"integer"}`, `0e999999999999999999`, `0`},
		"one with many zeros":       {`{"type":"integer"}`, `1.` + strings.Repeat("0", 5000), `1`},
		"small times large":         {`{"type":"integer"}`, `0.` + strings.Repeat("0", 20) + `5e21`, `5`},
		"large times small":         {`{"type":"integer"}`, `5` + strings.Repeat("0", 20) + `e-20`, `5`},
		"negative":                  {`{"type":"integer"}`, `-12.0`, `-12`},
		"largest safe":              {`{"type":"integer","maximum":9007199254740991}`, `9007199254740991`, ``},
		"largest safe, oddly":       {`{"type":"integer","maximum":9007199254740991}`, `9007199254740991.0`, `9007199254740991`},
		"largest safe by exponent":  {`{"type":"integer","maximum":9007199254740991}`, `9.007199254740991e15`, `9007199254740991`},
		"smallest safe":             {`{"type":"integer","minimum":-9007199254740991}`, `-9007199254740991`, ``},
		"beyond a double":           {`{"type":"integer"}`, `9007199254740993.0`, `9007199254740993`},
		"largest int64":             {`{"type":"integer"}`, `9223372036854775807`, ``},
		"largest int64, oddly":      {`{"type":"integer"}`, `9223372036854775807.0`, `9223372036854775807`},
		"smallest int64":            {`{"type":"integer"}`, `-9223372036854775808`, ``},
		"smallest int64, oddly":     {`{"type":"integer"}`, `-9223372036854775808.0`, `-9223372036854775808`},
		"integer or number":         {`{"type":["integer","number"]}`, `5.0`, ``},
		"number":                    {`{"type":"number"}`, `6.0`, ``},
		"number, minus zero":        {`{"type":"number"}`, `-0`, ``},
		"number, exponent":          {`{"type":"number"}`, `1E2`, ``},
		"number, smallest":          {`{"type":"number"}`, `5e-324`, ``},
		"number, zero at length":    {`{"type":"number"}`, `0.000e-999`, ``},
		"null":                      {`{"type":["string","null"]}`, `null`, ``},
		"in arrays":                 {`{"type":"array","items":{"type":"string"}}`, `[" a " , "b"," c"]`, `["a" , "b","c"]`},
		"in open values":            {`{}`, `[{" k ":[" a ",5.0]}]`, `[{" k ":["a",5.0]}]`},
		"names are kept":            {`{"type":"object"}`, "{\" e\u0301 \":\" a \"}", "{\" e\u0301 \":\"a\"}"},
		"names that are checked":    {`{"type":"object","propertyNames":{"type":"string","maxLength":9}}`, "{\" e\u0301 \":\" a \"}", "{\" e\u0301 \":\"a\"}"},
		"names by escape":           {`{"type":"object","properties":{"a":{"type":"integer"}}}`, `{"\u0061":5.0}`, `{"\u0061":5}`},
		"anyOf":                     {`{"anyOf":[{"type":"integer"},{"type":"string"}]}`, `" a "`, `"a"`},
		"anyOf takes the first":     {`{"anyOf":[{"type":"integer"},{"type":"number"}]}`, `5.0`, `5`},
		"anyOf takes the next":      {`{"anyOf":[{"type":"integer"},{"type":"number"}]}`, `5.5`, ``},
	} {
		t.Run(name, func(t *testing.T) {
			want := tc.want
			if want == "" {
				want = tc.value
			}
			got := kept(t, object(t, `"f":`+tc.schema), ` { "f" : `+tc.value+` } `)
			if got != ` { "f" : `+want+` } ` {
				t.Errorf("%s is kept as %s, want %s", tc.value, got, want)
			}
		})
	}
}

func TestDefaults(t *testing.T) {
	s := object(t, `"a":{"type":"integer","default":1e2},"b":{"type":"string","default":" x<\"y "},"c":{"type":["array","null"],"items":{},"default":[]},
		"d":{"type":"boolean","default":false},"e":{"type":"string"},
		"o":{"type":"object","properties":{"p":{"type":"integer","default":7}}}`)
	const all = `"a":100,"b":"x<\"y","c":[],"d":false`
	for body, want := range map[string]string{
		`{}`:                                `{` + all + `}`,
		`{ }`:                               `{ ` + all + `}`,
		"{\n}":                              "{\n" + all + `}`,
		`{"e":"x"}`:                         `{"e":"x",` + all + `}`,
		`{"e":" x " } `:                     `{"e":"x" ,` + all + `} `,
		`{"b":"y","a":5.0}`:                 `{"b":"y","a":5,"c":[],"d":false}`,
		`{"\u0061":1,"d":true}`:             `{"\u0061":1,"d":true,"b":"x<\"y","c":[]}`,
		`{"c":null,"a":1,"b":"","d":true}`:  `{"c":null,"a":1,"b":"","d":true}`,
		`{"o":{}}`:                          `{"o":{"p":7},` + all + `}`,
		`{"o":{"q":" 1 "},"e":" x "}`:       `{"o":{"q":"1","p":7},"e":"x",` + all + `}`,
		`{"e":" x ","o":{"p":8.0},"a":1.0}`: `{"e":"x","o":{"p":8},"a":1,"b":"x<\"y","c":[],"d":false}`,
	} {
		if got := kept(t, s, body); got != want {
			t.Errorf("%s is kept as %s, want %s", body, got, want)
		}
	}
	if faults := codes(refused(t, s, `{"a":null}`)); faults[0] != "/a type" {
		t.Error("null is not the same as left out", faults)
	}
}

func TestDefaultsOfTheContract(t *testing.T) {
	for op, bodies := range map[string]map[string]string{
		"products.search": {
			`{}`:                      `{"limit":20,"offset":0}`,
			`{"q":" rød ","limit":5}`: `{"q":"rød","limit":5,"offset":0}`,
		},
		"products.create": {
			`{"name":"Ab","slug":"a","description":"0123456789","priceDkk":1,"stock":0}`: `{"name":"Ab","slug":"a","description":"0123456789","priceDkk":1,"stock":0,"featured":false}`,
		},
		"products.update": {`{"slug":"a","patch":{"stock":1}}`: `{"slug":"a","patch":{"stock":1}}`},
		"categories.list": {`{}`: `{"includeEmpty":true}`},
		"site.list_pages": {`{}`: `{}`},
	} {
		for body, want := range bodies {
			if got := kept(t, request(t, op), body); got != want {
				t.Errorf("%s: %s is kept as %s, want %s", op, body, got, want)
			}
		}
	}
}

// A body that needs no change is returned itself, not a copy.
func TestUnchangedBodyIsNotCopied(t *testing.T) {
	body := []byte(`{"slug":"a"}`)
	out, _, _ := request(t, "products.get").Check(body)
	if &out[0] != &body[0] {
		t.Error("copied")
	}
	changed := []byte(`{"slug":" a "}`)
	if _, _, err := request(t, "products.get").Check(changed); err != nil || string(changed) != `{"slug":" a "}` {
		t.Errorf("the caller's bytes became %s", changed)
	}
}

// Normalising a text again changes nothing, even if norm has to break up an
// endless sequence of marks.
func TestNormalisingTwice(t *testing.T) {
	s := object(t, `"f":{"type":"string"}`)
	for _, text := range []string{
		"a" + strings.Repeat("\u0301", 100), strings.Repeat("\u0301", 40) + "a" + strings.Repeat("\u0327\u0301", 40),
		"\u0958\u0344\ufb2c\U0001d160", " \u0301 ", "\u00a0\u0301\u00a0", "\u2000a\u2001", "\u037e", "\u1100\u1161\u11a8\u11a8",
	} {
		once := kept(t, s, `{"f":`+string(wire.String(text))+`}`)
		if twice := kept(t, s, once); twice != once {
			t.Errorf("%q: %q becomes %q", text, once, twice)
		}
		if !norm.NFC.IsNormalString(once) {
			t.Errorf("%q is kept as %q, which is not NFC", text, once)
		}
	}
}
