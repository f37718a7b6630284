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

// prefix begins the name of every variable that is the service's own.
const prefix = "STOREFRONT_"

// checkEnvironment refuses a variable that begins like a setting and is none: a
// setting that is misspelt would be ignored in silence.
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

// settings returns the variables of a command and of those below it.
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

// ofKubernetes are the variables that Kubernetes sets for a service that is
// called storefront, or storefront-something, in every container beside it.
var ofKubernetes = regexp.MustCompile(`^STOREFRONT_(\w+_)?(SERVICE_HOST=|SERVICE_PORT(_\w+)?=|PORT=(tcp|udp|sctp)://|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?=)`)
