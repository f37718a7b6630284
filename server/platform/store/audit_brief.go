package store

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/storefront/storefront/server/platform/wire"
)

// identity are the members by which people know a thing in the audit.
var identity = []string{"id", "slug", "code", "key", "fromPath"}

// keepBrief leaves of the states of a thing that was changed what differs, as whole members, and what says which thing it
// is: a revert needs no more. Of what was created or deleted it needs all.
func keepBrief(before, after *[]byte) error {
	if *before == nil || *after == nil {
		return nil
	}
	var was, is map[string]json.RawMessage
	if err := json.Unmarshal(*before, &was); err != nil {
		return err
	}
	if err := json.Unmarshal(*after, &is); err != nil {
		return err
	}
	for name, value := range was {
		if next, both := is[name]; both && bytes.Equal(value, next) && !slices.Contains(identity, name) {
			delete(was, name)
			delete(is, name)
		}
	}
	var err error
	if *before, err = wire.Marshal(was); err != nil {
		return err
	}
	*after, err = wire.Marshal(is)
	return err
}
