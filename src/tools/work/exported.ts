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
  const best = [own, ...unit.texts].find(text => text !== undefined && mayLeave(text))
  if (best !== undefined && (own === undefined || best === own)) return { value: best.value, stale: best.src !== src }
  const earlier = own === undefined ? undefined : await lastExportable(unit, src, read)
  if (earlier !== undefined) return { value: earlier, stale: false }
  return best === undefined ? undefined : { value: best.value, stale: best.src !== src }
}

const mayLeave = ({ state }: Pick<Text, 'state'>): boolean => state !== 'needs_review'

/** Looks through the history of one unit; only units in review come here. */
async function lastExportable(unit: Unit, src: string, read: Reader): Promise<Frozen<Message> | undefined> {
  let after: string | undefined
  do {
    const page = await read.revisions.page('translation', unit.id, { limit: 50, after })
    const found = page.items.find(revision => revision.src === src && mayLeave(revision))
    if (found !== undefined) return found.value
    after = page.next
  } while (after !== undefined)
  return undefined
}
