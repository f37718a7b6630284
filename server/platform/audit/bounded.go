package audit

import (
	"encoding/json"
	"strings"

	"github.com/storefront/storefront/server/platform/plainjson"
)

// MaxRefusedArgs is how many bytes of a refused call's arguments are kept.
const MaxRefusedArgs = 2 << 10

// cutOff stands in for arguments of which the beginning alone is kept.
type cutOff struct {
	Truncated     string `json:"truncated"` // the beginning as it was validated, no JSON any more
	OriginalBytes int    `json:"originalBytes"`
}

// bounded returns the arguments, or what is kept of them: JSON of at most
// MaxRefusedArgs bytes either way.
func bounded(args json.RawMessage) json.RawMessage {
	if len(args) <= MaxRefusedArgs {
		return args
	}
	for kept := MaxRefusedArgs; ; {
		text, err := plainjson.Marshal(cutOff{strings.ToValidUTF8(string(args[:kept]), ""), len(args)})
		if err != nil {
			return nil // cannot be: a text and a number always encode
		}
		over := len(text) - MaxRefusedArgs
		if over <= 0 {
			return text
		}
		const widest = 6 // bytes, as which one byte may be escaped
		kept -= (over + widest - 1) / widest
	}
}
