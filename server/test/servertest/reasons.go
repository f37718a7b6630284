package servertest

import (
	"encoding/json"
	"strings"
	"testing"
)

// Reason is why an answer is empty.
type Reason struct {
	Code, Text string
	Nearest    []string
}

// WantMessages compares messages with lines of a code, the nearest values and parts of the text, between bars.
func WantMessages(t *testing.T, of any, got []Reason, want ...string) {
	t.Helper()
	matches := len(got) == len(want)
	for i := 0; matches && i < len(want); i++ {
		parts := strings.Split(want[i], " | ")
		matches = got[i].Code == parts[0] && strings.Join(got[i].Nearest, ",") == strings.TrimSpace(parts[1])
		for _, part := range parts[2:] {
			matches = matches && strings.Contains(got[i].Text, part)
		}
	}
	if !matches {
		text, err := json.Marshal(got)
		t.Errorf("%v: %s %v\nwant %q", of, text, err, want)
	}
}

// Messages returns those of a list, which are in its page or, without one, in the result.
func (s *Server) Messages(t *testing.T, key, tool string, body map[string]any) []Reason {
	t.Helper()
	var reply struct {
		Page   struct{ Messages []Reason }
		Result json.RawMessage
	}
	r := s.Call(t, key, tool, body)
	if err := json.Unmarshal(r.Body, &reply); err != nil || r.Status != 200 {
		t.Fatalf("%s %v: %d %s", tool, body, r.Status, r.Body)
	}
	var result struct{ Messages []Reason }
	if json.Unmarshal(reply.Result, &result) == nil {
		return result.Messages
	}
	return reply.Page.Messages
}
