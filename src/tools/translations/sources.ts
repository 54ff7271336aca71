import { type Message, messageUnits } from '../../l10n/message/message.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { SourceVersion } from '../../store/records/localization.ts'
import { textSize } from '../../store/records/sizes.ts'
import type { Reader } from '../../store/store.ts'
import type { Batch } from './batch.ts'
import type { Entry } from './unit.ts'

/** How many sources of other branches, or of earlier pushes, an entry carries: its size does not grow with its past. */
const MAX_SOURCES = 4
/** In UTF-16 units, of all of them together; as many as the entry's own source has, where that is longer. */
const MAX_UNITS = 2_000

/** What of an entry its sources are read from. */
type Carrier = Pick<Entry, 'id' | 'src' | 'source' | 'sources'>

/** Whether a source takes more than what an entry may carry of others, where its own is short. */
export const isLongSource = (source: Frozen<Message>): boolean => messageUnits(source) > MAX_UNITS

/** A source that an entry carries; empty when no branch ever listed it. */
export const getSource = (entry: Carrier, src: string): Frozen<Message> => findCarriedSource(entry, src) ?? ''

/** Any source of an entry, also one that it carries no more; undefined when no branch ever listed it. */
export async function findSource(
  entry: Carrier,
  src: string,
  read: Pick<Reader, 'sources'>,
): Promise<Frozen<Message> | undefined> {
  return findCarriedSource(entry, src) ?? findLoggedSource(entry, src, read)
}

/** The entry, carrying this source: what a branch has that was not pushed to for long. Only to be read, never to be written. */
export async function withCarriedSource<E extends Carrier>(
  entry: E,
  src: string,
  read: Pick<Reader, 'sources'>,
): Promise<E> {
  if (findCarriedSource(entry, src) !== undefined) return entry
  const source = await findSource(entry, src, read)
  return source === undefined ? entry : { ...entry, sources: [...(entry.sources ?? []), { src, source }] }
}

/**
 * The sources that an entry has when a branch lists it with this one; `leads` = the entry follows that branch. What it cannot carry goes to the log, once: a
 * branch can have a text that is too long with each push.
 */
export async function withSource(
  entry: Entry,
  { src, source }: Frozen<SourceVersion>,
  leads: boolean,
  { tx, at, newId, appended }: Pick<Batch, 'tx' | 'at' | 'newId' | 'appended'>,
): Promise<Pick<Entry, 'src' | 'source' | 'sources'>> {
  const own = leads ? { src, source } : { src: entry.src, source: entry.source }
  const other = leads ? { src: entry.src, source: entry.source } : { src, source }
  const isNews = other.src !== own.src && (leads || findCarriedSource(entry, src) === undefined)
  const others = [...(isNews ? [other] : []), ...(entry.sources ?? [])].filter(
    (one, place, all) => one.src !== own.src && all.findIndex(({ src: same }) => same === one.src) === place,
  )
  const kept = selectFitting(others, Math.max(MAX_UNITS, messageUnits(own.source)))
  for (const gone of others.filter(one => !kept.includes(one))) {
    if ((await findLoggedSource(entry, gone.src, tx)) !== undefined) continue
    appended.bytes += textSize(gone.source)
    await tx.sources.append({ id: newId(), project_id: entry.project_id, entry_id: entry.id, ...gone, at })
  }
  return { ...own, ...(kept.length > 0 && { sources: kept }) }
}

type Sources = readonly Frozen<SourceVersion>[]

/** The newest of these sources that find room together. */
function selectFitting(sources: Sources, room: number): Sources {
  const kept: Frozen<SourceVersion>[] = []
  let left = room
  for (const one of sources) {
    const units = messageUnits(one.source)
    if (kept.length === MAX_SOURCES || units > left) continue
    kept.push(one)
    left -= units
  }
  return kept
}

async function findLoggedSource(
  { id }: Pick<Carrier, 'id'>,
  src: string,
  read: Pick<Reader, 'sources'>,
): Promise<Frozen<Message> | undefined> {
  const { items } = await read.sources.page('source', compoundKey(id, src), { limit: 1 })
  return items[0]?.source
}

const findCarriedSource = (entry: Carrier, src: string): Frozen<Message> | undefined =>
  entry.src === src ? entry.source : entry.sources?.find(one => one.src === src)?.source
