import { setTimeout as sleep } from 'node:timers/promises'
import type { SharedState } from '../../store/shared-state.ts'
import { seal, unseal } from '../oauth/authorize/seal.ts'

/** A second click is sent before the first response arrives, and browsers discard that response with its cookie. */
const IDEMPOTENCY_WINDOW_MS = 60 * 1000
const MAX_ENTRIES = 10_000
/** How often a second click looks for the result of the first one, which may be in another process. */
const POLL_MS = 50

const GROUP = 'clicks'

/** A click of one browser. */
export interface Click {
  readonly id: string
  /** The secret of the browser's cookie, which encrypts the result: it can have a session. */
  readonly browser: string
}

/** A click as JSON. */
interface KeptClick {
  readonly at: number
  /** The result; absent while the action runs. */
  readonly sealed?: string
  /** Whether it is an error. Only clicks that waited for it get it: a later one runs the action again. */
  readonly isFault?: boolean
}

/** Recent results of one-time actions, for a browser that repeats its request. */
export interface ClickResults<T> {
  /** Waits for the result of the first click; undefined if there was none within a minute, or it failed before. */
  readonly find: (click: Click) => Promise<T | undefined>
  /** Runs the action of a first click and keeps its result, which must be JSON. Another click that runs at the same time gets that one. */
  readonly run: (click: Click, work: () => Promise<T>) => Promise<T>
}

interface ClickDeps {
  readonly shared: SharedState
  readonly now: () => Date
}

/** Creates the results of all processes, of bounded size. The oldest result is dropped first. */
export function createClickResults<T extends object>({ shared, now }: ClickDeps): ClickResults<T> {
  const isRecent = (kept: KeptClick | undefined): kept is KeptClick =>
    kept !== undefined && now().getTime() - kept.at < IDEMPOTENCY_WINDOW_MS
  /** Keeps a value if there was none, or an error. Returns whether it did. */
  const claim = (id: string): Promise<boolean> =>
    shared.update(GROUP, [id], current => {
      const kept = current.get(id) as KeptClick | undefined
      const isTaken = isRecent(kept) && kept.isFault !== true
      return {
        values: new Map<string, KeptClick>(isTaken ? [] : [[id, { at: now().getTime() }]]),
        keepMs: IDEMPOTENCY_WINDOW_MS,
        limit: MAX_ENTRIES,
        result: !isTaken,
      }
    })
  const keep = (id: string, value: KeptClick | undefined): Promise<void> =>
    shared.update(GROUP, [], () => ({
      values: new Map([[id, value]]),
      keepMs: IDEMPOTENCY_WINDOW_MS,
      limit: MAX_ENTRIES,
      result: undefined,
    }))
  const find = async ({ id, browser }: Click): Promise<T | undefined> => {
    for (let hasWaited = false; ; hasWaited = true) {
      const kept = (await shared.get(GROUP, id)) as KeptClick | undefined
      if (!isRecent(kept) || (kept.isFault === true && !hasWaited)) return undefined
      if (kept.sealed !== undefined) return JSON.parse(unseal(toLock(browser), kept.sealed)) as T
      await sleep(POLL_MS)
    }
  }
  const runClaimed = async ({ id, browser }: Click, work: () => Promise<T>): Promise<T> => {
    try {
      const outcome = await work()
      const sealed = seal(toLock(browser), JSON.stringify(outcome))
      await keep(id, { at: now().getTime(), sealed, ...('fault' in outcome && { isFault: true }) })
      return outcome
    } catch (error) {
      await keep(id, undefined)
      throw error
    }
  }
  return {
    find,
    run: async (click, work) => {
      if (await claim(click.id)) return runClaimed(click, work)
      return (await find(click)) ?? work()
    },
  }
}

const toLock = (secret: string) => ({ secret, purpose: 'click' })
