package mcp

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// instructions tell a model about the service and the shop, before it calls a
// tool.
const instructions = `A Danish shop run by software agents. Names and texts are in Danish, so search in Danish; the currency is DKK. ` +
	`Money is a whole number of ore (1/100 krone), also in fields named Dkk: 53895 is 538.95 kroner. ` +
	`Times are UTC; the shop's own day is that of Europe/Copenhagen. ` +
	`A refusal is a problem document whose "resolution" says what to do next. ` +
	`Calls are limited: a call beyond the limit is refused with "retryAfter", the seconds to wait. ` +
	`Without a key only the public catalogue and pages are open; send "Authorization: Bearer <key>" for the rest. ` +
	`Today is `

// instruct adds the instructions to the results of the methods that open a
// session. A model does not know the date otherwise.
func (e *Endpoint) instruct(result mcp.Result) {
	switch r := result.(type) {
	case *mcp.InitializeResult:
		r.Instructions = e.instructionsOfToday()
	case *mcp.DiscoverResult:
		r.Instructions = e.instructionsOfToday()
	}
}

func (e *Endpoint) instructionsOfToday() string {
	return instructions + e.clock().UTC().Format("Monday, 2006-01-02 (UTC).")
}
