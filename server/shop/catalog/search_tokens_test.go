package catalog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

// Every way to write a word, with or without a hyphen or an apostrophe and with or without a blank between letter
// and digit, finds the same products.
func TestEverySpellingOfAWordFindsTheSame(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Kabel 10m", "Snor 10 m", "Rør 10 mm", "Bånd 1,5 m", "Liste 1.5m", "Stang 15 m", "Ram 16GB", "Ram 16 GB", "Wi-Fi", "WiFi", "Wide Film",
		"iPhone15", "iPhone 15", "O'Neill", "Oneill", "USB-C", "USBC", "Tv 4K", "Tv 4 K", "Papir A4", "3-i-1", "3i1", "L’Oréal", "Loreal")
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for _, same := range []struct{ spellings, want []string }{
			{[]string{"10m", "10 m", "10-m"}, []string{"Kabel 10m", "Snor 10 m"}},
			{[]string{"1,5 m", "1.5m", "1.5 m", "1,5m"}, []string{"Bånd 1,5 m", "Liste 1.5m"}},
			{[]string{"15m", "15 m"}, []string{"Stang 15 m"}},
			{[]string{"16gb", "16 gb", "16-GB"}, []string{"Ram 16 GB", "Ram 16GB"}},
			{[]string{"wifi", "wi-fi", "Wi-Fi", "wi\u2011fi"}, []string{"Wi-Fi", "WiFi"}},
			{[]string{"iphone15", "iPhone 15", "iphone-15"}, []string{"iPhone 15", "iPhone15"}},
			{[]string{"oneill", "O'Neill", "o’neill", "o neill"}, []string{"O'Neill", "Oneill"}},
			{[]string{"usb-c", "usbc", "usb c"}, []string{"USB-C", "USBC"}},
			{[]string{"4k", "4 K", "4-k"}, []string{"Tv 4 K", "Tv 4K"}},
			{[]string{"a4", "A-4"}, []string{"Papir A4"}},
			{[]string{"3-i-1", "3i1", "3 i 1"}, []string{"3-i-1", "3i1"}},
			{[]string{"l'oréal", "loreal", "L’Oreal", "l′oréal"}, []string{"Loreal", "L’Oréal"}},
			{[]string{"wi–fi", "wi\u2212fi", "wi\uff0dfi"}, []string{"Wi-Fi", "WiFi"}},
		} {
			for _, q := range same.spellings {
				got := named(t, s, object{"q": q})
				if slices.Sort(got); !slices.Equal(got, same.want) {
					t.Errorf("%q finds %q, want %q", q, got, same.want)
				}
			}
		}
	})
}

// Numbers stay what they are, and a word beside one may be misspelt.
func TestNumbersMakeNoOthers(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Lasertoner 7", "Plade 1,5-2 zm", "Plade 1,52 zm", "Plade 31,5 zm", "Kode 7712-3434", "Kode 77123434")
	want := map[string][]string{
		"1,52 zm": {"Plade 1,52 zm"}, "1.52zm": {"Plade 1,52 zm"}, "31,5 zm": {"Plade 31,5 zm"}, "3 1,5 zm": {}, "7712-3434": {"Kode 7712-3434", "Kode 77123434"}, "7712 3434": {"Kode 7712-3434"},
		"lasertonner7": {"Lasertoner 7"}, "lasertonner 7": {"Lasertoner 7"}, "lasertonner-7": {"Lasertoner 7"},
	}
	wantFound(t, s, want)
}

// What is written apart everywhere is found by who writes it with a hyphen, if nothing else is.
func TestAHyphenThatNobodyWrites(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Kabel USB C", "Ray Ban Aviator")
	wantFound(t, s, map[string][]string{"usb-c": {"Kabel USB C"}, "ray-ban": {"Ray Ban Aviator"}, "ray-ban aviator": {"Ray Ban Aviator"}})
}

