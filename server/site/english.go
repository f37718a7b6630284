package site

import (
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/storefront/storefront/server/edge/document"
)

func english() *words {
	return &words{
		Tag: "en", printer: message.NewPrinter(language.English), price: "DKK\u00a0%s", date: "%d %s %d", description: "%s at %s.",
		months:  [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
		Sandbox: document.SandboxNotice, Skip: "Skip to the content", Home: "Home", Products: "Products", AllProducts: "All products", Categories: "Categories", Services: "Services",
		Information: "Information", Search: "Search", SearchHint: "Search for products",
		Featured: "Featured products", Newest: "New", InStock: "In stock", OutOfStock: "Sold out", OnlyLeft: "Only %s left",
		Show: "Show", Filters: "Filters", Reset: "Reset", Sort: "Sort", Brand: "Brand", FrameColor: "Frame colour", LensColor: "Lens colour",
		Price: "Price in kroner", From: "From", To: "To", OnlyInStock: "In stock only", Category: "Category", AnyCategory: "All categories", Any: "All",
		Previous: "Previous", Next: "Next", PageOf: "Page %s of %s", Results: "%s products", NoMatch: "No products match",
		NoMatchHint: "Try other words, or remove a filter.", Respelled: "Nothing matches what you searched for. Here are results for “%s”.",
		Facts: "Details", Compare: "Compare", Questions: "Questions and answers", UseCases: "Good for",
		Updated:     "Updated %s",
		ShippingFee: "Shipping %s", FreeShippingFrom: "free from %s", FreeShipping: "Free shipping", PricesWithVAT: "All prices include VAT.",
		ForAgents: "For developers and agents", ForAgentsText: "The shop has an API: search, fill a cart and order from a program.",
		NotFound: "This page does not exist", NotFoundHint: "It may have moved or been taken down. Search for what you are looking for, or go to the front page.",
		NoServices: "There are no services at the moment.", NoProducts: "There are no products here yet.",
		NothingYet: "The shop is being stocked. Please come back soon.", BeyondEnd: "The list ends on an earlier page.",
		Closed: "The pages of the shop are closed", ClosedHint: "Please come back later.", Failed: "The page cannot be shown at the moment", FailedHint: "Please try again in a moment.",
		NarrowDown: "These are the first %s products. Search, or choose filters, to find the others.",
		SignUp:     "Sign up", Yes: "yes", No: "no", MoreIn: "More in %s", Locale: "en_GB", Menu: "The shop", BreadcrumbLabel: "Path", PriceLabel: "Price", Result: "%s product", MoreThan: "Over %s", Page: "page %s", Pages: "Pages",
		Relevance: "Best matches", ByName: "Name", PriceAsc: "Lowest price", PriceDesc: "Highest price", ByNewest: "Newest", ByUpdated: "Last changed",
	}
}
