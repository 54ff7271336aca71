import type { Message } from '../../l10n/message.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import type { Text, Unit } from './unit.ts'

/** What a pull puts into a target file for one unit. */
export interface Exported {
  readonly value: Frozen<Message>
  /** Made from another source than the branch has. */
  readonly stale: boolean
}

/**
 * The newest text that may leave: one made from the branch's source, else the newest of another. A text in review stands back for the last one that
 * was translated or approved, so that nothing vanishes from an application because somebody looks at it.
 */
export async function exportedText(unit: Unit, src: string, read: Reader): Promise<Exported | undefined> {
  const own = unit.texts.find(text => text.src === src)
  const newest = own ?? unit.texts[0]
  if (newest === undefined) return undefined
  return mayLeave(newest) ? { value: newest.value, stale: newest.src !== src } : lastExportable(unit, src, read)
}

const mayLeave = ({ state }: Pick<Text, 'state'>): boolean => state !== 'needs_review'

/** Looks through the history of one unit; only units whose text is in review come here. */
async function lastExportable(unit: Unit, src: string, read: Reader): Promise<Exported | undefined> {
  let other: Exported | undefined
  let after: string | undefined
  do {
    const page = await read.revisions.page('translation', unit.id, { limit: 50, after })
    const found = page.items.filter(mayLeave)
    const own = found.find(revision => revision.src === src)
    if (own !== undefined) return { value: own.value, stale: false }
    other ??= found[0] && { value: found[0].value, stale: true }
    after = page.next
  } while (after !== undefined)
  return other
}
