import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { callPages, type ToolCaller } from '../backends/tool-caller.ts'

const Entries = z.looseObject({
  entries: z.array(z.looseObject({ id: z.string(), key: z.string() })),
  next_cursor: z.string().optional(),
})

/** IDs and bytes of one call. */
const MAX_IDS = 100
const MAX_BYTES = 60_000

/** Finds the keys of strings by their IDs: ID → key. Those that the credential may not read are missing. */
export async function findKeys(
  caller: ToolCaller,
  place: Readonly<Record<string, string | undefined>>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>()
  try {
    for (let at = 0; at < ids.length; at += MAX_IDS) {
      const args = { ...place, ids: ids.slice(at, at + MAX_IDS), limit: MAX_IDS, max_bytes: MAX_BYTES }
      for await (const { entries } of callPages(caller, 'get_entries', args, Entries))
        for (const { id, key } of entries) keys.set(id, key)
    }
  } catch (error) {
    // The translations are stored: a key that cannot be shown is no failure.
    if (!(error instanceof AppError)) throw error
  }
  return keys
}
