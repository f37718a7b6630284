package config

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// Validate finds what can never work, so that the service does not start with
// it. The error names the setting.
func (c Serve) Validate() error {
	var faults []error
	for setting, policy := range map[string]interface{ Validate() error }{
		"anonymous": c.Limits.Anonymous(), "auth attempt": c.Limits.AuthAttempt(), "key": c.Limits.Key(0), "pages": c.Limits.Pages(),
	} {
		if err := policy.Validate(); err != nil {
			faults = append(faults, fmt.Errorf("the %s limit: %w", setting, err))
		}
	}
	if c.Limits.MaxAddresses < 1 {
		faults = append(faults, errors.New("STOREFRONT_MAX_ADDRESSES must be at least 1"))
	}
	if c.CallTimeout <= 0 {
		faults = append(faults, errors.New("STOREFRONT_CALL_TIMEOUT must be longer than nothing"))
	}
	if !isAddress(c.BaseURL) {
		faults = append(faults, errors.New("STOREFRONT_BASE_URL is no address such as https://shop.example, without a name, a question mark or a number sign"))
	}
	for _, origin := range c.AllowedOrigins {
		if _, ok := Origin(origin); !ok {
			faults = append(faults, fmt.Errorf("STOREFRONT_ALLOWED_ORIGINS: %q is no origin such as https://chat.example", origin))
		}
	}
	return errors.Join(faults...)
}

// isAddress takes no address at all, and one to which paths can be added. What
// stands before an @ would be published in every link.
func isAddress(text string) bool {
	u, err := url.Parse(text)
	return text == "" || err == nil && u.Host != "" && u.User == nil && !strings.ContainsAny(text, "?#") && (u.Scheme == "http" || u.Scheme == "https")
}
