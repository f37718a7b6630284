package mcp_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/servertest"
)

// A text names another tool as the list does.
func TestTextsNameToolsAsTheyAreListed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	name := regexp.MustCompile(`\b[a-z]+[._][a-z_]+\b`)
	for query, separator := range map[string]string{"": "_", "names=dotted": "."} {
		named := 0
		for _, tool := range listToolsAt(t, s, key, query).Tools {
			text := strings.TrimPrefix(tool.Description, tool.Meta.Operation+": ") + string(tool.InputSchema) + string(tool.OutputSchema)
			for _, word := range name.FindAllString(text, -1) {
				op := s.Contract.Named(word)
				if op == nil {
					continue
				}
				named++
				if !strings.Contains(word, separator) || separator == "_" && word == op.Name {
					t.Errorf("%s names %s", tool.Name, word)
				}
			}
		}
		if named < 20 {
			t.Errorf("%q: %d names", query, named)
		}
	}
}

// A field that a model is given without a description is explained by that of its tool: its unit, and what it does.
func TestTheToolSaysWhatItsFieldsDoNot(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	said := 0
	for _, tool := range listTools(t, s, s.Key(t, "all")).Tools {
		schema := string(tool.InputSchema)
		for field, want := range map[string]string{
			`"(fromDate|updatedSince|validUntil|startsAt|estDeliveryFrom)"`: `\bUTC\b|same filters`,
			`"\w*(Dkk|Oere|[vV]alue)"`:                                      `\bore\b`,
			`"cursor"`:                                                      "(?i)next.*cursor",
			`"offset"`:                                                      "`offset`",
			`"expectedUpdatedAt"`:                                           "409 `version_conflict`",
			`"expectedStatus"`:                                              "409 `order_changed`.*`expectedStatus`",
			`"dryRun"`:                                                      "`dryRun",
		} {
			if !regexp.MustCompile(field + ":{").MatchString(schema) {
				continue
			}
			said++
			if !regexp.MustCompile("(?s)" + want).MatchString(tool.Description) {
				t.Errorf("%s has a field like %s and does not say %s: %s", tool.Name, field, want, tool.Description)
			}
		}
	}
	if said < 40 {
		t.Errorf("%d fields were found", said)
	}
}

// A model is told about the shop, and which day it is, when a session opens.
func TestTheInstructionsTellOfTheShopAndTheDay(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := servertest.New(t, servertest.Options{Clock: clock.Now})
	opened := func() []string {
		return []string{
			string(s.NewestMCP(t, "", "server/discover", object{}).Result),
			string(s.MCP(t, "", "initialize", object{
				"protocolVersion": "2025-11-25", "capabilities": object{}, "clientInfo": object{"name": "test", "version": "1"},
			}).Result),
		}
	}
	for range 2 {
		for _, result := range opened() {
			for _, want := range []string{"Danish", "DKK", "Europe/Copenhagen", "retryAfter", clock.Now().UTC().Format("2006-01-02")} {
				if !strings.Contains(result, want) {
					t.Errorf("%s is not in %s", want, result)
				}
			}
		}
		clock.Advance(25 * time.Hour)
	}
}
