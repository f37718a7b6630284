package contracttest

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
)

var (
	policyForm = regexp.MustCompile(`^("[^"]+");q=([0-9]+);w=([0-9]+)$`)
	limitForm  = regexp.MustCompile(`^("[^"]+");r=([0-9]+);t=([0-9]+)$`)
)

// limitFaults returns how the headers about limits contradict each other. That
// they are there is a matter of the contract.
func limitFaults(h http.Header) []string {
	if h.Get("RateLimit-Policy") == "" && h.Get("RateLimit") == "" {
		return nil
	}
	policy, limit := policyForm.FindStringSubmatch(h.Get("RateLimit-Policy")), limitForm.FindStringSubmatch(h.Get("RateLimit"))
	if policy == nil || limit == nil {
		return []string{fmt.Sprintf("RateLimit-Policy is %q and RateLimit %q", h.Get("RateLimit-Policy"), h.Get("RateLimit"))}
	}
	var faults []string
	for _, pair := range []struct{ name, own, other string }{
		{"the name in RateLimit", limit[1], policy[1]},
		{"RateLimit-Limit", h.Get("RateLimit-Limit"), policy[2]},
		{"RateLimit-Remaining", h.Get("RateLimit-Remaining"), limit[2]},
		{"RateLimit-Reset", h.Get("RateLimit-Reset"), limit[3]},
	} {
		if pair.own != pair.other {
			faults = append(faults, fmt.Sprintf("%s is %s, and the other headers say %s", pair.name, pair.own, pair.other))
		}
	}
	quota, err := strconv.Atoi(policy[2])
	left, err2 := strconv.Atoi(limit[2])
	if err == nil && err2 == nil && left >= quota {
		faults = append(faults, fmt.Sprintf("%d of %d calls are left after a call", left, quota))
	}
	return faults
}
