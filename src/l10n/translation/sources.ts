import { type Message, messageUnits } from '../message/message.ts'
import type { Entry, SourceVersion } from './translation.ts'

/** Sources of other branches and earlier pushes that an entry carries; the log `sources` has the others. */
const MAX_SOURCES = 4
/** UTF-16 units of all of them; as many as the entry's own source has, where that is longer. */
const MAX_UNITS = 2_000

type Sources = Pick<Entry, 'src' | 'source' | 'sources'>

/** The source with this hash, if the entry carries it. */
export const findCarriedSource = (entry: Sources, src: string): Message | undefined =>
  entry.src === src ? entry.source : entry.sources?.find(one => one.src === src)?.source

/** As `findCarriedSource`; empty when the entry does not carry it. */
export const getSource = (entry: Sources, src: string): Message => findCarriedSource(entry, src) ?? ''

/** Whether a source alone takes more room than an entry with a short source has for other sources. */
export const isLongSource = (source: Message): boolean => messageUnits(source) > MAX_UNITS

/**
 * The sources that an entry carries once a branch lists it with `listed`: its own, and the newest of the others that fit.
 * @param leads whether the entry's own source follows that branch
 * @returns `dropped`: the sources that it no longer carries
 */
export function carrySources(
  entry: Sources,
  listed: SourceVersion,
  leads: boolean,
): { readonly carried: Sources; readonly dropped: readonly SourceVersion[] } {
  const { src, source } = listed
  const own = leads ? { src, source } : { src: entry.src, source: entry.source }
  const other = leads ? { src: entry.src, source: entry.source } : { src, source }
  const isNew = other.src !== own.src && (leads || findCarriedSource(entry, src) === undefined)
  const others = [...(isNew ? [other] : []), ...(entry.sources ?? [])].filter(
    (one, place, all) => one.src !== own.src && all.findIndex(({ src: same }) => same === one.src) === place,
  )
  const kept = selectFitting(others, Math.max(MAX_UNITS, messageUnits(own.source)))
  const carried = { ...own, ...(kept.length > 0 && { sources: kept }) }
  return { carried, dropped: others.filter(one => !kept.includes(one)) }
}

/** The newest sources that fit together; one that is too long does not keep out those behind it. */
function selectFitting(sources: readonly SourceVersion[], room: number): readonly SourceVersion[] {
  const kept: SourceVersion[] = []
  let left = room
  for (const one of sources) {
    const units = messageUnits(one.source)
    if (kept.length === MAX_SOURCES || units > left) continue
    kept.push(one)
    left -= units
  }
  return kept
}
