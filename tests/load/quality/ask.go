package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// score is how well the results of a query are ranked.
type score struct {
	query string
	ndcg  float64
	hits  int
}

func byScore(a, b score) int {
	return cmp.Or(cmp.Compare(a.ndcg, b.ndcg), strings.Compare(a.query, b.query))
}

// ask sends every judged query to the service. A query without a fitting product
// says nothing about the ranking and is left out.
func ask(ctx context.Context, base string, judged []judgment) ([]score, error) {
	var scores []score
	for _, j := range judged {
		if ideal(j.ratings) == 0 {
			continue
		}
		slugs, err := search(ctx, base, j.query)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", j.query, err)
		}
		scores = append(scores, score{j.query, ndcg(slugs, j.ratings), len(slugs)})
	}
	return scores, nil
}

// search returns the slugs of the first hits.
func search(ctx context.Context, base, query string) ([]string, error) {
	body, err := json.Marshal(map[string]any{"q": query, "limit": depth})
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/api/v1/tools/products.search", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var reply struct {
		OK     bool
		Error  string
		Result []struct{ Slug string }
	}
	if err := json.NewDecoder(resp.Body).Decode(&reply); err != nil || !reply.OK {
		return nil, fmt.Errorf("%s: %s: %w", resp.Status, reply.Error, err)
	}
	var slugs []string
	for _, hit := range reply.Result {
		slugs = append(slugs, hit.Slug)
	}
	return slugs, nil
}
