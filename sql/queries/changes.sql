-- name: ChangesPrune :exec
-- Deletes the changes of transactions that had ended when this snapshot was taken.
DELETE FROM changes WHERE xid < pg_snapshot_xmin(sqlc.arg(seen)::text::pg_snapshot);
