package site

import (
	"net/url"
	"strings"

	"github.com/storefront/storefront/gen/api"
)

// image is an image that a page shows.
type image struct{ URL, Alt string }

// images returns the images of a product that a page may show.
func (v *visit) images(p *api.Product) (all []image) {
	for _, detail := range p.ImageDetails {
		if address := v.shownImage(detail.Url); address != "" {
			alt := orEmpty(detail.Alt)
			if alt == "" {
				alt = p.Name
			}
			all = append(all, image{address, alt})
		}
	}
	return all
}

// shownImage returns the address of an image as a page refers to it: a path for
// one of the shop itself. It is "" for one that is not shown: neither of the shop
// nor https.
func (v *visit) shownImage(address string) string { return shownImage(v.base, address) }

func shownImage(base, address string) string {
	if path, own := strings.CutPrefix(address, base+"/"); own && !strings.HasPrefix(path, "/") {
		return "/" + path
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil {
		return ""
	}
	return u.String()
}

// absolute returns the whole address of an image that a page refers to.
func (v *visit) absolute(address string) string { return absolute(v.base, address) }

func absolute(base, address string) string {
	if strings.HasPrefix(address, "/") {
		return base + address
	}
	return address
}
