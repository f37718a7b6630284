package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/valyala/fasthttp"
)

// single returns one connection to the target.
func single(t target) *caller {
	return &caller{
		client: &fasthttp.HostClient{Addr: strings.TrimPrefix(t.base, "http://"), MaxConns: 1, ReadTimeout: time.Minute},
		ways:   []way{t.way(rand.New(rand.NewPCG(5, 5)))}, times: hdrhistogram.New(1, longest, 1),
	}
}

// writeEachSecond changes a product each second until the returned function is
// called, so that caches are measured on a shop that changes.
func (s *session) writeEachSecond(ctx context.Context, sample *sample) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	writer := single(target{base: s.servers[0].Base, path: tools + "products.update", key: s.key, bodies: sample.updates})
	go func() {
		defer close(ended)
		each := time.NewTicker(time.Second)
		defer each.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-each.C:
				if ok, failure := writer.Run(ctx, 0); !ok {
					fmt.Fprintln(os.Stderr, "the write of this second:", failure)
				}
			}
		}
	}()
	return func() { cancel(); <-ended }
}

// averageAnswer returns the response of products.get whose size is nearest to
// the average of many.
func averageAnswer(ctx context.Context, base string, slugs []string) ([]byte, error) {
	const many = 500
	reader := single(target{base: base, path: tools + "products.get", bodies: picked(slugs, `{"slug":"`, `"}`)})
	var answers [][]byte
	total := 0
	for range many {
		if ok, failure := reader.Run(ctx, 0); !ok {
			return nil, fmt.Errorf("products.get: %s", failure)
		}
		answers = append(answers, append([]byte(nil), reader.answer.Body()...))
		total += len(reader.answer.Body())
	}
	nearest := answers[0]
	for _, answer := range answers {
		if distance(len(answer), total/many) < distance(len(nearest), total/many) {
			nearest = answer
		}
	}
	return nearest, nil
}

func distance(a, b int) int { return max(a-b, b-a) }
