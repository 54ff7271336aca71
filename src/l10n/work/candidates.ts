/** A translation that a packet may contain. */
interface Waiting {
  readonly entry_id: string
  /** Sort key in the order of the source files. The translations of one entry share it. */
  readonly order: string
}

/** The part of a listing to which a translation belongs, from the viewpoint of a worker. */
export type Share = 'revise' | 'own' | 'free' | 'others'

/**
 * The parts of a listing, each in the order of the source files: translations that a reviewer wants changed, those leased by the worker, those leased by
 * nobody, and those leased by other workers.
 */
export const SHARES: readonly Share[] = ['revise', 'own', 'free', 'others']

/** Returns whether a position follows another one in a listing: in a later share, or further on in the same share. */
export const isBehind = (share: Share, at: number, begin: { readonly share: Share; readonly at: number }): boolean =>
  share === begin.share ? at > begin.at : SHARES.indexOf(share) > SHARES.indexOf(begin.share)

/** The position after which a listing continues. */
export type Position = Readonly<Record<string, string>>

/** Lists the first translations after a sort key, in order. A page never ends between translations of one entry. */
export type Source<W> = (options: {
  readonly limit: number
  readonly behind: string | undefined
}) => Promise<readonly W[]>

/** Lists translations of an array like a store does. */
export function toSource<W extends Waiting>(translations: readonly W[]): Source<W> {
  const sorted = translations.toSorted(compareOrder)
  return async ({ limit, behind = '' }) => {
    const rest = sorted.filter(({ order }) => order > behind)
    const last = rest[limit - 1]?.order
    return last === undefined ? rest : rest.filter(({ order }) => order <= last)
  }
}

/** Yields the translations of several sources by entry, in the order of the entries. Reads each source in pages of `limit`. */
export async function* mergeSources<W extends Waiting>(
  sources: readonly Source<W>[],
  start: string | undefined,
  limit: number,
): AsyncGenerator<readonly W[]> {
  const streams = sources.map(source => ({ source, page: [] as readonly W[], at: 0, behind: start, isDone: false }))
  for (;;) {
    for (const stream of streams) {
      if (stream.isDone || stream.at < stream.page.length) continue
      stream.page = await stream.source({ limit, behind: stream.behind })
      stream.at = 0
      stream.behind = stream.page.at(-1)?.order ?? stream.behind
      stream.isDone = stream.page.length === 0
    }
    const heads = streams.flatMap(({ page, at }) => page[at] ?? [])
    const [head, ...others] = heads
    if (head === undefined) return
    const first = others.reduce((least, other) => (compareOrder(other, least) < 0 ? other : least), head)
    const group: W[] = []
    for (const stream of streams) {
      for (let next = stream.page[stream.at]; next?.order === first.order; next = stream.page[stream.at]) {
        group.push(next)
        stream.at += 1
      }
    }
    yield group
  }
}

/** Compares by sort key, as the store does. */
export const compareOrder = (
  { order: one }: Pick<Waiting, 'order'>,
  { order: other }: Pick<Waiting, 'order'>,
): number => (one < other ? -1 : one > other ? 1 : 0)
