package catalog

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// maxDescriptions is the maximum size in bytes of the descriptions of all live
// categories together: categories.list, which anybody may call, returns all of
// them.
const maxDescriptions = 1 << 20

// checkDescription refuses a description that is longer than the previous one
// and does not fit with those of the other live categories. The caller holds
// CategoriesLock.
func checkDescription(ctx context.Context, tx *store.Tx, before *string, after *db.CategoryRecord) error {
	if after.Description == nil || before != nil && len(*after.Description) <= len(*before) {
		return nil
	}
	text := *after.Description
	others, err := tx.CategoryDescriptionBytes(ctx, after.ID)
	if err != nil {
		return err
	}
	room := int(max(maxDescriptions-others, 0))
	if len(text) <= room {
		return nil
	}
	resolution := `Remove "description" from the body.`
	if fit := charactersWithin(text, room); fit > 0 {
		resolution = fmt.Sprintf(`Shorten "description" to at most %d characters.`, fit)
	}
	return problem.New(problem.LimitReached, fmt.Sprintf(
		"The descriptions of the other categories take %d bytes and this one takes %d; the limit for all is %d.", others, len(text), maxDescriptions), resolution)
}

// charactersWithin returns the number of leading characters of text that fit
// into bytes bytes.
func charactersWithin(text string, bytes int) int {
	count := 0
	for at, r := range text {
		if at+utf8.RuneLen(r) > bytes {
			break
		}
		count++
	}
	return count
}
