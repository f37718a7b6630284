package discovery

// robots allows crawlers to read everything: what is not public needs a key.
func robots(base string) ([]byte, error) {
	return []byte("User-agent: *\nAllow: /\n\nSitemap: " + base + "/sitemap.xml\n"), nil
}
