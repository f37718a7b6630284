package orders

import (
	"strings"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/text"
)

// ErasedDomain ends the e-mail of an order whose customer was erased.
const ErasedDomain = "@erased.invalid"

// CheckEmail refuses the e-mail of somebody who was erased: nobody else may have it.
func CheckEmail(email string) error {
	if !strings.HasSuffix(text.Case(email), ErasedDomain) {
		return nil
	}
	return problem.Invalid("/email", schema.CodePattern, "must not end in "+ErasedDomain+", which stands for somebody who was erased",
		`Set "email" to the address that the buyer has now.`)
}
