/** A translation that needs work. */
interface Waiting {
  readonly entry_id: string
  /** Sort key in the order of the source files. The translations of one entry share it. */
  readonly order: string
}

/** The holder of a reservation from the viewpoint of a worker: the worker itself, none, or another worker. */
export type Share = 'own' | 'free' | 'others'

/** A worker gets its own reserved translations first, then free ones, then those of others. Each share is in the order of the source files. */
export const SHARES: readonly Share[] = ['own', 'free', 'others']

/** Returns whether a position follows another one in a listing: in a later share, or further on in the same share. */
export const isBehind = (share: Share, at: number, begin: { readonly share: Share; readonly at: number }): boolean =>
  share === begin.share ? at > begin.at : SHARES.indexOf(share) > SHARES.indexOf(begin.share)

/** The first translations of one locale that need work after a position. */
export interface LocalePage<W extends Waiting> {
  readonly locale: string
  readonly translations: readonly W[]
  /** Whether more translations follow. */
  readonly more: boolean
}

/**
 * The position after which a listing continues: per locale, the sort key of the last entry, or `DONE`. Names that start with a dot apply to the whole
 * listing.
 */
export type Position = Readonly<Record<string, string>>

/** The position of a completely listed locale. */
export const DONE = 'done'

/** The next entries of a listing, each with its translations that need work. */
export interface MergedPages<W> {
  readonly groups: readonly (readonly W[])[]
  readonly more: boolean
  /** Returns the position after the first `count` groups. */
  readonly after: (count: number) => Position
}

/**
 * Merges one page per locale in the order of the entries. After the end of an unfinished page, translations of an entry may be missing: such entries wait for
 * the next page.
 * @param start the position after which the pages start
 * @param isFree whether to list a translation
 */
export function mergePages<W extends Waiting>(
  pages: readonly LocalePage<W>[],
  start: Position,
  limit: number,
  isFree: (translation: W) => boolean,
): MergedPages<W> {
  const ordered = groupByEntry(pages.flatMap(({ translations }) => translations.filter(isFree)))
  const ends = pages.flatMap(({ translations, more }) => (more ? [translations.at(-1)] : []))
  const groups = ordered.filter(([first]) => ends.every(end => compareOrder(first, end) <= 0)).slice(0, limit)
  return {
    groups,
    more: groups.length < ordered.length || ends.length > 0,
    after: count => {
      const last = groups[count - 1]?.[0]
      const places = pages.flatMap(({ locale, translations, more }) => {
        const passed = translations.findLast(translation => compareOrder(translation, last) <= 0)
        const isEnd = !more && passed === translations.at(-1)
        const position = start[locale] === DONE || isEnd ? DONE : (passed?.order ?? start[locale])
        return position === undefined ? [] : [[locale, position] as const]
      })
      return Object.fromEntries(places)
    },
  }
}

/** Groups translations by entry, in the order of the entries. */
export function groupByEntry<W extends Waiting>(translations: readonly W[]): readonly (readonly W[])[] {
  const groups = new Map<string, W[]>()
  for (const translation of translations) {
    const group = groups.get(translation.entry_id)
    if (group === undefined) groups.set(translation.entry_id, [translation])
    else group.push(translation)
  }
  return [...groups.values()].sort((a, b) => compareOrder(a[0], b[0]))
}

/** Compares by sort key, as the store does. */
export function compareOrder(a: Pick<Waiting, 'order'> | undefined, b: Pick<Waiting, 'order'> | undefined): number {
  const [one, other] = [a?.order ?? '', b?.order ?? '']
  return one < other ? -1 : one > other ? 1 : 0
}
