package store

import (
	"encoding/json"
	"strings"

	"github.com/storefront/storefront/server/platform/wire"
)

// MaxRefusedArgs is the maximum size in bytes of the stored arguments of a
// refused call.
const MaxRefusedArgs = 2 << 10

// cutOff replaces arguments that are too long to be kept.
type cutOff struct {
	Truncated     string `json:"truncated"` // the beginning of the validated body, not complete JSON
	OriginalBytes int    `json:"originalBytes"`
}

// bounded returns the arguments, or a cutOff with their beginning: JSON of at
// most MaxRefusedArgs bytes in both cases.
func bounded(args json.RawMessage) json.RawMessage {
	if len(args) <= MaxRefusedArgs {
		return args
	}
	for kept := MaxRefusedArgs; ; {
		text, err := wire.Marshal(cutOff{strings.ToValidUTF8(string(args[:kept]), ""), len(args)})
		if err != nil {
			return nil // impossible: a text and a number always encode
		}
		over := len(text) - MaxRefusedArgs
		if over <= 0 {
			return text
		}
		const widest = 6 // the maximum number of bytes of one escaped byte
		kept -= (over + widest - 1) / widest
	}
}
