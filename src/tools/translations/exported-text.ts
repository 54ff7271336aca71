import type { Message } from '../../l10n/message/message.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Reader } from '../../store/store.ts'
import { recentRevisions } from './text-history.ts'
import type { Unit } from './unit.ts'

/** Which texts leave: `translated` = translated or approved, `approved` = these alone, `all` = also those in review. */
export const INCLUDES = ['translated', 'approved', 'all'] as const
export type Include = (typeof INCLUDES)[number]

/** What a pull puts into a target file for one unit. */
export interface ExportedText {
  readonly value: Frozen<Message>
  /** Made from another source than the branch has. */
  readonly stale: boolean
  /** When the text was written. */
  readonly at: string
}

/**
 * The newest text that may leave: one made from the branch's source, else the newest of another. One that may not stands back for the last one that could,
 * so that nothing vanishes from an application because somebody looks at it.
 */
export async function findExportedText(
  unit: Unit,
  src: string,
  include: Include,
  read: Reader,
): Promise<ExportedText | undefined> {
  const own = unit.texts.find(text => text.src === src)
  const newest = own ?? unit.texts[0]
  if (newest === undefined) return undefined
  if (IS_EXPORTABLE[include](newest.state)) return { value: newest.value, stale: newest.src !== src, at: newest.at }
  return unit.rev === 1 ? undefined : findLastExportable(unit, src, include, read)
}

const IS_EXPORTABLE: Readonly<Record<Include, (state: string) => boolean>> = {
  translated: state => state === 'translated' || state === 'approved',
  approved: state => state === 'approved',
  all: state => state !== 'untranslated',
}

/**
 * Looks through the last 200 revisions of one unit, newest first; only units whose text may not leave come here. What was withdrawn has no past.
 */
async function findLastExportable(
  unit: Unit,
  src: string,
  include: Include,
  read: Reader,
): Promise<ExportedText | undefined> {
  const withdrawn = new Set<string>()
  const restored = new Map<string, string>()
  let other: ExportedText | undefined
  for await (const revision of recentRevisions(unit.id, read)) {
    // What lies between a text that was brought back and where it comes from was taken back.
    if ((restored.get(revision.src) ?? revision.id) !== revision.id) continue
    restored.delete(revision.src)
    if (revision.restores !== undefined) restored.set(revision.src, revision.restores)
    else if (revision.state === 'untranslated') withdrawn.add(revision.src)
    if (withdrawn.has(revision.src) || !IS_EXPORTABLE[include](revision.state)) continue
    const { value, at } = revision
    if (revision.src === src) return { value, stale: false, at }
    other ??= { value, stale: true, at }
  }
  return other
}
