import { constants } from 'node:os'

export interface Interruption {
  /** Aborted by the first SIGINT or SIGTERM. A second signal ends the process. */
  readonly signal: AbortSignal
  /** 128 plus the number of the signal; 0 without one. */
  readonly exitCode: () => number
}

/** Handles SIGINT and SIGTERM with an abort signal, so that a command can clean up. */
export function abortOnSignal(): Interruption {
  const stop = new AbortController()
  let code = 0
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(128 + constants.signals[name])
      code = 128 + constants.signals[name]
      stop.abort()
    })
  }
  return { signal: stop.signal, exitCode: () => code }
}