// A word comes before others that have its parts.
func TestAWordRanksAboveItsParts(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "A 4 A 4", "Ark A4 til en lang printer")
	if got := named(t, s, object{"q": "a4"}); !slices.Equal(got, []string{"Ark A4 til en lang printer", "A 4 A 4"}) {
		t.Errorf("%q", got)
	}
}

// All spellings match, and what is spelled as in the query comes before what is not.
func TestTheSpellingOfTheQueryComesFirst(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Skal til telefon", "Skål i glas", "Skaal af træ", "Far og søn", "Får af uld", "Løber til bord", "Lober fra Italien", "Creme til hænder", "Crème brûlée",
		"Hus aar2001", "Hus ar2001", "Hus år2001", "Skab på hjul til plade", "Skab pa plade", "Café Qvist", "Cafe Qvist", "Kop qvaal", "Kop qvål til te")
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for q, want := range map[string][2]string{
			"skål": {"Skål i glas", "Skal til telefon"}, "skal": {"Skal til telefon", "Skål i glas"}, "SKÅL": {"Skål i glas", "Skal til telefon"}, "skaal": {"Skaal af træ", "Skål i glas"},
			"får": {"Får af uld", "Far og søn"}, "far": {"Far og søn", "Får af uld"}, "løber": {"Løber til bord", "Lober fra Italien"}, "lober": {"Lober fra Italien", "Løber til bord"},
			"crème": {"Crème brûlée", "Creme til hænder"}, "år2001": {"Hus år2001", "Hus ar2001"}, "hus år2001": {"Hus år2001", "Hus aar2001"}, "ar2001": {"Hus ar2001", "Hus år2001"},
			"på plade": {"Skab på hjul til plade", "Skab pa plade"}, "plade pa": {"Skab pa plade", "Skab på hjul til plade"}, "Café Qvist": {"Café Qvist", "Cafe Qvist"},
			"Cafe Qvist": {"Cafe Qvist", "Café Qvist"}, "qvål": {"Kop qvål til te", "Kop qvaal"}, "creme": {"Creme til hænder", "Crème brûlée"},
		} {
			if got := named(t, s, object{"q": q}); got[0] != want[0] || !slices.Contains(got, want[1]) {
				t.Errorf("%q finds %q, want %q first", q, got, want)
			}
		}
	})
}

// The product whose name is the query comes first, however well others match.
func TestTheNameThatIsTheQueryComesFirst(t *testing.T) {
	t.Parallel()
	s := servertest.NewEmpty(t)
	key := s.Key(t, "products:write,categories:write")
	create := func(category, slug, name string, more object) {
		s.OK(t, key, "products.create", servertest.With(servertest.ProductIn(category, slug), servertest.With(object{"name": name}, more)), nil)
	}
	s.OK(t, key, "categories.upsert", object{"slug": "kabel", "name": "Kabel"}, nil)
	s.OK(t, key, "categories.upsert", object{"slug": "andet", "name": "Andet"}, nil)
	for i := range 8 {
		create("kabel", fmt.Sprintf("kabel-%d", i), fmt.Sprintf("Kabel til kabel %d", i), object{"brand": "Kabel", "description": "Kabel, kabel og kabel: kabel."})
	}
	create("andet", "rent", "Kabel", object{"description": "Sort og lang."})
	create("andet", "langt", "Et langt kabel: 10 m (Wi-Fi), «sort»", nil)
	create("kabel", "tvilling-a", "Kabel til Tvilling", object{"description": "Sort og lang."})
	create("kabel", "tvilling-b", "Kabel til tvilling", object{"description": "Tvilling, tvilling, tvilling."})
	create("kabel", "tvilling-c", "Kabel til tvilling og kabel til tvilling", object{"description": "Kabel til tvilling."})
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for _, q := range []string{"Kabel", "kabel", " KABEL ", "Et langt kabel: 10 m (Wi-Fi), «sort»", "Kabel til kabel 3"} {
			if got := named(t, s, object{"q": q}); !strings.EqualFold(got[0], strings.TrimSpace(q)) {
				t.Errorf("%q finds %q", q, got)
			}
		}
		twins := named(t, s, object{"q": "Kabel til tvilling", "limit": 3})
		if !strings.EqualFold(twins[0], "Kabel til tvilling") || !strings.EqualFold(twins[1], "Kabel til tvilling") {
			t.Errorf("%q", twins)
		}
		if got := named(t, s, object{"q": "Kabel", "brand": "Kabel"}); len(got) != 8 || slices.Contains(got, "Kabel") {
			t.Errorf("with a filter %q", got)
		}
		var all []string
		for offset := 0; offset < 14; offset += 3 {
			all = append(all, named(t, s, object{"q": "kabel", "limit": 3, "offset": offset})...)
		}
		if len(all) != 13 || all[0] != "Kabel" || slices.Index(all[1:], "Kabel") >= 0 {
			t.Errorf("in pages %q", all)
		}
	})
}

