package metrics

import (
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// BenchmarkMeasuring is what measuring adds to a call over HTTP, without the network:
// the request and the call.
func BenchmarkMeasuring(b *testing.B) {
	m := &Metrics{registry: prometheus.NewRegistry(), calls: counterVec(callsTotal), callDuration: histogramVec(callDuration, callBuckets), requestDuration: histogramVec(requestDuration, requestBuckets)}
	calls, area := m.Calls("products.get", HTTP), m.Area(Operations)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			request := time.Now()
			m.Began()
			call := time.Now()
			calls.Succeeded(time.Since(call))
			area.Answered(time.Since(request), 200)
			m.Ended()
		}
	})
}
