export const WINDOW_MS = 60_000

/** Requests within this span are counted together, to save memory. */
export const SPAN_MS = 2_000

/** Alternating times and counts, oldest first. Each time is that of the last request of its span, so that none expires early. */
export type Times = readonly number[]

export function dropExpired(log: number[], at: number): void {
  let gone = 0
  while (gone < log.length && (log[gone] ?? 0) <= at - WINDOW_MS) gone += 2
  if (gone > 0) log.splice(0, gone)
}

/** The entries of the last minute. Entries in the future, after the clock was set back, do not count. */
export function filterLastMinute(log: Times, at: number): Times {
  return log.filter((_, index) => {
    const time = log[index - (index % 2)] ?? 0
    return time > at - WINDOW_MS && time <= at
  })
}

export function sumTaken(log: Times): number {
  let taken = 0
  for (let index = 1; index < log.length; index += 2) taken += log[index] ?? 0
  return taken
}

/** Returns the milliseconds until this many requests, or at least the oldest, expire. */
export function getWaitMs(log: Times, at: number, excess: number): number {
  let index = 0
  for (let left = excess - (log[1] ?? 0); left > 0 && index + 2 < log.length; left -= log[index + 1] ?? 0) index += 2
  return (log[index] ?? at) + WINDOW_MS - at
}

export function appendCount(log: number[], at: number, amount: number): void {
  const last = log.length - 2
  if (last >= 0 && Math.floor((log[last] ?? 0) / SPAN_MS) === Math.floor(at / SPAN_MS)) {
    log[last] = at
    log[last + 1] = (log[last + 1] ?? 0) + amount
  } else {
    log.push(at, amount)
  }
}
