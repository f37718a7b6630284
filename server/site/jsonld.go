package site

import (
	"fmt"
	"html/template"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/markdown"
)

// object is a node of JSON-LD, in the vocabulary of schema.org.
type object map[string]any

func node(kind string, o object) object {
	o["@context"], o["@type"] = "https://schema.org", kind
	return o
}

// kroner is an amount of ore as schema.org writes it.
func kroner(ore int64) string { return fmt.Sprintf("%d.%02d", ore/100, ore%100) }

// The bounds of the properties in JSON-LD, which the page shows in full.
const (
	maxProperties    = 50
	maxPropertyValue = 200 // characters
)

func (v *visit) productLD(p *api.Product, view *productView) object {
	availability := "https://schema.org/InStock"
	if p.Stock == 0 {
		availability = "https://schema.org/OutOfStock"
	}
	address := v.base + "/products/" + p.Slug
	product := node("Product", object{
		"@id": address, "url": address, "name": p.Name, "description": truncate(p.Description, maxDescriptionLength), "sku": p.Id, "category": p.Category.Name,
		"offers": object{
			"@type": "Offer", "url": address, "price": kroner(p.PriceDkk), "priceCurrency": "DKK", "availability": availability,
			"seller": object{"@type": "Organization", "name": v.frame.Shop.Name}, "shippingDetails": v.shippingLD(p.PriceDkk),
		},
	})
	if view.Brand != "" {
		product["brand"] = object{"@type": "Brand", "name": view.Brand}
	}
	if p.FrameColor != nil {
		product["color"] = *p.FrameColor
	}
	images := make([]string, len(view.Images))
	for i, image := range view.Images {
		images[i] = v.absolute(image.URL)
	}
	if len(images) > 0 {
		product["image"] = images
	}
	properties := make([]object, 0, len(view.Facts))
	for _, f := range view.Facts[:min(len(view.Facts), maxProperties)] {
		properties = append(properties, object{"@type": "PropertyValue", "name": f.Name, "value": shorten(f.Value, maxPropertyValue)})
	}
	if len(properties) > 0 {
		product["additionalProperty"] = properties
	}
	return product
}

// shippingLD is what it costs to send a product.
func (v *visit) shippingLD(price int64) object {
	fee := v.frame.Shop.ShippingFeeOere
	if price >= v.frame.Shop.FreeShippingFromOere {
		fee = 0
	}
	return object{
		"@type": "OfferShippingDetails", "shippingRate": object{"@type": "MonetaryAmount", "value": kroner(fee), "currency": "DKK"},
		"shippingDestination": object{"@type": "DefinedRegion", "addressCountry": "DK"},
	}
}

func questionsLD(questions []question) object {
	all := make([]object, len(questions))
	for i, q := range questions {
		all[i] = object{"@type": "Question", "name": q.Q, "acceptedAnswer": object{"@type": "Answer", "text": q.A}}
	}
	return node("FAQPage", object{"mainEntity": all})
}

// breadcrumbsLD are the way to a page, and the page.
func (v *visit) breadcrumbsLD(p *page) object {
	way := append(append([]link{}, p.Breadcrumbs...), link{Href: p.Path, Text: p.Title})
	all := make([]object, len(way))
	for i, step := range way {
		all[i] = object{"@type": "ListItem", "position": i + 1, "name": step.Text, "item": v.base + step.Href}
	}
	return node("BreadcrumbList", object{"itemListElement": all})
}

func (v *visit) organizationLD() object {
	organization := node("Organization", object{"@id": v.base + "/#shop", "name": v.frame.Shop.Name, "url": v.base + "/"})
	if logo := v.shownImage(v.frame.Shop.Logo); logo != "" {
		organization["logo"] = v.absolute(logo)
	}
	if email := v.frame.Shop.Email; email != "" {
		organization["email"] = email
	}
	return organization
}

func (v *visit) websiteLD() object {
	return node("WebSite", object{
		"name": v.frame.Shop.Name, "url": v.base + "/", "inLanguage": v.words.Tag,
		"potentialAction": object{
			"@type": "SearchAction", "target": object{"@type": "EntryPoint", "urlTemplate": v.base + "/products?q={search_term_string}"},
			"query-input": "required name=search_term_string",
		},
	})
}

func (v *visit) serviceLD(s *api.Service, body template.HTML) object {
	service := node("Service", object{
		"name": s.Title, "url": v.base + "/services/" + s.Slug, "description": excerpt(orEmpty(s.ShortDescription), markdown.Text(body)),
		"provider": object{"@type": "Organization", "name": v.frame.Shop.Name},
	})
	if s.PriceString != nil {
		service["offers"] = object{"@type": "Offer", "description": *s.PriceString}
	}
	return service
}
