package servertest

import (
	"bytes"
	"strings"
	"sync"
	"testing"
)

// Log collects the log of the service.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// About returns the lines logged so far that contain a text, such as the id of a
// request.
func (l *Log) About(text string) string {
	var b strings.Builder
	for line := range strings.Lines(l.String()) {
		if strings.Contains(line, text) {
			b.WriteString(line)
		}
	}
	return b.String()
}

// explain prints the log lines about a request if the test has failed and did
// not expect the response.
func (s *Server) explain(t testing.TB, name, requestID string, reply Reply) {
	t.Cleanup(func() {
		if t.Failed() && !reply.expected.Load() {
			t.Logf("%s answered %d; the service logged:\n%s", name, reply.Status, s.Log.About(requestID))
		}
	})
}

// String returns everything logged so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
