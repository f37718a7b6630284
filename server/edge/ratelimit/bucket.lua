-- Takes a token from a bucket, or gives one back: take and giveBack of bucket.go.
--
-- KEYS[1]  the bucket: the time when it will be full, in microseconds since 1970.
--          A full bucket has no key: a key expires when its bucket is full.
-- ARGV     the refill and the window of the policy in microseconds; 'take' or 'return'
-- returns  1 if a token was taken or given back, 0 if there was none to take; and the
--          time until the bucket is full, in microseconds
--
-- Times stay below 2^53, so that Lua's numbers are exact.
local refill, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local clock = redis.call('TIME') -- one clock for all replicas
local now = clock[1] * 1000000 + clock[2]
local fullAt = tonumber(redis.call('GET', KEYS[1]) or now)

local owed = math.min(math.max(fullAt - now, 0), window)
local allowed = 1
if ARGV[3] == 'return' then
  owed = math.max(owed - refill, 0)
elseif owed + refill <= window then
  owed = owed + refill
else
  allowed = 0
end

if owed == 0 then
  redis.call('DEL', KEYS[1])
elseif now + owed ~= fullAt then -- a refusal seldom changes anything
  redis.call('SET', KEYS[1], string.format('%.0f', now + owed), 'PX', math.ceil(owed / 1000))
end
return {allowed, owed}
