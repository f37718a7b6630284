package customers_test

import (
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

// The numbers of orders are compared as people write them.
func TestPhoneKey(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	for phone, want := range map[string]any{
		"20123456": "+4520123456", "20 12 34 56": "+4520123456", "45 20 12 34 56": "+4520123456", "0045 20123456": "+4520123456",
		"+45-20.12.34.56": "+4520123456", "(+45) 20123456": "+4520123456", "+46 70 123 45 67": "+46701234567", "1234567": "1234567",
		"tlf. 20123456": "+4520123456", "none": nil,
	} {
		if got := servertest.One[*string](t, s.Server, "SELECT phone_key($1)", phone); !servertest.SameJSON(got, want) {
			t.Errorf("%q: %v, want %v", phone, *got, want)
		}
	}
}
