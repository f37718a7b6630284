package customers

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/test/storetest"
)

// The arguments of calls that mean a person, and of those that do not, by the rules of
// the program and by those of the database, which finds at least the same.
func TestMentions(t *testing.T) {
	t.Parallel()
	conn, err := pgx.Connect(t.Context(), storetest.New(t, storetest.Empty))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	payer, tracking := "Østergård ApS", "ZQ-12345-DK"
	p := newPerson("søren.muñoz@example.com", []db.ErasureOrdersLockRow{{
		ShippingName: "Søren Muñoz Groß", ShippingAddress: "Åvej 7, 2. tv.", BillingName: &payer, PhoneKey: "+4520123456", TrackingNumber: &tracking,
	}})
	p.addIDs("01994f5e-0000-7000-8000-000000000103")
	for args, want := range map[string]bool{
		`{"text":"Skriv til søren.muñoz@example.com."}`:                             true,
		`{"text":"SØREN.MUÑOZ@EXAMPLE.COM"}`:                                        true,
		`{"text":"Skriv til:\nsøren.muñoz@example.com\tnu"}`:                        true,
		`{"text":"[søren.muñoz@example.com]"}`:                                      true,
		`{"text":"*søren.muñoz@example.com*, {søren.muñoz@example.com}"}`:           true,
		`{"text":"“søren.muñoz@example.com”"}`:                                      true,
		`{"text":"s\u00f8ren.mun\u0303oz\u0040example.com"}`:                        true,
		`{"truncated":"{\"text\":\"\\u0073\\u00F8ren.mu\\u00f1oz@example.com\\n"}`:  true,
		`{"text":"anna.søren.muñoz@example.com"}`:                                   false,
		`{"text":"søren.muñoz@example.com.au"}`:                                     false,
		`{"cartId":"01994f5e-0000-7000-8000-000000000103","email":"x@example.com"}`: true,
		`{"cartId":"01994f5e-0000-7000-8000-000000000104"}`:                         false,
		`{"phone":"0045-20-12-34-56"}`:                                              true,
		`{"phone":"tlf. 20123456"}`:                                                 true,
		`{"text":"ring 0045-20-12-34-56 nu"}`:                                       true,
		`{"text":"ring\n20123456"}`:                                                 true,
		`{"amountOere":20123456}`:                                                   false,
		`{"amountOere": 20123456, "x":[]}`:                                          false,
		`{"text":"20123456","email":"x@example.com"}`:                               false,
		`{"fromDate":"2012-12-31T00:00Z"}`:                                          false,
		`{"id":"20123456-0000-7000-8000-000000000103"}`:                             false,
		`{"q":"søren muñoz"}`:                                                       true,
		`{"q":"SOEREN MUNOZ"}`:                                                      true,
		`{"q":"sor mu"}`:                                                            true,
		`{"q":"gross soren"}`:                                                       true,
		`{"q":"groß-muñoz"}`:                                                        true,
		`{"q":"hvor bor soren gro i dag"}`:                                          true,
		`{"q":"ostergaard aps"}`:                                                    true,
		`{"q":"mun\u0303oz s\u00f8ren"}`:                                            true,
		`{"q":"åvej sør"}`:                                                          true,
		`{"q":"søren"}`:                                                             false,
		`{"q":"søren søren"}`:                                                       false,
		`{"q":"søren hansen"}`:                                                      false,
		`{"q":"oren unoz"}`:                                                         false,
		`{"q":"søren muñoz x@example.com"}`:                                         false,
		`{"q":"zq12345dk"}`:                                                         true,
		`{"q":"pakke ZQ-12345-DK"}`:                                                 true,
		`{"q":"ZQ\t12345\tDK"}`:                                                     true,
		`{"q":"12345"}`:                                                             false,
		`[]`:                                                                        false,
		`{"q":"","email":"","phone":"","text":"\\ \" \/ \ud83d\ude00 \\u0000"}`:     false,
	} {
		var found []string
		if err := conn.QueryRow(t.Context(), "SELECT audit_mentions($1::text::json)", args).Scan(&found); err != nil {
			t.Errorf("%s: %v", args, err)
			continue
		}
		candidate := slices.ContainsFunc(p.mentions(), func(m string) bool { return slices.Contains(found, m) })
		if got := p.isMeantBy(args); got != want || want && !candidate {
			t.Errorf("%s means the person: %t, found: %t, want %t: %q", args, got, candidate, want, found)
		}
		text := plainText(unescape(args))
		for _, mention := range slices.Concat(emailsIn(text), phonesIn(text)) {
			if !slices.Contains(found, mention) {
				t.Errorf("%s: the database does not find %q: %q", args, mention, found)
			}
		}
		for _, mention := range found {
			if strings.HasPrefix(mention, "+45") && !slices.Contains(phonesIn(text), mention) && !strings.Contains(args, `"phone"`) {
				t.Errorf("%s: the database alone finds %q", args, mention)
			}
		}
	}
}

// Every operation that takes a name, an address, tracking or free text, by which nobody is
// found in the index of the audit, is one whose cut off arguments are looked at.
func TestCutOffTools(t *testing.T) {
	t.Parallel()
	type body struct {
		Ref        string `json:"$ref"`
		Properties map[string]json.RawMessage
	}
	var contract struct {
		Paths map[string]map[string]struct {
			OperationID string
			RequestBody struct {
				Content map[string]struct{ Schema body }
			}
		}
		Components struct{ Schemas map[string]body }
	}
	if err := json.Unmarshal(gen.OpenAPIJSON(), &contract); err != nil {
		t.Fatal(err)
	}
	indexed := []string{"email", "phone", "phoneNumber"}
	var want []string
	for _, methods := range contract.Paths {
		for _, op := range methods {
			b := op.RequestBody.Content["application/json"].Schema
			if b.Ref != "" {
				b = contract.Components.Schemas[strings.TrimPrefix(b.Ref, "#/components/schemas/")]
			}
			for name := range b.Properties {
				if personalFields[name] && !slices.Contains(indexed, name) && !slices.Contains(want, op.OperationID) {
					want = append(want, op.OperationID)
				}
			}
		}
	}
	slices.Sort(want)
	if got := slices.Sorted(slices.Values(cutOffTools)); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// The operations with a text that those who run the shop write for themselves (x-note) are those by whose rows the index of
// notes finds people.
func TestEveryNoteIsFound(t *testing.T) {
	t.Parallel()
	conn, err := pgx.Connect(t.Context(), storetest.New(t, storetest.Empty))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var index string
	if err := conn.QueryRow(t.Context(), "SELECT pg_get_indexdef('audit_log_notes'::regclass) || pg_get_indexdef('audit_log_payment_notes'::regclass)").Scan(&index); err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(gen.OpenAPIJSON())
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for path, item := range doc.Paths.Map() {
		if item.Post == nil || item.Post.RequestBody == nil || !strings.HasPrefix(path, contract.ToolPath) {
			continue
		}
		for name, field := range item.Post.RequestBody.Value.Content["application/json"].Schema.Value.Properties {
			if field.Value.Extensions["x-note"] != true || item.Post.OperationID == "approvals.decide" { // that has few rows, and needs no index
				continue
			}
			found++
			if !strings.Contains(index, "'"+item.Post.OperationID+"'") {
				t.Errorf("%s has the note %s: audit_log_notes and the queries of customer_notes.sql do not find it, or what repeats it", item.Post.OperationID, name)
			}
		}
	}
	if found < 4 {
		t.Errorf("%d notes", found)
	}
}
