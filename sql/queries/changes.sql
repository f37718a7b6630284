-- name: ChangesPrune :exec
-- Removes what transactions wrote that were over when this snapshot was taken.
DELETE FROM changes WHERE xid < pg_snapshot_xmin(sqlc.arg(seen)::text::pg_snapshot);
