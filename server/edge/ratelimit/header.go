package ratelimit

import (
	"net/http"
	"strconv"
	"time"
)

// SetHeaders tells the client of the decision, in the fields of the IETF draft
// and in the older ones that clients know:
//
//	RateLimit-Policy: "anonymous";q=60;w=60
//	RateLimit: "anonymous";r=59;t=1
//	RateLimit-Limit: 60
//	RateLimit-Remaining: 59
//	RateLimit-Reset: 1
//	Retry-After: 1
//
// Times are whole seconds, rounded up: w until an empty bucket is full, t and
// RateLimit-Reset until this one is, Retry-After until the next token. The last
// is set on a refusal only.
func (d Decision) SetHeaders(h http.Header) {
	reset := seconds(d.Reset)

	policy := quoted(d.Policy.Name)
	policy = appendParameter(policy, ";q=", int64(d.Policy.Quota))
	policy = appendParameter(policy, ";w=", seconds(d.Policy.Window()))

	state := quoted(d.Policy.Name)
	state = appendParameter(state, ";r=", int64(d.Remaining))
	state = appendParameter(state, ";t=", reset)

	// The keys are in canonical form, and the values share one array, because this
	// runs for every request.
	values := []string{
		string(policy),
		string(state),
		strconv.Itoa(d.Policy.Quota),
		strconv.Itoa(d.Remaining),
		strconv.FormatInt(reset, 10),
	}
	h["Ratelimit-Policy"] = values[0:1:1]
	h["Ratelimit"] = values[1:2:2]
	h["Ratelimit-Limit"] = values[2:3:3]
	h["Ratelimit-Remaining"] = values[3:4:4]
	h["Ratelimit-Reset"] = values[4:5:5]
	if !d.Allowed {
		h.Set("Retry-After", strconv.FormatInt(max(seconds(d.RetryAfter), 1), 10))
	}
}

// quoted begins a structured field item. Go's quoting equals that of structured
// fields for printable ASCII, and escapes everything else.
func quoted(name string) []byte {
	const room = 64 // for a name of common length and two parameters
	return strconv.AppendQuoteToASCII(make([]byte, 0, room), name)
}

func appendParameter(b []byte, name string, value int64) []byte {
	return strconv.AppendInt(append(b, name...), value, 10)
}

// seconds returns d in seconds, rounded up.
func seconds(d time.Duration) int64 {
	return int64((d + time.Second - 1) / time.Second)
}
