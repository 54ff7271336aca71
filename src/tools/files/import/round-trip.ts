import type { TargetEntry } from '../../../l10n/formats/format.ts'
import { fallbackChain } from '../../../l10n/locales/fallback-chain.ts'
import { type Message, sameMessage } from '../../../l10n/message/message.ts'
import type { Include } from '../../../l10n/translation/export.ts'
import type { MergeOutcome, RoundTrip } from '../../../l10n/translation/merge.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import type { SourceLine } from '../../../l10n/translation/translation.ts'
import { Pacer } from '../../../scheduling/pacer.ts'
import type { BranchReader } from '../../translations/branch-view.ts'
import { findCopiedFallback } from '../../translations/fallback-text.ts'
import type { Project, Translation } from '../../translations/records.ts'
import { findExportedText } from '../../translations/text-history.ts'
import { findSiblingFile, toTargetInput } from '../pull/target-files.ts'
import type { ImportFile } from './import-file.ts'

/** The stored translation for a key of the file. */
export interface ListedTranslation {
  readonly key: string
  readonly translation: Translation
  /** The source string on the branch. */
  readonly line: SourceLine
}

type ProjectReader = Omit<BranchReader, 'branch'>

/** Writes the texts of units as a pull does, and reads them again; by key. */
export async function roundTripTexts(
  file: ImportFile,
  translations: readonly ListedTranslation[],
  from: ProjectReader,
): Promise<ReadonlyMap<string, RoundTrip>> {
  const pulled = await exportValues(translations, from.project.settings.export, from)
  const shown = await exportValues(translations, 'all', from)
  const others = [...shown].filter(([key, value]) => !sameMessage(value, pulled.get(key) ?? {}))
  const readPulled = await writeAndRead(file, pulled, from)
  const readOthers = await writeAndRead(file, new Map(others), from)
  return new Map(
    translations.map(({ key }) => [
      key,
      { pulled: readPulled.get(key), shown: readOthers.get(key) ?? readPulled.get(key) },
    ]),
  )
}

async function exportValues(
  translations: readonly ListedTranslation[],
  include: Include,
  { project: { settings }, read }: ProjectReader,
): Promise<ReadonlyMap<string, Message>> {
  const values = new Map<string, Message>()
  const pace = new Pacer()
  for (const { key, translation, line } of translations) {
    if (pace.shouldYield) await pace.yieldNow()
    const text = await findExportedText(translation, line, include, settings, read)
    if (text !== undefined) values.set(key, text.value)
  }
  return values
}

async function writeAndRead(
  { place: { path, source, locale }, before }: ImportFile,
  values: ReadonlyMap<string, Message>,
  { project, read, computed }: ProjectReader,
): Promise<ReadonlyMap<string, Message>> {
  if (values.size === 0) return new Map()
  const sibling = before === undefined ? await findSiblingFile({ project, source }, read) : undefined
  const place = toTargetInput(source, locale, path)
  const content = await computed.writeTarget({ ...place, base: before, sibling: sibling?.content, values })
  const { entries } = await computed.readTarget({ ...place, content })
  return new Map(entries.filter(({ key }) => values.has(key)).map(({ key, value }) => [key, value]))
}

/** What becomes of a text of a file. `fallback`: it is or was the translation of a fallback, and the locale has none. */
export type ImportOutcome = MergeOutcome | { readonly kind: 'fallback' }

/** Takes texts out of an import that a pull may have written from a fallback. They would become translations of a locale that nobody translated. */
export async function withoutFallbackCopy(
  merged: MergeOutcome,
  { translation, line, theirs }: ListedTranslation & { readonly theirs: Pick<TargetEntry, 'value'> },
  { project, read }: ProjectReader,
): Promise<ImportOutcome> {
  if (merged.kind !== 'imported' || shownText(translation, line).text !== undefined) return merged
  const unit = { entryId: translation.entry_id, locale: translation.locale }
  const copied = await findCopiedFallback(project, unit, theirs.value, read)
  return copied === undefined ? merged : { kind: 'fallback' }
}

/** Orders files so that a fallback is imported before the locales that it replaces missing translations of. */
export const orderByFallback = (files: readonly ImportFile[], project: Project): readonly ImportFile[] =>
  files.toSorted(
    (a, b) => fallbackChain(project, a.place.locale).length - fallbackChain(project, b.place.locale).length,
  )

/** The sentence about texts that an import left out. */
export const describeFallbackCopies = (count: number): string =>
  `Not imported: ${count}, equal to the translation of a fallback; to make them translations, send them with submit_translations.`
