package schema

// Correction is a change of a body, as data: what the Fix of a fault says in
// words. It is not part of any answer; tests make the change and send the body
// again.
type Correction struct {
	Do    Change
	At    string // a JSON Pointer
	Name  bool   // the name of the field changes, not its value
	Value string
	Other string
	Count int

	// Beside makes At the name of a field instead, in every object in the body that
	// has a field with this text.
	Beside string
}

// Change is what a correction does to the value at a place.
type Change string

// The changes. Value and the others are of use where they are named.
const (
	Set      Change = "set"      // to Value, which is JSON; "" is a value that the caller read or knows, or another one than it sent
	Fit      Change = "fit"      // to anything of the type, an e-mail address, or a picture, as Value names it
	Match    Change = "match"    // to a text that matches the pattern Value
	Lengthen Change = "lengthen" // a text or a list to Count, or an object by the field Other
	Shorten  Change = "shorten"  // to Count characters, items, fields or lines
	Shrink   Change = "shrink"   // to Count bytes of JSON
	Remove   Change = "remove"   // the field or the item
	Rename   Change = "rename"   // to Other, a field of the same object
	Move     Change = "move"     // into Other, an object beside it
	Unwrap   Change = "unwrap"   // put the fields of the object in its place
	Merge    Change = "merge"    // the item with the item at the index Other of its list
	CutNUL   Change = "cut nul"  // every NUL character
)

// fitting is the correction to what the schema accepts: the first of its values, or
// anything of the first of its types.
func (s *Schema) fitting() Correction {
	if len(s.enum) > 0 {
		return Correction{Do: Set, Value: s.enum[0].json}
	}
	for _, k := range kindsInWords {
		if s.types[k] {
			return Correction{Do: Fit, Value: kindNames[k]}
		}
	}
	return Correction{}
}
