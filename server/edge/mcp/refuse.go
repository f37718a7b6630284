package mcp

import "net/http"

// MostRead is the size, in bytes, of the largest message that Refuse has to see:
// a caller beyond its limit does not make the service read more.
const MostRead = 64 << 10

// Refuse answers a tools/call with a refusal instead of running it: a client
// that gets another status than 200 ends its session, and the model never sees
// why. It reports whether the body is such a call; if not, nothing is written.
func (e *Endpoint) Refuse(w http.ResponseWriter, r *http.Request, body []byte, refusal func() Outcome) bool {
	m, fault := e.read(body)
	if fault != nil || checkHeaders(r.Header) != nil {
		return false
	}
	_, newest, ordinary := ordinaryCall(r.Header, m)
	if ordinary {
		send(w, http.StatusOK, e.answer(m.ID, refusal(), newest))
	}
	return ordinary
}
