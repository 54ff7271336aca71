import type { SharedState } from '../../../store/shared-state.ts'

const MAX_WRONG_CODES = 5
const WINDOW_MS = 600_000
const MAX_TRACKED = 10_000

const GROUP = 'device guesses'

/** The tries of a user as JSON. */
interface Guesses {
  readonly since: number
  readonly count: number
}

/** Counts wrong user codes, against guessing the code of another user (RFC 8628 5.1). */
export interface DeviceGuesses {
  /** Counts a try. Returns the seconds until the next one is allowed; undefined if this one is. */
  take(who: string): Promise<number | undefined>
  /** Takes back a try: its code was right. */
  giveBack(who: string): Promise<void>
}

/** Creates the counter: 5 wrong codes in 10 minutes per user, in all processes. Memory is bounded; the oldest entry is dropped first. */
export function createDeviceGuesses(shared: SharedState, now: () => Date): DeviceGuesses {
  const change = <T>(
    who: string,
    how: (tries: Guesses) => { readonly next?: Guesses; readonly result: T },
  ): Promise<T> =>
    shared.update(GROUP, [who], current => {
      const at = now().getTime()
      const known = current.get(who) as Guesses | undefined
      const tries = known !== undefined && at < known.since + WINDOW_MS ? known : { since: at, count: 0 }
      const { next, result } = how(tries)
      return { values: new Map(next && [[who, next]]), keepMs: WINDOW_MS, limit: MAX_TRACKED, result }
    })
  return {
    take: who =>
      change(who, tries =>
        tries.count < MAX_WRONG_CODES
          ? { next: { ...tries, count: tries.count + 1 }, result: undefined }
          : { result: Math.max(1, Math.ceil((tries.since + WINDOW_MS - now().getTime()) / 1000)) },
      ),
    giveBack: who =>
      change(who, tries => ({ next: { ...tries, count: Math.max(0, tries.count - 1) }, result: undefined })),
  }
}
