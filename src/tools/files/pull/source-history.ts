import type { ObsoleteText, PreviousSource, SourceHistory } from '../../../l10n/formats/format.ts'
import { formatById } from '../../../l10n/formats/registry.ts'
import type { ExportPolicy, Include } from '../../../l10n/translation/export.ts'
import type { Pacer } from '../../../scheduling/pacer.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Reader } from '../../../store/store.ts'
import { findSource } from '../../translations/sources.ts'
import { findExportedText } from '../../translations/text-history.ts'
import type { UnlistedEntries } from './target-files.ts'

/** An entry whose exported text translates the source with the hash `src`. */
export interface StaleText {
  readonly key: string
  readonly entryId: string
  readonly src: string
}

interface HistoryRequest {
  readonly format: string
  readonly stale: readonly StaleText[]
  readonly unlisted: UnlistedEntries
  readonly locale: string
  readonly include: Include
  readonly settings: ExportPolicy
  readonly pace: Pacer
}

/** Finds what a target file says of earlier sources, if the keys of its format are the source strings. */
export async function findHistory(request: HistoryRequest, read: Reader): Promise<SourceHistory | undefined> {
  if (formatById(request.format).keysAreSources !== true) return undefined
  return {
    previous: await findPrevious(request, read),
    obsolete: await findObsolete(request, read),
  }
}

async function findPrevious({ stale, pace }: HistoryRequest, read: Reader): Promise<SourceHistory['previous']> {
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
  { unlisted, locale, include, settings, pace }: HistoryRequest,
  read: Reader,
): Promise<SourceHistory['obsolete']> {
  const found: (readonly [string, ObsoleteText])[] = []
  for (const id of unlisted.entries) {
    if (pace.shouldYield) await pace.yieldNow()
    const translation = await read.translations.by('unit', compoundKey(id, locale))
    const [newest] = translation?.texts ?? []
    if (translation === undefined || newest === undefined) continue
    const text = await findExportedText(translation, { src: newest.src }, include, settings, read)
    const entry = await read.entries.get(id)
    const source = text && entry && (await findSource(entry, text.src, read))
    if (text === undefined || entry === undefined || source === undefined) continue
    const { context } = entry
    found.push([entry.key, { source, ...(context !== undefined && { context }), value: text.value }])
  }
  return found
}
