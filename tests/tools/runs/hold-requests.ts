/** Requests to a test engine that are held back until the test lets them go. */
export interface HeldRequests {
  /** For `fakeEngine`. */
  readonly before: (batch: unknown, signal: AbortSignal) => Promise<void>
  /** Waits until so many requests are open. */
  readonly open: (count: number) => Promise<void>
  readonly letGo: () => void
}

export function holdRequests(): HeldRequests {
  const held: (() => void)[] = []
  let arrived = (): void => {}
  return {
    before: (_, signal) =>
      new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')))
        held.push(resolve)
        arrived()
      }),
    open: count =>
      new Promise<void>(resolve => {
        arrived = () => held.length >= count && resolve()
        arrived()
      }),
    letGo: () => {
      for (const go of held.splice(0)) go()
    },
  }
}
