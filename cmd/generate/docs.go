package main

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
)

// writeErrors generates docs/errors.md from the catalogue of problems.
func writeErrors() error {
	var b strings.Builder
	b.WriteString(`<!-- Generated from server/platform/problem/catalogue.go by "make generate". Do not edit. -->
# Errors

Every refusal is a problem document (RFC 9457, ` + "`application/problem+json`" + `) with ` + "`type`, `title`, `status`, `detail`, `instance`, `code`, `resolution`" + `
and the legacy fields ` + "`ok` and `error`" + `. ` + "`resolution`" + ` is one sentence that says what to do; ` + "`type`" + ` is the address of this text for the code
(` + "`/problems/<code>`" + `; a 429 has the registered type of the RateLimit headers instead). ` + "`instance`" + ` holds the id that is also in ` + "`X-Request-Id`" + `,
the log and the audit.

| status | code | when | what to do | retry |
|---|---|---|---|---|
`)
	for _, code := range problem.Codes() {
		k := problem.Catalogue[code]
		retry := "no"
		if k.Retryable {
			retry = "yes"
		}
		fmt.Fprintf(&b, "| %d | `%s` | %s | %s | %s |\n", k.Status, code, k.Meaning, k.Action, retry)
	}
	return write("docs/errors.md", []byte(b.String()))
}

// writeConfiguration generates docs/configuration.md from the configuration
// structs.
func writeConfiguration() error {
	var b strings.Builder
	b.WriteString(`<!-- Generated from server/config/config.go by "make generate". Do not edit. -->
# Configuration

Every setting is an environment variable, or a flag of the same name. A flag takes precedence over the environment. A value that can
never work, and a variable ` + "`STOREFRONT_…`" + ` that is not listed here, is refused by name before anything starts.
` + "`DATABASE_URL_FILE=/run/secrets/url`" + `, with ` + "`_FILE`" + ` after the name of any setting, takes its value from a file: a secret is better kept there than in the environment.
`)
	for _, section := range []struct {
		title string
		value any
	}{
		{"The server (`storefront serve`)", config.Serve{}},
		{"The sandbox (`storefront serve --sandbox`)", config.Sandbox{}},
		{"The database (every command)", config.Database{}},
		{"The log (every command)", config.Log{}},
		{"The deployment that `storefront call` calls", config.Target{}},
		{"The keys of `storefront contract-test`; `storefront call` takes the first, from the environment alone", config.Keys{}},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n| environment | flag | default | what it is |\n|---|---|---|---|\n", section.title)
		writeFields(&b, reflect.TypeOf(section.value))
	}
	return write("docs/configuration.md", []byte(b.String()))
}

func writeFields(b *strings.Builder, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		if _, embedded := f.Tag.Lookup("embed"); embedded {
			writeFields(b, f.Type)
			continue
		}
		standard := f.Tag.Get("default")
		if standard != "" {
			standard = "`" + standard + "`"
		}
		fmt.Fprintf(b, "| `%s` | `--%s` | %s | %s |\n", f.Tag.Get("env"), kebab(f.Name), standard, f.Tag.Get("help"))
	}
}

// kebab converts DatabaseURL to database-url, as the command line does.
func kebab(name string) string {
	var b strings.Builder
	for i, r := range name {
		upper := r >= 'A' && r <= 'Z'
		nextLower := i+1 < len(name) && name[i+1] >= 'a' && name[i+1] <= 'z'
		previousLower := i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z'
		if upper && i > 0 && (previousLower || nextLower) {
			b.WriteByte('-')
		}
		b.WriteRune(r)
	}
	return strings.ToLower(b.String())
}
