import type { ObsoleteText, PreviousSource, SourceHistory } from '../../../l10n/formats/format.ts'
import { formatById } from '../../../l10n/formats/registry.ts'
import type { Pacer } from '../../../scheduling/pacer.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Reader } from '../../../store/store.ts'
import type { Entry, TextVersion } from '../../translations/records.ts'
import { findSource } from '../../translations/sources.ts'
import { findExportedText, type Revision, recentRevisions } from '../../translations/text-history.ts'
import type { RenderedTarget } from './rendering.ts'

/** An entry whose exported text translates the source with the hash `src`. */
export interface StaleText {
  readonly key: string
  readonly entryId: string
  readonly src: string
}

/** Finds what a target file says of earlier sources, if the keys of its format are the source strings. */
export async function findHistory(
  target: RenderedTarget,
  stale: readonly StaleText[],
  read: Reader,
): Promise<SourceHistory | undefined> {
  if (formatById(target.source.file.format).keysAreSources !== true) return undefined
  return { previous: await findPrevious(stale, target.pace, read), obsolete: await findObsolete(target, read) }
}

async function findPrevious(
  stale: readonly StaleText[],
  pace: Pacer,
  read: Reader,
): Promise<SourceHistory['previous']> {
  const found: (readonly [string, PreviousSource])[] = []
  for (const { key, entryId, src } of stale) {
    if (pace.shouldYield) await pace.yieldNow()
    const entry = await read.entries.get(entryId)
    const source = entry && (await findSource(entry, src, read))
    if (entry === undefined || source === undefined) continue
    found.push([key, { source, ...(entry.context !== undefined && { context: entry.context }) }])
  }
  return found
}

async function findObsolete(
  { project, source: { file }, branch, unlisted, locale, include, pace }: RenderedTarget,
  read: Reader,
): Promise<SourceHistory['obsolete']> {
  const found: { readonly key: string; readonly at: string; readonly text: ObsoleteText }[] = []
  for (const id of unlisted.entries) {
    if (pace.shouldYield) await pace.yieldNow()
    const translation = await read.translations.by('unit', compoundKey(id, locale))
    const [newest] = translation?.texts ?? []
    const entry = translation && (await read.entries.get(id))
    const past = entry && newest && findPast(entry, newest, { file: file.id, branch })
    if (translation === undefined || entry === undefined || past === undefined) continue
    const now = await findExportedText(translation, { src: past.src }, include, project.settings, read)
    const isLater = past.at !== undefined && now !== undefined && now.at > past.at
    const text = isLater ? await findTextAt(translation.id, past, read) : now
    const source = text && (await findSource(entry, text.src, read))
    if (text === undefined || source === undefined) continue
    const { context } = entry
    const { key, at = '' } = past
    found.push({ key, at, text: { source, ...(context !== undefined && { context }), value: text.value } })
  }
  // What was dropped together keeps its order, whatever another branch does with it.
  const sorted = found.toSorted((a, b) => compareText(a.at, b.at) || compareText(a.key, b.key))
  return sorted.map(({ key, text }) => [key, text])
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Finds the key and source that a branch had of a string, and when it dropped it; undefined if it never had the string, or has it in another file. */
function findPast(
  { key, dropped, unlined }: Entry,
  newest: TextVersion,
  { file, branch }: { readonly file: string; readonly branch: string },
): { readonly key: string; readonly src: string; readonly at?: string } | undefined {
  const own = dropped?.findLast(one => one.branch === branch && one.file_id === file)
  return own ?? (unlined === true ? { key, src: newest.src } : undefined)
}

/** Finds the last finished text for a source up to a time. */
async function findTextAt(
  translation: string,
  { src, at = '' }: NonNullable<ReturnType<typeof findPast>>,
  read: Reader,
): Promise<Pick<Revision, 'src' | 'value'> | undefined> {
  for await (const revision of recentRevisions(translation, read)) {
    const isFinished = revision.state === 'translated' || revision.state === 'approved'
    if (revision.src === src && revision.at <= at && isFinished) return revision
  }
  return undefined
}
