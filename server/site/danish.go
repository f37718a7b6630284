package site

import (
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

func danish() *words {
	return &words{
		Tag: "da", printer: message.NewPrinter(language.Danish), price: "%s\u00a0kr.", date: "%d. %s %d", description: "%s hos %s.",
		months:  [12]string{"januar", "februar", "marts", "april", "maj", "juni", "juli", "august", "september", "oktober", "november", "december"},
		Sandbox: "Dette er en sandkasse: en butik til test, hvis data er opdigtede, og hvis nøgler alle kender.",
		Skip:    "Gå til indholdet", Home: "Forside", Products: "Produkter", AllProducts: "Alle produkter", Categories: "Kategorier", Services: "Ydelser",
		Information: "Information", Search: "Søg", SearchHint: "Søg efter produkter",
		Featured: "Udvalgte produkter", Newest: "Nyheder", InStock: "På lager", OutOfStock: "Udsolgt", OnlyLeft: "Kun %s tilbage",
		Show: "Vis", Filters: "Filtre", Reset: "Nulstil", Sort: "Sortering", Brand: "Mærke", FrameColor: "Stelfarve", LensColor: "Glasfarve",
		Price: "Pris i kroner", From: "Fra", To: "Til", OnlyInStock: "Kun på lager", Category: "Kategori", AnyCategory: "Alle kategorier", Any: "Alle",
		Previous: "Forrige", Next: "Næste", PageOf: "Side %s af %s", Results: "%s produkter", NoMatch: "Ingen produkter passer",
		NoMatchHint: "Prøv andre ord, eller fjern et filter.", Respelled: "Intet passer til det søgte. Her er resultater for »%s«.",
		Facts: "Detaljer", Compare: "Sammenlign", Questions: "Spørgsmål og svar", UseCases: "God til",
		Updated:     "Opdateret %s",
		ShippingFee: "Fragt %s", FreeShippingFrom: "gratis fra %s", FreeShipping: "Fri fragt", PricesWithVAT: "Alle priser er med moms.",
		ForAgents: "For udviklere og agenter", ForAgentsText: "Butikken har et API: søg, læg i kurv og bestil fra et program.",
		NotFound: "Siden findes ikke", NotFoundHint: "Den er måske flyttet eller taget ned. Søg efter det, du leder efter, eller gå til forsiden.",
		NoServices: "Der er ingen ydelser lige nu.", NoProducts: "Der er ingen produkter her endnu.",
		NothingYet: "Butikken er ved at blive fyldt. Kig forbi igen om lidt.", BeyondEnd: "Listen slutter på en tidligere side.",
		Closed: "Butikkens sider er lukket", ClosedHint: "Prøv igen senere.", Failed: "Siden kan ikke vises lige nu", FailedHint: "Prøv igen om lidt.",
		NarrowDown: "Her vises de første %s produkter. Søg, eller vælg filtre, for at finde resten.",
		SignUp:     "Tilmeld", Yes: "ja", No: "nej", MoreIn: "Mere i %s", Locale: "da_DK", Menu: "Butikken", BreadcrumbLabel: "Sti", PriceLabel: "Pris", Result: "%s produkt", MoreThan: "Over %s", Page: "side %s", Pages: "Sider",
		Relevance: "Bedste resultater", ByName: "Navn", PriceAsc: "Laveste pris", PriceDesc: "Højeste pris", ByNewest: "Nyeste", ByUpdated: "Senest ændret",
	}
}
