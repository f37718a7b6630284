package main

import (
	"os"
	"time"

	"github.com/storefront/storefront/tests/load/shop"
)

// counted runs a load and measures the CPU time of all processes involved: of the
// servers, PostgreSQL, and this one.
func (s *session) counted(who, operation string, n int, servers []*shop.Process, fn func() (load, error)) (figure, error) {
	sum := func() (cpu time.Duration, resident float64) {
		for _, p := range servers {
			cpu += shop.CPU(p.PID())
			resident = max(resident, shop.Resident(p.PID()))
		}
		return cpu, resident
	}
	before, _ := sum()
	self := shop.CPU(os.Getpid())
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
	used, resident := sum()
	each := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(l.calls) }
	f := figure{
		At: time.Now().UTC(), Products: s.Products, Orders: s.Orders, Who: who, Operation: operation, Connections: n,
		PerSecond: float64(l.calls) / l.elapsed.Seconds(), Calls: l.calls, Errors: l.failed, Example: l.example,
		ServerCPU: each(used - before), DatabaseCPU: each(after - database), LoadCPU: each(shop.CPU(os.Getpid()) - self),
		Resident: resident,
	}
	if l.times != nil {
		quantile := func(q float64) float64 { return float64(l.times.ValueAtQuantile(q)) / 1000 }
		f.P50, f.P95, f.P99 = quantile(50), quantile(95), quantile(99)
	}
	return f, nil
}
