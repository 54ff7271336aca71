import type { Message } from '../../l10n/message.ts'
import { key } from '../../store/records/collection.ts'
import type { SourceVersion } from '../../store/records/localization.ts'
import { textSize } from '../../store/records/sizes.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import type { Batch } from './batch.ts'
import type { Entry } from './unit.ts'

/** How many sources of other branches, or of earlier pushes, an entry carries: its size does not grow with its past. */
const MAX_SOURCES = 4

/** What of an entry its sources are read from. */
type Carrier = Pick<Entry, 'id' | 'src' | 'source' | 'sources'>

/** A source that an entry carries; empty when no branch ever listed it. */
export const sourceOf = (entry: Carrier, src: string): Frozen<Message> => carried(entry, src) ?? ''

/** Any source of an entry, also one that it carries no more; undefined when no branch ever listed it. */
export async function findSource(
  entry: Carrier,
  src: string,
  read: Pick<Reader, 'sources'>,
): Promise<Frozen<Message> | undefined> {
  const known = carried(entry, src)
  if (known !== undefined) return known
  const { items } = await read.sources.page('source', key(entry.id, src), { limit: 1 })
  return items[0]?.source
}

/** The entry, carrying this source: what a branch has that was not pushed to for long. Only to be read, never to be written. */
export async function carrying<E extends Carrier>(entry: E, src: string, read: Pick<Reader, 'sources'>): Promise<E> {
  if (carried(entry, src) !== undefined) return entry
  const source = await findSource(entry, src, read)
  return source === undefined ? entry : { ...entry, sources: [...(entry.sources ?? []), { src, source }] }
}

/** The sources that an entry has when a branch lists it with this one; `leads` = the entry follows that branch. */
export async function withSource(
  entry: Entry,
  { src, source }: Frozen<SourceVersion>,
  leads: boolean,
  { tx, at, newId, appended }: Pick<Batch, 'tx' | 'at' | 'newId' | 'appended'>,
): Promise<Pick<Entry, 'src' | 'source' | 'sources'>> {
  const own = leads ? { src, source } : { src: entry.src, source: entry.source }
  const other = leads ? { src: entry.src, source: entry.source } : { src, source }
  const isNews = other.src !== own.src && (leads || carried(entry, src) === undefined)
  const others = [...(isNews ? [other] : []), ...(entry.sources ?? [])].filter(
    (one, place, all) => one.src !== own.src && all.findIndex(({ src: same }) => same === one.src) === place,
  )
  for (const gone of others.slice(MAX_SOURCES)) {
    appended.bytes += textSize(gone.source)
    await tx.sources.append({ id: newId(), project_id: entry.project_id, entry_id: entry.id, ...gone, at })
  }
  const kept = others.slice(0, MAX_SOURCES)
  return { ...own, ...(kept.length > 0 && { sources: kept }) }
}

const carried = (entry: Carrier, src: string): Frozen<Message> | undefined =>
  entry.src === src ? entry.source : entry.sources?.find(one => one.src === src)?.source
