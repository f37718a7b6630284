package cli

import "net/http"

// Class is an exit status with what it means.
type Class struct {
	Status  int
	Meaning string
}

// The classes of outcomes, each with an exit status of its own. 80 is that of every command for a
// wrong command line, and 2 for a wrong setting.
var (
	Done           = Class{0, "the call succeeded"}
	Failed         = Class{1, "the program itself failed, such as at writing the answer"}
	BadSetting     = Class{2, "a variable STOREFRONT_… is wrong"}
	Invalid        = Class{3, "the request was refused as invalid (400, 413, 415, 422)"}
	Forbidden      = Class{4, "there was no key, or it may not do this (401, 403)"}
	NotFound       = Class{5, "what the call names does not exist (404, 410)"}
	Conflict       = Class{6, "the state of the shop does not allow the call now (409, 412)"}
	Limited        = Class{7, "too many calls (429)"}
	Unavailable    = Class{8, "the service failed or is not available (5xx)"}
	NotReached     = Class{9, "no answer of a Storefront: the network, a time limit, a redirect, another program"}
	BadCommandLine = Class{80, "the command line is wrong; nothing was sent"}
	Interrupted    = Class{130, "interrupted, by Ctrl-C or SIGTERM"}
)

// Classes are all of them, in their order.
var Classes = []Class{Done, Failed, BadSetting, Invalid, Forbidden, NotFound, Conflict, Limited, Unavailable, NotReached, BadCommandLine, Interrupted}

// Class returns the class of an answer. Of programs that are no Storefront, such as a proxy before
// one, only what does not depend on the call counts.
func (a *Answer) Class() Class {
	switch {
	case a.Status == http.StatusOK && a.is("application/json"):
		return Done
	case a.Status == http.StatusTooManyRequests:
		return Limited
	case a.Status >= http.StatusInternalServerError:
		return Unavailable
	case !a.IsProblem():
		return NotReached
	}
	return ofStatus(a.Status)
}

func ofStatus(status int) Class {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return Forbidden
	case http.StatusNotFound, http.StatusGone:
		return NotFound
	case http.StatusConflict, http.StatusPreconditionFailed:
		return Conflict
	}
	if status < http.StatusBadRequest {
		return NotReached
	}
	return Invalid
}
