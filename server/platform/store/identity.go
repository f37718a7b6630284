package store

import (
	"context"
	"fmt"
)

// Identity returns what tells this database, with its tables as they are, from
// others. A restored or promoted copy of it has the same: who keeps something
// between two starts has to compare it with the rows.
func (s *Store) Identity(ctx context.Context) (string, error) {
	var oid, version int64
	var name string
	err := s.pool.QueryRow(ctx, `SELECT oid::bigint, datname, (SELECT max(version_id) FROM goose_db_version WHERE is_applied)
		FROM pg_database WHERE datname = current_database()`).Scan(&oid, &name, &version)
	if err != nil {
		return "", err
	}
	var system string // providers may keep it to themselves
	if err := s.pool.QueryRow(ctx, "SELECT system_identifier::text FROM pg_control_system()").Scan(&system); err != nil {
		system = ""
	}
	return fmt.Sprintf("%s/%d/%s/%d", system, oid, name, version), nil
}
