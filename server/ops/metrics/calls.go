package metrics

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// The buckets, in seconds. There are few, because each is a series for every operation and
// channel.
var (
	callBuckets    = []float64{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5}
	requestBuckets = []float64{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10}
)

// Channel is the way by which a call came.
type Channel string

// The channels.
const (
	HTTP Channel = "http"
	MCP  Channel = "mcp"
	Site Channel = "site" // a page of the shop that shows what the operation answers
)

// Calls counts the calls of one operation by one channel.
type Calls struct {
	succeeded prometheus.Counter
	refused   *prometheus.CounterVec // by status and problem
	duration  prometheus.Observer
}

// Calls returns what counts an operation by a channel. To count a success with it
// allocates nothing.
func (m *Metrics) Calls(operation string, channel Channel) *Calls {
	of := m.calls.MustCurryWith(prometheus.Labels{"operation": operation, "channel": string(channel)})
	return &Calls{of.WithLabelValues("200", ""), of, m.callDuration.WithLabelValues(operation, string(channel))}
}

// Succeeded counts a call that was answered.
func (c *Calls) Succeeded(took time.Duration) {
	c.succeeded.Inc()
	c.duration.Observe(took.Seconds())
}

// Refused counts a call that was refused or failed, with the status and the code of the
// problem.
func (c *Calls) Refused(took time.Duration, status int, problem string) {
	c.refused.WithLabelValues(strconv.Itoa(status), problem).Inc()
	c.duration.Observe(took.Seconds())
}

// The areas of addresses.
const (
	Operations = "operation"
	Protocol   = "mcp"
	Pages      = "page"
	Documents  = "document"
	Nowhere    = "none"
)

// Area counts the requests of some addresses.
type Area struct{ classes [6]prometheus.Observer }

// Area returns what counts an area.
func (m *Metrics) Area(name string) *Area {
	a := &Area{}
	for hundred := 2; hundred < len(a.classes); hundred++ {
		a.classes[hundred] = m.requestDuration.WithLabelValues(name, strconv.Itoa(hundred)+"xx")
	}
	return a
}

// Began counts a request as under way.
func (m *Metrics) Began() { m.inFlight.Add(1) }

// Ended counts it as no longer under way.
func (m *Metrics) Ended() { m.inFlight.Add(-1) }

// Answered counts a request that was answered with a status from 200 to 599.
func (a *Area) Answered(took time.Duration, status int) {
	if class := status / 100; class >= 2 && class < len(a.classes) { // hundreds
		a.classes[class].Observe(took.Seconds())
	}
}
