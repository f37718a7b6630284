package store

import "github.com/google/uuid"

// ParseID reads the one spelling in which ids are sent. uuid.Parse alone also
// takes braces, a URN prefix and no hyphens.
func ParseID(text string) (uuid.UUID, bool) {
	const length = 36
	id, err := uuid.Parse(text)
	return id, err == nil && len(text) == length
}
