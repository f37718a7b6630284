package config

import (
	"net/url"
	"strings"
)

// Origin returns an origin, such as https://shop.example, in the form in which
// origins are compared: in lower case, without the default port. It returns false
// for anything but scheme://host[:port].
func Origin(text string) (string, bool) {
	u, err := url.Parse(strings.ToLower(text))
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	if u.Scheme+"://"+u.Host != strings.ToLower(text) {
		return "", false // something follows the host
	}
	usual := map[string]string{"http": ":80", "https": ":443"}[u.Scheme]
	return u.Scheme + "://" + strings.TrimSuffix(u.Host, usual), true
}
