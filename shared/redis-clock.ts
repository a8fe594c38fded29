/** Beginning of a Redis script that reads the clock of Redis: `time` as Redis reports it, `now` as Unix time in ms. */
export const READ_CLOCK = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`
