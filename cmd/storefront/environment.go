package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
)

// prefix is the prefix of the names of all settings.
const prefix = "STOREFRONT_"

// checkEnvironment refuses a variable with the prefix that is not a setting: a
// misspelt setting would be ignored silently.
func checkEnvironment(program *kong.Application, environment []string) error {
	known := slices.DeleteFunc(settings(program.Node), func(name string) bool { return !strings.HasPrefix(name, prefix) })
	var faults []error
	for _, variable := range environment {
		name, _, _ := strings.Cut(variable, "=")
		name = strings.TrimSuffix(name, inFile)
		if strings.HasPrefix(name, prefix) && !slices.Contains(known, name) && !ofKubernetes.MatchString(variable) {
			faults = append(faults, fmt.Errorf("%s is not a setting; the nearest is %s", name, text.Nearest(name, known)))
		}
	}
	return errors.Join(faults...)
}

// inFile is the suffix of a variable that names a file with the value of a setting.
const inFile = "_FILE"

// filedSettings are the values of settings that were read from files, by the variables that name the files.
type filedSettings map[string]string

// readFiles sets the settings whose values are in files, where a secret is better kept than in the
// environment: DATABASE_URL_FILE=/run/credentials/database-url.
func readFiles(program *kong.Application) (filedSettings, error) {
	values := filedSettings{}
	var faults []error
	for _, name := range settings(program.Node) {
		if path := os.Getenv(name + inFile); path != "" {
			faults = append(faults, values.read(name, path))
		}
	}
	return values, errors.Join(faults...)
}

func (f filedSettings) read(name, path string) error {
	if os.Getenv(name) != "" {
		return fmt.Errorf("%s and %s are both set: leave one out", name, name+inFile)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("%s: %w", name+inFile, err)
	}
	f[name+inFile] = strings.TrimRight(string(content), "\r\n")
	return os.Setenv(name, f[name+inFile])
}

// redact returns the text of an error without the contents of files, one of which may be the wrong file, and
// without what it repeats of DATABASE_URL.
func (f filedSettings) redact(err error) string {
	const shortest = 8 // that is searched without its quotes: 1 is in many texts
	text := store.Printable(err.Error())
	for _, variable := range slices.Sorted(maps.Keys(f)) {
		quoted := strconv.Quote(f[variable])
		for _, value := range append([]string{quoted, quoted[1 : len(quoted)-1], f[variable]}, strings.Split(f[variable], "\n")...) {
			if len(value) >= shortest || value == quoted {
				text = strings.ReplaceAll(text, value, "the content of "+variable)
			}
		}
	}
	return text
}

// settings returns the variables of a command and of its subcommands, each once.
func settings(command *kong.Node) (names []string) {
	for _, flag := range command.Flags {
		names = append(names, flag.Envs...)
	}
	for _, child := range command.Children {
		names = append(names, settings(child)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// ofKubernetes matches the variables that Kubernetes sets in every container of
// a namespace for a service named storefront, or storefront-something.
var ofKubernetes = regexp.MustCompile(`^STOREFRONT_(\w+_)?(SERVICE_HOST=|SERVICE_PORT(_\w+)?=|PORT=(tcp|udp|sctp)://|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?=)`)
