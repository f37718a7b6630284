package content

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
)

// RedirectsImport creates and changes the redirects of a CSV text: all of them, or
// none if a line is wrong.
func (h Redirects) RedirectsImport(ctx context.Context, req api.RedirectsImportRequestObject) (api.RedirectsImportResponseObject, error) {
	dryRun, err := problem.DryRun(req.Body.DryRun, req.Body.Confirm)
	if err != nil {
		return nil, err
	}
	text, err := readCSV(req.Body.Csv)
	if err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.RedirectsImportResponseObject, error) {
		live, err := lockRedirects(ctx, tx)
		if err != nil {
			return nil, err
		}
		faults := slices.Concat(text.faults, findLoops(call.From(ctx).BaseURL, text.lines, live))
		slices.SortStableFunc(faults, func(a, b api.RedirectFault) int { return int(a.Line - b.Line) })
		result := api.RedirectsImportResult{DryRun: dryRun, Valid: int64(text.count - len(faults)), Errors: append([]api.RedirectFault{}, faults...),
			Redirects: []api.ImportedRedirect{}}
		if err := checkLimit(text.lines, live); err != nil {
			return nil, err
		}
		if !dryRun && len(faults) == 0 {
			err = writeRedirects(ctx, tx, text.lines, live, &result)
		}
		return api.RedirectsImport200JSONResponse{Ok: true, Result: result}, err
	})
}

// writeRedirects creates the redirects that do not exist and changes those that differ, and
// adds them to the result. Each has a row in the audit, with its own line
// instead of the whole text.
func writeRedirects(ctx context.Context, tx *store.Tx, lines []redirectLine, live map[string]db.Redirect, result *api.RedirectsImportResult) error {
	const mostShown = 100
	changes := db.RedirectsWriteParams{At: tx.Now}
	for _, l := range lines {
		was, known := live[l.from]
		if known && was.ToPath == l.to && was.Status == l.status {
			continue
		}
		is, before := db.Redirect{ID: tx.NewID(), FromPath: l.from, ToPath: l.to, Status: l.status}, (*db.Redirect)(nil)
		if known {
			is.ID, before = was.ID, &was
		}
		changes.Ids, changes.FromPaths = append(changes.Ids, is.ID), append(changes.FromPaths, is.FromPath)
		changes.ToPaths, changes.Statuses = append(changes.ToPaths, is.ToPath), append(changes.Statuses, is.Status)
		e := redirectEntry(before, &is)
		var err error
		if e.Args, err = json.Marshal(api.RedirectsImportRequest{Csv: l.csv(), Confirm: new(true)}); err != nil {
			return err
		}
		if err := tx.Audit(e); err != nil {
			return err
		}
		if len(result.Redirects) < mostShown {
			result.Redirects = append(result.Redirects, api.ImportedRedirect{
				FromPath: is.FromPath, ToPath: is.ToPath, Status: int64(is.Status), Url: call.From(ctx).BaseURL + is.FromPath,
			})
		}
	}
	if result.Imported = int64(len(changes.Ids)); result.Imported == 0 {
		return nil
	}
	return tx.RedirectsWrite(ctx, changes)
}

// redirectLine is a redirect of an import.
type redirectLine struct {
	number   int // from 1
	from, to string
	status   int32
}

// csv returns the line as an import reads it.
func (l *redirectLine) csv() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write([]string{l.from, l.to, strconv.Itoa(int(l.status))}) // a strings.Builder takes everything
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

// parsedCSV is a CSV text that was read.
type parsedCSV struct {
	lines  []redirectLine
	faults []api.RedirectFault
	count  int // of the redirects, wrong ones too
}

// lineEnds are those of Windows and of old Macs.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// readCSV reads the lines of a CSV text. Its error refuses one with too many.
func readCSV(text string) (parsedCSV, error) {
	r := csv.NewReader(strings.NewReader(lineEnds.Replace(text)))
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	var all parsedCSV
	seen := map[string]int{}
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if all.count == maxRedirects {
			return all, problem.Invalid("/csv", schema.CodeMaxItems, fmt.Sprintf("must have at most %d redirects", maxRedirects),
				fmt.Sprintf(`Set "csv" to at most %d lines.`, maxRedirects), schema.Correction{Do: schema.Shorten, Count: maxRedirects})
		}
		if wrong, ok := errors.AsType[*csv.ParseError](err); ok { // what follows cannot be told apart
			all.count++
			all.addFault(wrong.Line, "This is no CSV: %v; the lines from here on were not read.", wrong.Err)
			return all, nil
		}
		number, _ := r.FieldPos(0)
		if len(seen) == 0 && all.count == 0 && isHeader(fields) {
			continue
		}
		all.count++
		l, reason := parseFields(fields)
		if before := seen[l.from]; reason == "" && before > 0 {
			reason = fmt.Sprintf("fromPath %q stands in line %d already.", l.from, before)
		}
		if reason != "" {
			all.addFault(number, "%s", reason)
			continue
		}
		l.number, seen[l.from] = number, number
		all.lines = append(all.lines, l)
	}
}

