import { constants } from 'node:os'

export interface Interruption {
  /** Aborted by the first SIGINT or SIGTERM; a second one ends the process at once. */
  readonly signal: AbortSignal
  /** 128 and the number of the signal. */
  readonly exitCode: () => number
}

/** Lets a command clean up after itself when it is told to stop. */
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
