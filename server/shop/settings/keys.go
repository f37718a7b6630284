package settings

// The keys of the switches.
const (
	Checkout        = "checkout"
	Campaigns       = "campaigns"
	TypoSearch      = "typo_search"
	AgentWrites     = "agent_writes"
	StorefrontPages = "storefront_pages"
)

// feature describes a switch. Nothing of it is in the database, except whether it
// differs from the default.
type feature struct {
	key         string
	label       string
	description string // what it does while it is off
	on          bool   // in a new shop
	dependsOn   []string
}

// all are the switches, in the order in which they are listed.
var all = []feature{
	{Checkout, "Checkout", "Off: no cart can be made, read or changed, and no order be made of one; other operations on orders go on.", true, nil},
	{Campaigns, "Campaigns", "Off: no campaign can be created; those that exist go on.", true, []string{Checkout}},
	{TypoSearch, "Similar spelling", "Off: a search whose words match nothing finds nothing; no similar spelling is tried.", true, nil},
	{AgentWrites, "Writes by agents", "Off: every write over MCP is refused, features.set too; REST switches it on again.", true, nil},
	{StorefrontPages, "Public pages", "Off: the HTML pages of the storefront are not served; documents and the API are.", true, nil},
}

func find(key string) (feature, bool) {
	for _, f := range all {
		if f.key == key {
			return f, true
		}
	}
	return feature{}, false
}
