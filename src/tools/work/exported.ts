import type { Message } from '../../l10n/message.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import type { Unit } from './unit.ts'

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

const mayLeave = ({ state }: { readonly state: string }): boolean => state === 'translated' || state === 'approved'

/** Looks through the history of one unit, newest first; only units whose text is in review come here. What was withdrawn has no past. */
async function lastExportable(unit: Unit, src: string, read: Reader): Promise<Exported | undefined> {
  const withdrawn = new Set<string>()
  let other: Exported | undefined
  let after: string | undefined
  do {
    const page = await read.revisions.page('translation', unit.id, { limit: 50, after })
    for (const revision of page.items) {
      if (revision.state === 'untranslated') withdrawn.add(revision.src)
      if (withdrawn.has(revision.src) || !mayLeave(revision)) continue
      if (revision.src === src) return { value: revision.value, stale: false }
      other ??= { value: revision.value, stale: true }
    }
    after = page.next
  } while (after !== undefined)
  return other
}
