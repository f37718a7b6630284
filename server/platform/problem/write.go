package problem

import (
	"fmt"
	"math"
	"net/http"
	"strconv"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/wire"
)

// MediaType is the media type of a problem document.
const MediaType = "application/problem+json"

// quotaExceeded is the registered type of a problem with status 429.
const quotaExceeded = "https://iana.org/assignments/http-problem-types#quota-exceeded"

// Document is the JSON form of a problem.
type Document struct {
	Type             string         `json:"type"`
	Title            string         `json:"title"`
	Status           int            `json:"status"`
	Detail           string         `json:"detail"`
	Instance         string         `json:"instance"`
	Code             Code           `json:"code"`
	Resolution       string         `json:"resolution"`
	OK               bool           `json:"ok"`
	Error            string         `json:"error"`
	Errors           []schema.Fault `json:"errors,omitempty"`
	Allowed          *[]string      `json:"allowed,omitempty"`
	Conflicts        []Conflict     `json:"conflicts,omitempty"`
	OrderIDs         []string       `json:"orderIds,omitempty"`
	Limit            *Limit         `json:"limit,omitempty"`
	ApprovalID       string         `json:"approvalId,omitempty"`
	RequiredScope    string         `json:"requiredScope,omitempty"`
	Retryable        bool           `json:"retryable,omitempty"`
	RetryAfter       int            `json:"retryAfter,omitempty"` // seconds, the same as in the header
	ViolatedPolicies []string       `json:"violated-policies,omitempty"`
}

// Document returns the problem for the call with this id. baseURL is the address
// of the service without a trailing slash.
func (e *Error) Document(baseURL string, requestID uuid.UUID) Document {
	kind := e.Kind()
	d := Document{
		Type: baseURL + "/problems/" + string(e.Code), Title: kind.Title, Status: kind.Status,
		Detail: e.Detail, Instance: "urn:uuid:" + requestID.String(), Code: e.Code,
		Resolution: e.Advice(), Error: e.Detail, Errors: e.Errors, Conflicts: e.Conflicts, OrderIDs: e.OrderIDs, Limit: e.Limit, ApprovalID: e.ApprovalID, RequiredScope: e.RequiredScope,
		Retryable: kind.Retryable, RetryAfter: e.retryAfter(), ViolatedPolicies: e.ViolatedPolicies,
	}
	if d.Status == http.StatusTooManyRequests {
		d.Type = quotaExceeded
	}
	if e.Code == IllegalTransition || e.Code == VariantRequired { // even if no status is allowed any more
		allowed := append([]string{}, e.Allowed...)
		d.Allowed = &allowed
	}
	return d
}

// retryAfter returns after how many whole seconds to try again, 0 when that is
// unknown.
func (e *Error) retryAfter() int {
	if e.RetryAfter <= 0 {
		return 0
	}
	return max(1, int(math.Ceil(e.RetryAfter.Seconds())))
}

// Write responds with the problem and its headers.
func (e *Error) Write(w http.ResponseWriter, baseURL string, requestID uuid.UUID) error {
	body, err := wire.Marshal(e.Document(baseURL, requestID))
	if err != nil {
		return err
	}
	e.SetHeaders(w.Header())
	h := w.Header()
	h.Set("Content-Type", MediaType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(e.Status())
	_, err = w.Write(body)
	return err
}

// SetHeaders sets the headers that say of a problem what its document says.
func (e *Error) SetHeaders(h http.Header) {
	if seconds := e.retryAfter(); seconds > 0 {
		h.Set("Retry-After", strconv.Itoa(seconds))
	}
	if challenge := e.challenge(); challenge != "" {
		h.Set("WWW-Authenticate", challenge)
	}
}

// challenge returns the WWW-Authenticate header (RFC 6750), or "" for a problem
// without one.
func (e *Error) challenge() string {
	const realm = `Bearer realm="storefront"`
	switch e.Code {
	case AuthenticationRequired, InvalidCode, SessionExpired, KeyPaused, BeyondLimit, ApprovalRejected, FeatureDisabled, RestOnly, PersonRequired: // the contract promises the header with each 401 and 403
		return realm
	case InvalidKey:
		return realm + `, error="invalid_token"`
	case InsufficientScope:
		return fmt.Sprintf(`%s, error="insufficient_scope", scope="%s"`, realm, e.RequiredScope)
	}
	return ""
}
