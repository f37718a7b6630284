package main

import (
	"os"
	"time"

	"github.com/storefront/storefront/tests/load/shop"
)

// counted runs a load and measures the CPU time of all processes involved; p is
// nil if there is none but PostgreSQL.
func (s *session) counted(who, operation string, n int, p *shop.Process, fn func() (load, error)) (figure, error) {
	pid := 0
	if p != nil {
		pid = p.PID()
	}
	server, self := shop.CPU(pid), shop.CPU(os.Getpid())
	database, err := s.shop.PostgresCPU()
	if err != nil {
		return figure{}, err
	}
	l, err := fn()
	if err != nil {
		return figure{}, err
	}
	after, err := s.shop.PostgresCPU()
	if err != nil {
		return figure{}, err
	}
	each := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(l.calls) }
	f := figure{
		At: time.Now().UTC(), Products: s.Products, Orders: s.Orders, Who: who, Operation: operation, Connections: n,
		PerSecond: float64(l.calls) / l.elapsed.Seconds(), Calls: l.calls, Errors: l.failed, Example: l.example,
		ServerCPU: each(shop.CPU(pid) - server), DatabaseCPU: each(after - database), LoadCPU: each(shop.CPU(os.Getpid()) - self),
		Resident: shop.Resident(pid),
	}
	if l.times != nil {
		quantile := func(q float64) float64 { return float64(l.times.ValueAtQuantile(q)) / 1000 }
		f.P50, f.P95, f.P99 = quantile(50), quantile(95), quantile(99)
	}
	return f, nil
}
