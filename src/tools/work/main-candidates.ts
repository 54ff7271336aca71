import type { Position } from '../../l10n/work/candidates.ts'
import type { Reader } from '../../store/store.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import type { Entry, Translation } from '../translations/records.ts'
import { countMainLeft } from './main/count-left.ts'
import { findPlaces, listMain } from './main/list-main.ts'
import type { Candidate, Candidates, NamedEntry, WorkQuery } from './query.ts'
import { MAX_SEARCHED } from './select.ts'

interface Listed {
  readonly candidate: Candidate
  readonly position: Position
}

/** Finds the work of the main branch in indexes. Its cost grows with the result, the leases and the searched strings, not with the project. */
export async function findMainWork(
  query: WorkQuery,
  named: readonly NamedEntry[] | undefined,
  reading: ReadDeps,
): Promise<Omit<Candidates, 'missing'>> {
  const { read, computed } = reading
  const { limit, from } = query
  const places = await findPlaces(query, read)
  const paths = new Map<string, string>()
  const items: Listed[] = []
  const pace = computed.pace()
  let searched = 0
  let matches = 0
  let end: Position = from ?? {}
  let more = false
  for await (const { entry, translations, position, covered } of listMain(query, { places, named }, read)) {
    if (pace.shouldYield) await pace.yieldNow()
    const isFull = items.length === limit
    if (translations.length > 0 && entry !== undefined && !isFull) {
      items.push({ candidate: await toMainCandidate(entry, translations, paths, read), position })
    } else if (translations.length > 0 || searched === MAX_SEARCHED) {
      more = true
      break
    } else searched += 1
    matches += translations.length + covered
    if (!isFull) end = position
  }
  const whole = from === undefined && !more ? matches : undefined
  return {
    items: items.map(({ candidate }) => candidate),
    countLeft: () => countMainLeft(query, { places, named, whole }, reading),
    more,
    after: count => (count === items.length ? end : (items[count - 1]?.position ?? {})),
  }
}

async function toMainCandidate(
  entry: Entry,
  translations: readonly Translation[],
  paths: Map<string, string>,
  read: Reader,
): Promise<Candidate> {
  const path = paths.get(entry.file_id) ?? (await read.files.get(entry.file_id))?.path
  if (path === undefined) throw new Error(`entry ${entry.id} has no file`)
  paths.set(entry.file_id, path)
  return { entry, key: entry.key, file: path, line: entry, translations }
}
