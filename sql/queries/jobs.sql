-- name: JobClaim :execrows
-- Makes the caller the one that runs the job now, unless it is not due.
INSERT INTO jobs (name, next_at, started_at) VALUES (@name, @next_at, @now::timestamptz)
ON CONFLICT (name) DO UPDATE SET next_at = excluded.next_at, started_at = excluded.started_at WHERE jobs.next_at <= @now::timestamptz;

-- name: JobEnd :exec
UPDATE jobs SET ended_at = @at, done = @done, error = @error WHERE name = @name;

-- name: JobList :many
SELECT * FROM jobs ORDER BY name;
