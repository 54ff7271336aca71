import { SIGNAL_EXITS } from './exit-codes.ts'

export interface Interruption {
  /** Aborted by the first SIGINT or SIGTERM. A second signal ends the process. */
  readonly signal: AbortSignal
  /** The exit code of the signal; 0 without one. */
  readonly exitCode: () => number
}

/** Handles SIGINT and SIGTERM with an abort signal, so that a command can clean up. */
export function abortOnSignal(): Interruption {
  const stop = new AbortController()
  let code = 0
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(SIGNAL_EXITS[name])
      code = SIGNAL_EXITS[name]
      stop.abort()
    })
  }
  return { signal: stop.signal, exitCode: () => code }
}
