package customers

import (
	"bytes"
	"encoding/json"

	"github.com/storefront/storefront/server/platform/wire"
)

// erased takes the place of what is personal in a text that cannot be null.
const erased = "erased"

// personal are the fields of requests and of the states in the audit that are
// about the person, or in which callers write what they like.
var personal = map[string]bool{
	"email": true, "phoneNumber": true, "phone": true, "q": true,
	"shippingName": true, "shippingAddress": true, "shippingZip": true, "shippingCity": true,
	"billingName": true, "billingAddress": true, "billingZip": true, "billingCity": true, "billingCountry": true,
	"carrier": true, "trackingNumber": true, "trackingUrl": true, "acpSessionId": true,
	"text": true, "reason": true,
	"truncated": true, // store.MaxRefusedArgs
}

// absent are the fields with a moment, which the order has no more either.
var absent = map[string]bool{"estDeliveryFrom": true, "estDeliveryTo": true}

// redact replaces what is personal in JSON by erased, and reports whether there
// was any. What is no JSON is left out.
func (p *person) redact(text *[]byte) bool {
	if len(*text) == 0 {
		return false
	}
	decoder := json.NewDecoder(bytes.NewReader(*text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		*text = nil
		return true
	}
	value, changed := p.without(value, false)
	if !changed {
		return false
	}
	encoded, err := wire.Marshal(value)
	if err != nil { // impossible: it was decoded
		encoded = nil
	}
	*text = encoded
	return true
}

// without returns a value of JSON without what is personal, and reports whether
// there was any. Every text in a personal field is.
func (p *person) without(value any, inPersonal bool) (any, bool) {
	changed := false
	switch v := value.(type) {
	case string:
		if v != erased && (inPersonal || p.says(v)) {
			return erased, true
		}
	case []any:
		for i := range v {
			next, was := p.without(v[i], inPersonal)
			v[i], changed = next, changed || was
		}
	case map[string]any:
		for name := range v {
			if absent[name] {
				changed = changed || v[name] != nil
				v[name] = nil
				continue
			}
			next, was := p.without(v[name], inPersonal || personal[name])
			v[name], changed = next, changed || was
		}
	}
	return value, changed
}
