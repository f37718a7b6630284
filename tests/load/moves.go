package main

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
)

// next is the status that follows each status.
var next = map[string]string{
	"pending_payment": "paid", "pending": "paid", "paid": "processing", "processing": "shipped", "shipped": "delivered", "delivered": "completed",
}

func movableStatuses() []string { return slices.Sorted(maps.Keys(next)) }

// move is a legal move of an order.
type move struct{ ID, To string }

// moves distributes the moves over all connections, each move once.
type moves struct {
	list []move
	done atomic.Int64
}

var errNoMoves = errors.New("no order is left to move: take more ORDERS")

// readMoves returns a move for every order that can move forward, in random
// order.
func readMoves(ctx context.Context, conn *pgx.Conn) (*moves, error) {
	rows, err := conn.Query(ctx, "SELECT id::text, status FROM orders WHERE status = ANY($1) ORDER BY md5(id::text)", movableStatuses())
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[move])
	for i := range list {
		list[i].To = next[list[i].To]
	}
	return &moves{list: list}, err
}

// take returns the next move. In the second round it returns the move that
// follows each of the first round, if there is one.
func (m *moves) take() (move, error) {
	for {
		n := int(m.done.Add(1)) - 1
		if n >= 2*len(m.list) {
			return move{}, errNoMoves
		}
		taken := m.list[n%len(m.list)]
		if n < len(m.list) {
			return taken, nil
		}
		if to, ok := next[taken.To]; ok {
			return move{taken.ID, to}, nil
		}
	}
}
