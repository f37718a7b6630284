-- The table of server/platform/jobs. When a job is due is a matter of the clock of the replica; how long a replica has it
-- (leased_until) one of the clock of the database.

-- name: JobClaim :one
-- Makes the caller the one that runs the job, unless it is not due or another replica runs it.
INSERT INTO jobs (name, next_at, started_at, leased_until)
VALUES (@name, @next_at, @now::timestamptz, clock_timestamp() + make_interval(secs => @lease_seconds))
ON CONFLICT (name) DO UPDATE SET next_at = excluded.next_at, started_at = excluded.started_at, leased_until = clock_timestamp() + make_interval(secs => @lease_seconds)
WHERE jobs.next_at <= @now::timestamptz AND (jobs.leased_until IS NULL OR jobs.leased_until <= clock_timestamp())
RETURNING leased_until;

-- name: JobRenew :one
-- Extends the lease of the caller, unless another replica runs the job by now.
UPDATE jobs SET leased_until = clock_timestamp() + make_interval(secs => @lease_seconds)
WHERE name = @name AND leased_until = @leased_until RETURNING leased_until;

-- name: JobRelease :exec
-- Ends the lease of a run that was stopped.
UPDATE jobs SET leased_until = NULL WHERE name = @name AND leased_until = @leased_until;

-- name: JobEnd :execrows
-- Records how the run ended, unless another replica runs the job by now.
UPDATE jobs SET ended_at = @at, done = @done, error = @error, leased_until = NULL WHERE name = @name AND leased_until = @leased_until;

-- name: JobNext :one
SELECT next_at FROM jobs WHERE name = @name;

-- name: JobList :many
SELECT * FROM jobs ORDER BY name;
