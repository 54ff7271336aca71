import { type Message, messageUnits } from '../message/message.ts'
import type { Entry, SourceVersion } from './translation.ts'

/** Maximum sources of other branches and earlier pushes in an entry. The log `sources` has the others. */
const MAX_SOURCES = 4
/** Their maximum UTF-16 code units in total, or the length of the entry's own source if that is longer. */
const MAX_UNITS = 2_000

type Sources = Pick<Entry, 'src' | 'source' | 'sources'>

/** Finds the source with this hash, if the entry still has it. */
export const findCarriedSource = (entry: Sources, src: string): Message | undefined =>
  entry.src === src ? entry.source : entry.sources?.find(one => one.src === src)?.source

/** Like `findCarriedSource`; empty if the entry no longer has it. */
export const getSource = (entry: Sources, src: string): Message => findCarriedSource(entry, src) ?? ''

/** Returns whether a source alone exceeds the room that a short entry has for other sources. */
export const isLongSource = (source: Message): boolean => messageUnits(source) > MAX_UNITS

/**
 * Returns the sources of an entry once a branch lists it with `listed`: its own, and the newest of the others that fit.
 * @param leads whether the entry's own source follows that branch
 * @returns `dropped`: the sources that the entry loses
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

/** Selects the newest sources that fit together. A source that is too long is skipped, and those after it can still fit. */
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