func (l *parsedCSV) addFault(number int, format string, args ...any) {
	l.faults = append(l.faults, api.RedirectFault{Line: int64(number), Reason: fmt.Sprintf(format, args...)})
}

// isHeader reports whether the fields of the first line are their names.
func isHeader(fields []string) bool {
	for i, names := range [][]string{{"frompath", "redirect from"}, {"topath", "redirect to"}, {"status"}} { // ours, Shopify's
		if i < len(fields) && !slices.Contains(names, strings.ToLower(strings.TrimSpace(fields[i]))) {
			return false
		}
	}
	return len(fields) == 2 || len(fields) == 3
}

// parseFields returns the redirect of a line, or why it is none.
func parseFields(fields []string) (l redirectLine, reason string) {
	for i := range fields {
		fields[i] = text.Trim(text.Visible(fields[i]))
	}
	if len(fields) == 1 && strings.ContainsAny(fields[0], ";\t|") {
		return l, "The fields are not separated by commas; a line is fromPath,toPath or fromPath,toPath,status."
	}
	if len(fields) != 2 && len(fields) != 3 {
		return l, fmt.Sprintf("There are %d fields; a line is fromPath,toPath or fromPath,toPath,status.", len(fields))
	}
	if l.from, reason = fromPath(fields[0]); reason != "" {
		return l, reason
	}
	if l.to, reason = toPath(fields[1]); reason != "" {
		return l, reason
	}
	l.status = 301
	if len(fields) == 3 && fields[2] != "" {
		status, err := strconv.Atoi(fields[2])
		if l.status = int32(status); err != nil || status != 301 && status != 302 && status != 307 && status != 308 {
			return l, fmt.Sprintf("status must be 301, 302, 307 or 308, not %.20q.", fields[2])
		}
	}
	return l, ""
}

// fromPath returns the one spelling of the path of a redirect, or why it cannot be
// one.
func fromPath(text string) (path, reason string) {
	if len([]rune(text)) > maxFromLength {
		return "", fmt.Sprintf("fromPath has over %d characters.", maxFromLength)
	}
	u, ok := parseLocal(text)
	switch {
	case !ok:
		return "", fmt.Sprintf("fromPath must be a path such as /old-page, without a host, not %q.", text)
	case strings.ContainsAny(text, "?#"):
		return "", fmt.Sprintf("fromPath must be a path alone, without ? and #, not %q.", text)
	case isReserved(u.Path):
		return "", fmt.Sprintf("fromPath %q is served by the shop itself.", text)
	}
	return (&url.URL{Path: u.Path}).EscapedPath(), ""
}

// parseLocal parses an address that begins with a path of the shop. A browser reads
// "//host" and "/\host" as another host, and resolves "." and "..".
func parseLocal(text string) (*url.URL, bool) {
	if !strings.HasPrefix(text, "/") || strings.HasPrefix(text, "//") || strings.ContainsAny(text, "\\ \t\r\n") {
		return nil, false
	}
	u, err := url.Parse(text)
	if err != nil || u.RawPath != "" && strings.Contains(strings.ToLower(u.RawPath), "%2f") {
		return nil, false
	}
	for segment := range strings.SplitSeq(u.Path, "/") {
		if segment == "." || segment == ".." || strings.ContainsAny(segment, "\\\x00") {
			return nil, false
		}
	}
	return u, true
}

// toPath returns the one spelling of where a redirect leads, or why it cannot lead
// there.
func toPath(text string) (address, reason string) {
	if len([]rune(text)) > maxToLength {
		return "", fmt.Sprintf("toPath has over %d characters.", maxToLength)
	}
	if u, ok := parseLocal(text); ok {
		return u.String(), ""
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || strings.Contains(text, `\`) {
		return "", fmt.Sprintf("toPath must be a path or an https URL, not %q.", text)
	}
	return u.String(), ""
}

// The lengths of paths and addresses, in characters as sent. A percent-encoded
// path is up to three times as long.
const (
	maxFromLength = 500
	maxToLength   = 2000
)

func isReserved(path string) bool {
	return slices.Contains(ownPages, path) || slices.ContainsFunc(reserved, func(r string) bool { return path == r || strings.HasPrefix(path, r+"/") })
}

// reserved are the paths of the API and its documents. A test compares them with
// the contract.
var reserved = []string{
	"/.well-known", "/admin", "/api", "/assets", "/docs", "/favicon.ico", "/feeds", "/healthz", "/hooks", "/images", "/llms.txt", "/openapi", "/openapi.json", "/openapi.yaml", "/paid", "/pay", "/pictures", "/previews", "/problems",
	"/products.jsonl.gz", "/readyz", "/robots.txt", "/sitemap.xml", "/sitemaps",
}

// ownPages are the pages that a shop always has.
var ownPages = []string{"/", "/products", "/services"}
