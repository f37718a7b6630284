package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/storefront/storefront/server/platform/spelling"
)

// prefix is the prefix of the names of all settings.
const prefix = "STOREFRONT_"

// checkEnvironment refuses a variable with the prefix that is not a setting: a
// misspelt setting would be ignored silently.
func checkEnvironment(program *kong.Application, environment []string) error {
	known := settings(program.Node)
	slices.Sort(known)
	var faults []error
	for _, variable := range environment {
		name, _, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, prefix) && !slices.Contains(known, name) && !ofKubernetes.MatchString(variable) {
			faults = append(faults, fmt.Errorf("%s is not a setting; the nearest is %s", name, spelling.Nearest(name, known)))
		}
	}
	return errors.Join(faults...)
}

// settings returns the variables of a command and of its subcommands.
func settings(command *kong.Node) (names []string) {
	for _, flag := range command.Flags {
		for _, name := range flag.Envs {
			if strings.HasPrefix(name, prefix) {
				names = append(names, name)
			}
		}
	}
	for _, child := range command.Children {
		names = append(names, settings(child)...)
	}
	return names
}

// ofKubernetes matches the variables that Kubernetes sets in every container of
// a namespace for a service named storefront, or storefront-something.
var ofKubernetes = regexp.MustCompile(`^STOREFRONT_(\w+_)?(SERVICE_HOST=|SERVICE_PORT(_\w+)?=|PORT=(tcp|udp|sctp)://|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?=)`)
