import type { Finding } from '../../../l10n/checks/check.ts'
import type { TargetEntry } from '../../../l10n/formats/format.ts'
import { sameMessage } from '../../../l10n/message/message.ts'
import { withSuggestion, withText } from '../../../l10n/translation/change.ts'
import type { MergeOutcome } from '../../../l10n/translation/merge.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import { getSource } from '../../../l10n/translation/sources.ts'
import { Pacer } from '../../../scheduling/pacer.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { Origin, ProjectRecord } from '../../../store/records/localization.ts'
import { escapeInvisible } from '../../../text/escape.ts'
import type { CheckRequest, Computation } from '../../../workers/computation.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import type { Batch } from '../../translations/batch.ts'
import type { BranchView } from '../../translations/branch-view.ts'
import { type CheckRulesReader } from '../../translations/check-rules.ts'
import { recordTranslation } from '../../translations/record-text.ts'
import type { Entry, Translation } from '../../translations/records.ts'
import type { ImportFile } from './import-file.ts'
import { mergeText } from './merge-text.ts'
import { type ListedTranslation, roundTripTexts } from './round-trip.ts'

export interface ImportCounts {
  imported: number
  unchanged: number
  /** Changed on the server since the last import and not in the file, or the file is older. */
  kept: number
  /** Changed on both sides, or written by a user; the file's translation becomes a suggestion. */
  conflicts: number
  /** Approved or locked; the file's translation becomes a suggestion. */
  suggested: number
  /** One string where the source has plural forms, or vice versa. */
  refused: number
  /** Listed entries without a translation in the file. */
  missing: number
}

/** Result of importing one file. */
export interface FileReport {
  readonly counts: ImportCounts
  /** Keys that the branch does not list. */
  readonly unknown: readonly string[]
  readonly findings: readonly (Finding & { readonly key: string })[]
  /** Whether any translation changed, or would in a dry run. */
  readonly changed: boolean
}

interface ImportDestination {
  readonly batch: Batch
  readonly checker: CheckRulesReader
  readonly view: BranchView
  readonly computed: Computation
  readonly dryRun: boolean
}

/** A translation of the file with its entry. */
interface FoundText extends ListedTranslation {
  readonly theirs: TargetEntry
  readonly entry: Entry
}

/** A translation of the file with its merge outcome. */
interface MergedText extends FoundText {
  readonly merged: MergeOutcome
}

/** The caller of the import. */
interface Importer {
  readonly project: Frozen<ProjectRecord>
  readonly kind: Origin['kind']
  readonly view: BranchView
}

/** Checks the translations of one file, before the transaction in which `importTexts` writes them. */
export async function checkImport(
  file: ImportFile,
  checker: CheckRulesReader,
  importer: Importer,
  reading: ReadDeps,
): Promise<void> {
  const pace = reading.computed.pace()
  const questions: CheckRequest[] = []
  for (const one of await mergeTexts(file, importer, reading)) {
    if (pace.shouldYield) await pace.yieldNow()
    if (needsCheck(one)) questions.push(await toImportCheckRequest(one, file, checker))
  }
  await reading.computed.checkAll(questions)
}

/** Merges the translations of one file into its locale and writes the changes. */
export async function importTexts(file: ImportFile, to: ImportDestination): Promise<FileReport> {
  const { tx, project, origin } = to.batch
  const found = await mergeTexts(
    file,
    { project, kind: origin.kind, view: to.view },
    { read: tx, computed: to.computed },
  )
  const { held } = file.place.source
  const missing = held.items.length - found.length
  const counts = { imported: 0, unchanged: 0, kept: 0, conflicts: 0, suggested: 0, refused: 0, missing }
  const findings: (Finding & { key: string })[] = []
  let changed = false
  const pace = to.computed.pace()
  for (const one of found) {
    if (pace.shouldYield) await pace.yieldNow()
    const { key } = one
    const taken = await applyText(one, file, to)
    counts[taken.count] += 1
    findings.push(...taken.findings.map(finding => ({ ...finding, key })))
    if (taken.before === taken.after) continue
    changed = true
    if (!to.dryRun) await recordTranslation(taken.before, taken.after, to.batch)
  }
  const listed = new Set(held.items.map(({ key }) => key))
  const unknown = file.entries.map(({ key }) => key).filter(key => !listed.has(key))
  return { counts, unknown: [...new Set(unknown)], findings, changed }
}