// Names are in the order of the Danish alphabet, in which Aa at the beginning of a word is Å.
func TestNamesAreInDanishOrder(t *testing.T) {
	t.Parallel()
	want := []string{"AA-batteri", "AAA batterier", "AAAbatteri", "Abe", "Hotel Zonen", "Hotel Aabenraa", "Ved Zoo", "Ved Aa", "Zebra", "Æble", "Øl", "Aa", "Aabenraa", "Aalborg",
		"Ålekrog", "Aarhus"}
	names := slices.Clone(want)
	slices.Reverse(names)
	s := wordShop(t, names...)
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		if got := named(t, s, object{"sort": "name"}); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// What a program before has stored is stored anew, before long, and is no change of the product.
func TestWhatAProgramBeforeHasStored(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Router Wi-Fi", "Aabenraa", "Slettet Wi-Fi")
	key := s.Key(t, "all")
	var many []object
	for i := range 250 {
		many = append(many, servertest.With(servertest.ProductIn("ting", fmt.Sprintf("mange-%03d", i)), object{"name": fmt.Sprintf("Kort 16GB %d", i)}))
	}
	s.OK(t, key, "products.bulk_upsert", object{"items": many, "mode": "all_or_nothing"}, nil)
	s.OK(t, key, "products.delete", object{"slug": "pc", "confirm": true}, nil)
	s.OK(t, key, "pages.upsert", object{"slug": "aa", "title": "Aarhus", "body": "En lang tekst.", "status": "published"}, nil)
	s.OK(t, key, "services.create", object{"slug": "aa", "title": "Ny Aagade", "body": "En lang tekst.", "status": "published"}, nil)
	s.OK(t, key, "categories.upsert", object{"slug": "aa", "name": "Aa-mål"}, nil)
	const stored = `SELECT string_agg(search::text || name_sort, ' ' ORDER BY id) || (SELECT string_agg(search::text || name_sort, ' ' ORDER BY id) FROM categories)
		|| (SELECT string_agg(title_sort, ' ') FROM pages) || (SELECT string_agg(title_sort, ' ') FROM services) FROM products`
	want := servertest.One[string](t, s, stored)
	updated := s.Product(t, "pb").UpdatedAt
	s.Execute(t, `UPDATE products SET search = to_tsvector('simple', name); UPDATE products SET name_sort = 'aabenraa' WHERE slug = 'pb';
		UPDATE categories SET search = to_tsvector('simple', name), name_sort = lower(name); UPDATE pages SET title_sort = lower(title); UPDATE services SET title_sort = lower(title)`)
	for range 2 {
		s.RunJobs(t)
		if got := servertest.One[string](t, s, stored); got != want {
			t.Errorf("stored are %.400s, want %.400s", got, want)
		}
	}
	if now := s.Product(t, "pb").UpdatedAt; now != updated {
		t.Errorf("updated at %v, was %v", now, updated)
	}
	database := s.Beside(t, servertest.Options{Unaided: true})
	if got := named(t, database, object{"q": "wifi"}); !slices.Equal(got, []string{"Router Wi-Fi"}) {
		t.Errorf("%q", got)
	}
}
