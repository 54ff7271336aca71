import type { Message } from '../message/message.ts'
import type { Revision, Translation } from './translation.ts'

/** Selects the texts that a pull exports: `translated` = translated or approved, `approved` = approved only, `all` = also those in review. */
export const INCLUDES = ['translated', 'approved', 'all'] as const
export type Include = (typeof INCLUDES)[number]

/** The text that a pull writes to a target file. */
export interface ExportedText {
  readonly value: Message
  /** Hash of the source that it translates. */
  readonly src: string
  /** Whether that is another source than the branch's. */
  readonly stale: boolean
  /** Time at which it was written, ISO 8601. */
  readonly at: string
}

/**
 * Returns the text for the branch's source, else the newest for another source, if its state may be exported. If not, returns the last text that may be, so
 * that a translation in review does not disappear from an application.
 * @param readRevisions revisions of the translation, newest first; read only if the shown text may not be exported
 */
export async function exportedText(
  { texts, rev }: Pick<Translation, 'texts' | 'rev'>,
  src: string,
  include: Include,
  readRevisions: () => AsyncIterable<Revision> | Iterable<Revision>,
): Promise<ExportedText | undefined> {
  const shown = texts.find(text => text.src === src) ?? texts[0]
  if (shown === undefined) return undefined
  if (IS_EXPORTABLE[include](shown.state))
    return { value: shown.value, src: shown.src, stale: shown.src !== src, at: shown.at }
  return rev === 1 ? undefined : findLastExportable(readRevisions(), src, include)
}

const IS_EXPORTABLE: Readonly<Record<Include, (state: Revision['state']) => boolean>> = {
  translated: state => state === 'translated' || state === 'approved',
  approved: state => state === 'approved',
  all: state => state !== 'untranslated',
}

/** Finds the newest exportable text for the source, else for another one. Skips withdrawn texts. */
async function findLastExportable(
  revisions: AsyncIterable<Revision> | Iterable<Revision>,
  src: string,
  include: Include,
): Promise<ExportedText | undefined> {
  const withdrawn = new Set<string>()
  const restored = new Map<string, string>()
  let other: ExportedText | undefined
  for await (const revision of revisions) {
    // The revisions between a restored text and its original were withdrawn.
    if ((restored.get(revision.src) ?? revision.id) !== revision.id) continue
    restored.delete(revision.src)
    if (revision.restores !== undefined) restored.set(revision.src, revision.restores)
    else if (revision.state === 'untranslated') withdrawn.add(revision.src)
    if (withdrawn.has(revision.src) || !IS_EXPORTABLE[include](revision.state)) continue
    const { value, at } = revision
    if (revision.src === src) return { value, src, stale: false, at }
    other ??= { value, src: revision.src, stale: true, at }
  }
  return other
}