/** The merge outcome of each translation whose entry the branch lists. */
async function mergeTexts(
  file: ImportFile,
  { project, kind, view }: Importer,
  reading: ReadDeps,
): Promise<readonly MergedText[]> {
  const { read, computed } = reading
  const found = await findTranslations(file, view)
  const others = found.filter(one => one.translation.texts.length > 0 && !isShownText(one))
  const written = await roundTripTexts(file, others, project, reading)
  const mayReplacePeople = kind === 'human' || project.settings.agents_replace
  const judged: MergedText[] = []
  const pace = computed.pace()
  for (const one of found) {
    if (pace.shouldYield) await pace.yieldNow()
    const { translation, src, theirs, key } = one
    const base = file.base.get(theirs.key)
    const incoming = { translation, src, theirs, base, written: written.get(key), mayReplacePeople }
    const merged = await mergeText(incoming, read)
    judged.push({ ...one, merged })
  }
  return judged
}

/** Whether checks run: for imported translations with the same shape as the source. */
const needsCheck = ({ merged, entry, src, theirs }: MergedText): boolean =>
  merged.kind === 'imported' && typeof getSource(entry, src) === typeof theirs.value

const toImportCheckRequest = async (
  { theirs, entry, src }: FoundText,
  { place, categories }: ImportFile,
  checker: CheckRulesReader,
): Promise<CheckRequest> => ({
  ...(await checker.getRules(entry, place.locale)),
  categories,
  source: getSource(entry, src),
  target: theirs.value,
  asIs: true,
  name: escapeInvisible(entry.key),
})

/** Listed entries that have a translation in the file, in source order. */
async function findTranslations({ place, entries }: ImportFile, view: BranchView): Promise<readonly FoundText[]> {
  const texts = new Map(entries.map(entry => [entry.key, entry]))
  const found: FoundText[] = []
  const pace = new Pacer()
  for (const { key, entry_id, src } of place.source.held.items) {
    if (pace.shouldYield) await pace.yieldNow()
    const theirs = texts.get(key)
    if (theirs === undefined) continue
    const entry = await view.getEntry(entry_id, src)
    found.push({ key, theirs, entry, translation: await view.getTranslation(entry, place.locale, src), src })
  }
  return found
}

/** Whether the file has exactly the current translation. */
function isShownText({ theirs, translation, src }: FoundText): boolean {
  const { text } = shownText(translation, src)
  return text !== undefined && sameMessage(text.value, theirs.value)
}

interface AppliedText {
  readonly count: keyof ImportCounts
  readonly before: Translation
  readonly after: Translation
  readonly findings: readonly Finding[]
}

async function applyText(one: MergedText, file: ImportFile, to: ImportDestination): Promise<AppliedText> {
  const { batch } = to
  const { theirs: text, entry, translation, src, merged } = one
  const as = (count: keyof ImportCounts, after = translation, findings: readonly Finding[] = []): AppliedText => ({
    count,
    before: translation,
    after,
    findings,
  })
  const source = getSource(entry, src)
  const origin: Origin = { ...batch.origin, kind: 'import' }
  if (merged.kind === 'unchanged' || merged.kind === 'kept') return as(merged.kind)
  if (typeof source !== typeof text.value) return as('refused', translation, [toShapeFinding(source)])
  switch (merged.kind) {
    case 'conflict':
    case 'suggested': {
      const count = merged.kind === 'conflict' ? 'conflicts' : 'suggested'
      return as(count, withSuggestion(translation, { value: text.value, src, origin }, batch))
    }
    case 'restated': {
      const { findings } = shownText(translation, src).text ?? { findings: [] }
      const { state, origin: theirOrigin } = merged
      const restated = { src, value: text.value, state, origin: theirOrigin, findings: [...findings] }
      return as('imported', withText(translation, entry, restated, batch.at))
    }
    case 'imported': {
      const checked = await to.computed.check(await toImportCheckRequest(one, file, to.checker))
      const found = relaxMissingForms(checked.findings, batch)
      const imported = { src, value: text.value, state: merged.state, origin, findings: [...found] }
      return as('imported', withText(translation, entry, imported, batch.at), found)
    }
  }
}

/** A missing plural form is only a warning on import, because applications fall back to another form; other faults stay errors. */
function relaxMissingForms(findings: readonly Finding[], { project }: Batch): readonly Finding[] {
  const errors = findings.filter(({ level }) => level === 'error')
  const isForms = errors.every(({ id }) => id === 'plural_forms')
  if (!isForms || Object.hasOwn(project.settings.levels, 'plural_forms')) return findings
  return findings.map(finding => (finding.id === 'plural_forms' ? { ...finding, level: 'warning' } : finding))
}

const toShapeFinding = (source: unknown): Finding =>
  typeof source === 'string'
    ? { id: 'plural_forms', level: 'error', message: 'The source has no plural forms, but the file does.' }
    : { id: 'plural_forms', level: 'error', message: 'The source has plural forms, but the file does not.' }
