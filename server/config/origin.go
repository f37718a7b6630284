package config

import (
	"net/url"
	"strings"
)

// Origin brings an origin, such as https://shop.example, into the one form in
// which it is compared: in lower case, without the usual port. It returns false
// for anything else than scheme://host[:port].
func Origin(text string) (string, bool) {
	u, err := url.Parse(strings.ToLower(text))
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	if u.Scheme+"://"+u.Host != strings.ToLower(text) {
		return "", false // there is more behind the host
	}
	usual := map[string]string{"http": ":80", "https": ":443"}[u.Scheme]
	return u.Scheme + "://" + strings.TrimSuffix(u.Host, usual), true
}
