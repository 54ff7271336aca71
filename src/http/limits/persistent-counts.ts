import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Log } from '../../log.ts'
import type { AtomicFile } from '../../store/files/atomic-file.ts'
import type { AddressLimit, FindEarlierTimes, LocalRateLimiter } from './rate-limits.ts'
import { filterLastMinute, type Times, WINDOW_MS } from './times.ts'

/** The limits that a restart must not reset. The others protect cheap documents or count by credential. */
const PERSISTED_LIMITS: readonly AddressLimit[] = [
  'register',
  'token',
  'revoke',
  'introspect',
  'device_authorization',
  'authorize',
  'login',
  'unauthenticated',
]

/** Maximum number of saved counts. Those nearest to their limit are saved first. */
const MAX_COUNTS = 1_000
/** Smaller shares of a limit are not saved, so a restart grants at most this share. */
const MIN_SHARE = 0.1

/** Times by salted hash of limit and network. */
const Saved = z.strictObject({
  salt: z.string(),
  counts: z.record(z.string(), z.array(z.number())),
})
interface SavedCounts {
  readonly salt: string
  readonly counts: Readonly<Record<string, Times>>
}

export interface PersistentCounts {
  readonly earlier: FindEarlierTimes
  /** Saves the counts once a minute if they changed. The returned function stops that and saves once more. */
  startSaving(limits: LocalRateLimiter): () => Promise<void>
}

/** Reads the counts of the previous process. Ignores a missing or damaged file. */
export async function openPersistentCounts(
  file: AtomicFile,
  { now, log }: { readonly now: () => Date; readonly log: Log },
): Promise<PersistentCounts> {
  let saved = await readSavedCounts(file, log)
  const salt = saved?.salt ?? randomBytes(16).toString('base64url')
  const openedAt = now().getTime()
  const unclaimed = new Map(Object.entries(saved?.counts ?? {}))
  const toName = (limit: string, who: string): string =>
    createHmac('sha256', salt).update(`${limit} ${who}`).digest('base64url').slice(0, 22)

  const write = async (limits: LocalRateLimiter): Promise<void> => {
    const at = now().getTime()
    const old = [...unclaimed].map(([name, times]) => [name, filterLastMinute(times, at)] as const)
    const counts = Object.fromEntries([...old.filter(([, times]) => times.length > 0), ...listBusiest(limits, toName)])
    const isEmpty = Object.keys(counts).length === 0
    if (isEmpty && saved !== undefined) await file.remove()
    else if (JSON.stringify(counts) !== JSON.stringify(saved?.counts ?? {}))
      await file.replace(JSON.stringify({ salt, counts }))
    saved = isEmpty ? undefined : { salt, counts }
  }

  return {
    earlier: (limit, who, at) => {
      if (at < openedAt || at >= openedAt + WINDOW_MS) unclaimed.clear()
      if (unclaimed.size === 0) return undefined
      const name = toName(limit, who)
      const times = unclaimed.get(name)
      unclaimed.delete(name)
      return times && filterLastMinute(times, at)
    },
    startSaving: limits => {
      let saving = Promise.resolve()
      const save = (): Promise<void> => {
        saving = saving
          .then(() => write(limits))
          .catch((error: unknown) => log.warn({ err: error }, 'rate-limit counts not saved'))
        return saving
      }
      const timer = setInterval(() => void save(), WINDOW_MS).unref()
      return () => {
        clearInterval(timer)
        return save()
      }
    },
  }
}

/** Undefined if there is no file; empty if it is damaged, so that the next save replaces it. */
async function readSavedCounts(file: AtomicFile, log: Log): Promise<SavedCounts | undefined> {
  try {
    const text = await file.read()
    return text === undefined ? undefined : Saved.parse(JSON.parse(text))
  } catch (error) {
    log.warn({ err: error }, 'cannot read the saved rate-limit counts; starting from zero')
    return { salt: randomBytes(16).toString('base64url'), counts: {} }
  }
}

function listBusiest(
  limits: LocalRateLimiter,
  toName: (limit: string, who: string) => string,
): readonly (readonly [string, Times])[] {
  return PERSISTED_LIMITS.flatMap(limit => Array.from(limits.used(limit), used => ({ limit, ...used })))
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((one, other) => other.share - one.share)
    .slice(0, MAX_COUNTS)
    .map(({ limit, who, times }) => [toName(limit, who), times] as const)
}
