package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// ordersPerCustomer is the average number of orders of a customer.
const ordersPerCustomer = 8

// customersOf returns the number of customers of n orders.
func customersOf(n int) int { return max(1, n/ordersPerCustomer) }

func customerEmail(number int) string { return fmt.Sprintf("customer%d@example.com", number) }

func customerID(number int) uuid.UUID { return numberedID(0xc, number) }

// numberedID returns a valid id that depends only on the kind of thing and its number.
func numberedID(kind, number int) (id uuid.UUID) {
	binary.BigEndian.PutUint64(id[:], 0x0199_4f5e_0000_7000|uint64(kind))
	binary.BigEndian.PutUint64(id[8:], 2<<62|uint64(number))
	return id
}

// copyCustomers copies n customers, older than all orders.
func copyCustomers(ctx context.Context, conn *pgx.Conn, n int) error {
	since := time.Date(2024, time.November, 1, 0, 0, 0, 0, time.UTC)
	_, err := conn.CopyFrom(ctx, pgx.Identifier{"customers"}, []string{"id", "email", "email_key", "created_at"}, pgx.CopyFromSlice(n, func(i int) ([]any, error) {
		return []any{customerID(i), customerEmail(i), customerEmail(i), since}, nil
	}))
	return err
}
