package main

// pages returns the pages of the storefront. They are compressed, as for a browser.
func (s *sample) pages() []operation {
	return []operation{
		{name: "page: a product", bodies: picked(s.slugs, "/products/", ""), pages: true},
		{name: "page: a category", bodies: picked(s.categories, "/categories/", ""), pages: true},
		{name: "page: a search", bodies: picked([]string{"laptop", "printer", "toner", "hp", "usb", "monitor", "keyboard", "cable"}, "/products?q=", ""), pages: true},
		{name: "page: home", bodies: always("/"), pages: true},
	}
}
