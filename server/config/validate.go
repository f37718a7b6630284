package config

import (
	"errors"
	"fmt"
	"net/url"
)

// Validate finds what can never work, so that the service does not start with
// it. The error names the setting.
func (c Serve) Validate() error {
	var faults []error
	for setting, policy := range map[string]interface{ Validate() error }{
		"anonymous": c.Limits.Anonymous(), "auth attempt": c.Limits.AuthAttempt(), "key": c.Limits.Key(0),
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
	if u, err := url.Parse(c.BaseURL); c.BaseURL != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		faults = append(faults, fmt.Errorf("STOREFRONT_BASE_URL %q is no address such as https://shop.example", c.BaseURL))
	}
	for _, origin := range c.AllowedOrigins {
		if u, err := url.Parse(origin); err != nil || u.Host == "" || origin != u.Scheme+"://"+u.Host {
			faults = append(faults, fmt.Errorf("STOREFRONT_ALLOWED_ORIGINS: %q is no origin such as https://chat.example", origin))
		}
	}
	return errors.Join(faults...)
}
