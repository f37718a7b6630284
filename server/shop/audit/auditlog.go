// Package auditlog shows what is in the audit: who did what, what it changed,
// and whether it can be reverted.
package audit

import (
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
)

// Audit answers the operations audit.*.
type Audit struct {
	Store    *store.Store
	Contract *contract.Contract
	Kinds    map[string]undo.Kind // of things whose changes can be reverted, by their type in the audit
}

func notFound(id string) error {
	return problem.Newf(problem.AuditEntryNotFound, "No entry of the audit has the id %q.", id)
}
