package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
)

// depth is the number of hits that count.
const depth = 10

// judgment is how well products fit a query: 0 not at all, 3 exactly.
type judgment struct {
	query   string
	ratings map[string]int // by slug
}

// ndcg compares the order of the hits with the best possible order, which gives
// 1. A product without a rating counts as 0.
func ndcg(slugs []string, ratings map[string]int) float64 {
	gain := 0.0
	for rank, slug := range slugs[:min(depth, len(slugs))] {
		gain += discounted(ratings[slug], rank)
	}
	return gain / ideal(ratings)
}

// ideal returns the gain of the best order.
func ideal(ratings map[string]int) float64 {
	best := slices.SortedFunc(maps.Values(ratings), func(a, b int) int { return b - a })
	gain := 0.0
	for rank, rating := range best[:min(depth, len(best))] {
		gain += discounted(rating, rank)
	}
	return gain
}

// discounted is the gain of a rating at a rank, which counts from 0.
func discounted(rating, rank int) float64 {
	return (math.Exp2(float64(rating)) - 1) / math.Log2(float64(rank)+2)
}

// readJudgments reads rows of query, slug and rating, after a heading.
func readJudgments(path string) ([]judgment, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return parseJudgments(file)
}

func parseJudgments(text io.Reader) ([]judgment, error) {
	rows, err := csv.NewReader(text).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) < 2 {
		return nil, errors.New("there are no judgments")
	}
	var judged []judgment
	index := map[string]int{}
	for _, row := range rows[1:] {
		rating, err := strconv.Atoi(row[2])
		if err != nil {
			return nil, fmt.Errorf("%q, %s: %w", row[0], row[1], err)
		}
		at, known := index[row[0]]
		if !known {
			at = len(judged)
			index[row[0]] = at
			judged = append(judged, judgment{row[0], map[string]int{}})
		}
		judged[at].ratings[row[1]] = rating
	}
	return judged, nil
}
