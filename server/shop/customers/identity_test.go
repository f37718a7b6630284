package customers

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/test/storetest"
)

// What takes the place of a person in notes that others wrote, and that the database finds these notes.
func TestNotesThatNameSomebody(t *testing.T) {
	t.Parallel()
	conn, err := pgx.Connect(t.Context(), storetest.New(t, storetest.Empty))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	payer, one, odd, greek, cyrillic := "Holm & Søn ApS", "Cher", `O'Hara (50%_\d) Ægirsøn`, "Ελένη Παππάς", "Анна Каренина"
	rows := []db.ErasureOrdersLockRow{{ShippingName: "Freja Holm", BillingName: &payer, PhoneKey: "+4520123456"}, {ShippingName: "Freja Muñoz-Holm", PhoneKey: "+46701234567"}}
	for _, name := range []string{one, odd, greek, cyrillic, "Bo K."} {
		rows = append(rows, db.ErasureOrdersLockRow{ShippingName: name})
	}
	p := newPerson("freja.holm+1@example.com", rows)
	for said, want := range map[string]string{
		"Til Freja Holm.":                                               "Til erased.",
		"FREJA HOLM og Freja  Holm, Freja\nHolm":                        "erased og erased, erased",
		"Freja Holms pakke, Freja Holm's pakke":                         "erased pakke, erased pakke",
		"Holm, Freja ringede; Holm Freja":                               "erased ringede; erased",
		"(Freja_Holm) [freja-holm] “Freja Holm” Freja Holm😀":            "(erased) [erased] “erased” erased😀",
		"Fre\u00adja\u200b Ho\u0301lm":                                  "erased",
		"Freja Holmgaard, Alfreja Holm, Freja Holm2":                    "Freja Holmgaard, Alfreja Holm, Freja Holm2",
		"Freja og Holm; Freja":                                          "Freja og Holm; Freja",
		"Cher købte":                                                    "Cher købte",
		"HOLM & SØN APS, holm & søn aps":                                "erased, erased",
		"Freja MUNOZ HOLM, Freja Mun\u0303oz-Holm":                      "erased, erased",
		`o'hara (50%_\d) ÆGIRSØN`:                                       "erased",
		"Ohara 50 d Ægirsøn, O’Hara 5 d Ægirsøn":                        "Ohara 50 d Ægirsøn, O’Hara 5 d Ægirsøn",
		"ΕΛΕΝΗ ΠΑΠΠΑΣ, Ελένη Παππάς":                                    "erased, erased",
		"АННА КАРЕНИНА — Анна Каренина":                                 "erased — erased",
		"Bo K; Bo Kaj":                                                  "erased; Bo Kaj",
		"skriv Freja.HOLM+1@Example.com.":                               "skriv erased.",
		"<freja.holm+1@example.com>, mailto:freja.holm+1@example.com?x": "<erased>, mailto:erased?x",
		"*freja.holm+1@example.com*, -freja.holm+1@example.com-":        "*erased*, -erased-",
		"anna.freja.holm+1@example.com, freja.holm+1@example.com.au":    "anna.freja.holm+1@example.com, freja.holm+1@example.com.au",
		"freja.holm@example.com":                                        "freja.holm@example.com",
		"+45 20 12 34 56, 20123456":                                     "erased, erased",
		"0045-20-12-34-56 (+45) 20.12.34.56 (20 123 456)":               "erased erased (erased)",
		"tlf:20\u00a012\u00a034\u00a056!":                               "tlf:erased!",
		"２０１２３４５６":                                                      "erased",
		"4520123456 2 gange, 10 20123456":                               "erased 2 gange, 10 erased",
		"+46 20 12 34 56, 0046 20123456, +20123456":                     "+46 20 12 34 56, 0046 20123456, +20123456",
		"120123456, 201234567, 2012345":                                 "120123456, 201234567, 2012345",
		"+46 70-123 45 67, 0046701234567":                               "erased, erased",
		"ordre 20123456-0000-7000-8000-000000000103":                    "ordre 20123456-0000-7000-8000-000000000103",
		"erased": "erased", "": "",
		strings.Repeat("Bo K ", 200):             "erased", // three letters become six
		strings.Repeat("Bo K ", 20):              strings.Repeat("erased ", 20),
		strings.Repeat("ﷺ", 600) + " Freja Holm": strings.Repeat("ﷺ", 600) + " erased",
	} {
		got, changed := p.identity().redact(said)
		if got != want || changed != (said != want) {
			t.Errorf("%q becomes %q, want %q", said, got, want)
		}
		var found bool
		if err := conn.QueryRow(t.Context(), "SELECT note_words($1) @@ $2::text::tsquery", said, strings.Join(p.identity().queries(), " | ")).Scan(&found); err != nil || changed && !found {
			t.Errorf("%q is found: %v, %v", said, found, err)
		}
		var public bool
		err := conn.QueryRow(t.Context(), `SELECT lower($1 COLLATE "C") LIKE ANY($2::text[]) OR $1 ~ $3::text`, said, p.patterns(), p.numbers()).Scan(&public)
		if plain := !strings.ContainsAny(said, "\u00ad２"); err != nil || changed && plain && !public {
			t.Errorf("%q is found in public: %v, %v", said, public, err)
		}
	}
}
