package site

import (
	"fmt"
	"html/template"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/markdown"
	"github.com/storefront/storefront/server/platform/wire"
)

// ldNode is a node of JSON-LD, in the vocabulary of schema.org.
type ldNode map[string]any

func newLDNode(kind string, o ldNode) ldNode {
	o["@context"], o["@type"] = "https://schema.org", kind
	return o
}

// kroner is an amount of ore as schema.org writes it.
func kroner(ore int64) string { return fmt.Sprintf("%d.%02d", ore/100, ore%100) }

// The bounds of the properties in JSON-LD, which the page shows in full.
const (
	maxProperties    = 50
	maxPropertyValue = 200 // characters
	maxVariants      = 100
)

func (v *visit) productLD(a *assortment, view *productView) ldNode {
	p := a.product
	address := v.base + "/products/" + p.Slug
	product := newLDNode("Product", ldNode{
		"@id": address, "url": address, "name": p.Name, "description": truncate(p.Description, maxDescriptionLength), "category": p.Category.Name,
	})
	if view.Brand != "" {
		product["brand"] = ldNode{"@type": "Brand", "name": view.Brand}
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
	properties := make([]ldNode, 0, len(view.Facts))
	for _, f := range view.Facts[:min(len(view.Facts), maxProperties)] {
		properties = append(properties, ldNode{"@type": "PropertyValue", "name": f.Name, "value": shorten(f.Value, maxPropertyValue)})
	}
	if len(properties) > 0 {
		product["additionalProperty"] = properties
	}
	if len(a.sold) > 0 {
		v.addVariantsLD(product, a)
	} else {
		product["sku"], product["offers"] = p.Id, v.offerLD(address, p.PriceDkk, p.Stock)
	}
	return product
}

// addVariantsLD makes a product a group of what is sold of it.
func (v *visit) addVariantsLD(group ldNode, a *assortment) {
	var variesBy []string
	for i := range a.product.Options {
		o := &a.product.Options[i]
		name := o.Name
		if known := knownOption(o); known != "" {
			name = "https://schema.org/" + known
			delete(group, known)
		}
		variesBy = append(variesBy, name)
	}
	shared := v.images(a.product)
	variants := make([]ldNode, min(len(a.sold), maxVariants))
	for i := range variants {
		each := &a.sold[i]
		address := v.base + a.path(each)
		variants[i] = ldNode{"@type": "Product", "@id": address, "url": address, "name": a.name(each), "sku": each.VariantId, "offers": v.offerLD(address, each.PriceOere, each.Stock)}
		if each.Sku != nil {
			variants[i]["sku"] = *each.Sku
		}
		if image := v.imageSrc(wire.OrEmpty(each.Image)); image != "" {
			variants[i]["image"] = v.absolute(image)
		} else if len(shared) > 0 {
			variants[i]["image"] = v.absolute(shared[0].URL)
		}
		for name, value := range a.knownValues(each) {
			variants[i][name] = value
		}
	}
	group["@type"], group["productGroupID"], group["hasVariant"] = "ProductGroup", a.product.Id, variants
	if len(variesBy) > 0 {
		group["variesBy"] = variesBy
	}
}

func (v *visit) offerLD(address string, price, stock int64) ldNode {
	availability := "https://schema.org/InStock"
	if stock == 0 {
		availability = "https://schema.org/OutOfStock"
	}
	return ldNode{
		"@type": "Offer", "url": address, "price": kroner(price), "priceCurrency": "DKK", "availability": availability,
		"seller": ldNode{"@type": "Organization", "name": v.frame.Shop.Name}, "shippingDetails": v.shippingLD(price),
	}
}

// shippingLD is what it costs to send a product.
func (v *visit) shippingLD(price int64) ldNode {
	fee := v.frame.Shop.ShippingFeeOere
	if price >= v.frame.Shop.FreeShippingFromOere {
		fee = 0
	}
	return ldNode{
		"@type": "OfferShippingDetails", "shippingRate": ldNode{"@type": "MonetaryAmount", "value": kroner(fee), "currency": "DKK"},
		"shippingDestination": ldNode{"@type": "DefinedRegion", "addressCountry": "DK"},
	}
}

func questionsLD(questions []question) ldNode {
	all := make([]ldNode, len(questions))
	for i, q := range questions {
		all[i] = ldNode{"@type": "Question", "name": q.Q, "acceptedAnswer": ldNode{"@type": "Answer", "text": q.A}}
	}
	return newLDNode("FAQPage", ldNode{"mainEntity": all})
}

// breadcrumbsLD are the way to a page, and the page.
func (v *visit) breadcrumbsLD(p *page) ldNode {
	way := append(append([]link{}, p.Breadcrumbs...), link{Href: p.Path, Text: p.Title})
	all := make([]ldNode, len(way))
	for i, step := range way {
		all[i] = ldNode{"@type": "ListItem", "position": i + 1, "name": step.Text, "item": v.base + step.Href}
	}
	return newLDNode("BreadcrumbList", ldNode{"itemListElement": all})
}

func (v *visit) organizationLD() ldNode {
	organization := newLDNode("Organization", ldNode{"@id": v.base + "/#shop", "name": v.frame.Shop.Name, "url": v.base + "/"})
	if logo := v.logo(); logo != "" {
		organization["logo"] = v.absolute(logo)
	}
	if email := v.frame.Shop.Email; email != "" {
		organization["email"] = email
	}
	return organization
}

func (v *visit) websiteLD() ldNode {
	return newLDNode("WebSite", ldNode{
		"name": v.frame.Shop.Name, "url": v.base + "/", "inLanguage": v.words.Tag,
		"potentialAction": ldNode{
			"@type": "SearchAction", "target": ldNode{"@type": "EntryPoint", "urlTemplate": v.base + "/products?q={search_term_string}"},
			"query-input": "required name=search_term_string",
		},
	})
}

func (v *visit) serviceLD(s *api.Service, body template.HTML) ldNode {
	service := newLDNode("Service", ldNode{
		"name": s.Title, "url": v.base + "/services/" + s.Slug, "description": excerpt(wire.OrEmpty(s.ShortDescription), markdown.Text(body)),
		"provider": ldNode{"@type": "Organization", "name": v.frame.Shop.Name},
	})
	if s.PriceString != nil {
		service["offers"] = ldNode{"@type": "Offer", "description": *s.PriceString}
	}
	return service
}
