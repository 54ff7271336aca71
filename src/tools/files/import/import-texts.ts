import type { Finding } from '../../../l10n/checks/check.ts'
import { compareShape } from '../../../l10n/checks/import-forms.ts'
import type { TargetEntry } from '../../../l10n/formats/format.ts'
import { formatById } from '../../../l10n/formats/registry.ts'
import { sameMessage } from '../../../l10n/message/message.ts'
import {
  dependsOnHistory,
  hadTextBefore,
  type IncomingText,
  type MergeOutcome,
  mergeImport,
} from '../../../l10n/translation/merge.ts'
import { isUnreviewedImport } from '../../../l10n/translation/protection.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import { getSource } from '../../../l10n/translation/sources.ts'
import { findConflict, withoutConflicts } from '../../../l10n/translation/suggestions/conflict.ts'
import { withoutDecidedConflicts } from '../../../l10n/translation/suggestions/decided.ts'
import { Pacer } from '../../../scheduling/pacer.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Origin } from '../../../store/records/localization.ts'
import type { Reader } from '../../../store/store.ts'
import type { CheckRequest, Computation } from '../../../workers/computation.ts'
import type { Batch } from '../../translations/batch.ts'
import type { BranchReader, BranchView } from '../../translations/branch-view.ts'
import type { CheckRulesReader } from '../../translations/check-rules.ts'
import { recordTranslation } from '../../translations/record-text.ts'
import type { WrittenUnit } from '../../work/branch-reach.ts'
import { findUnlistedEntries } from '../pull/target-files.ts'
import {
  applyText,
  type ConflictText,
  type FoundText,
  findReplaced,
  MAX_REPLACED,
  type MergedText,
  type OutcomeCount,
  type ReplacedText,
  toImportCheckRequest,
} from './apply-text.ts'
import type { ImportFile } from './import-file.ts'
import { roundTripTexts, withoutFallbackCopy } from './round-trip.ts'
import { withoutFormerText, withoutOtherSource, withoutRejected } from './unfinished-texts.ts'
import { decideWaiting, findLackedSince, toFileText } from './waiting-texts.ts'

/** Revisions that are searched, newest first. A file with an older text counts as edited. */
const MAX_REVISIONS = 50

/** Merges one text of an imported file, with the history where the outcome depends on it; see `mergeImport`. */
async function mergeText(incoming: IncomingText, read: Pick<Reader, 'revisions' | 'batches'>): Promise<MergeOutcome> {
  const listRevisions = () =>
    read.revisions.page('translation', incoming.translation.id, { limit: MAX_REVISIONS }).then(({ items }) => items)
  const wasHere = dependsOnHistory(incoming) && hadTextBefore(incoming, await listRevisions())
  return withoutRejected(mergeImport(incoming, wasHere), incoming, read)
}

/**
 * `kept`: changed on the server since the last import and not in the file, or the file is older, also than the place of its string. `conflicts`: the file's translation waits for a decision, and
 * a pull keeps it. `fallback`: the locale has none, and its fallback has or had the file's. `refused`: one string where the source has plural forms, or vice versa. `missing`: listed entries without a translation in the file.
 */
export type ImportCounts = Record<OutcomeCount | 'missing', number>

export interface FileReport {
  readonly counts: ImportCounts
  /** Keys that the branch does not list. */
  readonly unknown: readonly string[]
  readonly findings: readonly (Finding & { readonly key: string })[]
  /** Imported translations with an error. */
  readonly faulty: number
  /** The first 20. */
  readonly conflicts: readonly ConflictText[]
  /** Texts of other writers that the file's texts replace, with the first five. */
  readonly replaced: { readonly count: number; readonly first: readonly ReplacedText[] }
  /** Imported translations that wait for a reviewer, because of who brought them. */
  readonly undecided: number
  /** Of the kept translations: those whose file has a text that a user rejected. */
  readonly rejected: number
  /** Of the imported translations: those for which the file names another source string. */
  readonly otherSource: number
  /** Keys of texts whose source has plural forms since they were written, or no longer has them. */
  readonly otherShape: readonly string[]
  /** The imported translations. */
  readonly written: readonly WrittenUnit[]
  /** Whether any translation changed, or would in a dry run. */
  readonly changed: boolean
}

interface ImportDestination {
  readonly batch: Batch
  readonly branch: string
  readonly checker: CheckRulesReader
  readonly view: BranchView
  readonly computed: Computation
  readonly dryRun: boolean
  /** As in `ApplyContext`. */
  readonly isTrusted: boolean
}

/** The caller of the import. */
interface Importer extends Omit<BranchReader, 'branch'> {
  readonly origin: Origin
  readonly view: BranchView
}

/** Conflicts of an answer: as many as somebody decides at a time. */
export const MAX_CONFLICTS = 20

/** Checks the translations of one file, before the transaction in which `importTexts` writes them. */
export async function checkImport(file: ImportFile, checker: CheckRulesReader, importer: Importer): Promise<void> {
  const { computed } = importer
  const pace = computed.pace()
  const questions: CheckRequest[] = []
  let conflicts = 0
  for (const one of await mergeTexts(file, importer)) {
    if (pace.shouldYield) await pace.yieldNow()
    const { merged, entry, line, theirs } = one
    const isConflict = merged.kind === 'conflict' && conflicts++ < MAX_CONFLICTS
    const isStored = merged.kind === 'imported' || isConflict
    if (isStored && typeof getSource(entry, line.src) === typeof theirs.value)
      questions.push(await toImportCheckRequest(one, file, checker))
  }
  await computed.checkAll(questions)
}

/** Merges the translations of one file into its locale and writes the changes. */
export async function importTexts(file: ImportFile, to: ImportDestination): Promise<FileReport> {
  const { tx, project, origin } = to.batch
  const { branchFile } = file.place.source
  const importer = { project, origin, view: to.view, read: tx, computed: to.computed }
  const found = await mergeTexts(file, importer)
  const listed = new Set(branchFile.items.map(({ key }) => key))
  const reshaped = file.reshaped.filter(({ key }) => listed.has(key))
  const refused = reshaped.length
  const missing = branchFile.items.length - found.length - refused
  const counts = { imported: 0, unchanged: 0, kept: 0, fallback: 0, conflicts: 0, refused, missing }
  const findings: (Finding & { key: string })[] = reshaped.flatMap(({ key, isPlural }) => {
    const shape = isPlural ? compareShape('', {}) : compareShape({}, '')
    return shape === undefined ? [] : [{ ...shape, key }]
  })
  const conflicts: ConflictText[] = []
  const replaced: ReplacedText[] = []
  const written: WrittenUnit[] = []
  const otherShape: string[] = []
  let replacements = 0
  const tally = { faulty: 0, undecided: 0, rejected: 0, otherSource: 0 }
  let changed = missing + refused > 0 && (await releaseMissing(file, to))
  const pace = to.computed.pace()
  for (const merged of found) {
    if (pace.shouldYield) await pace.yieldNow()
    const one = to.isTrusted ? await decideWaiting(merged, importer) : merged
    const { key, translation } = one
    const { count, after, findings: own, conflict } = await applyText(one, { ...to, file })
    counts[count] += 1
    const isOther = compareShape(getSource(one.entry, one.line.src), one.theirs.value) !== undefined
    if (isOther && count !== 'refused') otherShape.push(key)
    if (one.merged.kind === 'kept' && one.merged.isRejected) tally.rejected += 1
    findings.push(...own.map(finding => ({ ...finding, key })))
    if (count === 'imported' && one.theirs.ofSource === 'other') tally.otherSource += 1
    if (count === 'imported' && own.some(({ level }) => level === 'error')) tally.faulty += 1
    const { surplus } = one.theirs
    if (surplus !== undefined) findings.push({ ...toSurplusFinding(surplus), key })
    if (conflict !== undefined && conflicts.length < MAX_CONFLICTS) conflicts.push(conflict)
    if (after === translation) continue
    changed = true
    if (!to.dryRun) await recordTranslation(translation, after, to.batch)
    if (count !== 'imported') continue
    written.push({ entry: one.entry, line: one.line, translation: after })
    if (shownText(after, one.line).text?.undecided === true) tally.undecided += 1
    const was = findReplaced(one, origin)
    if (was !== undefined && replacements++ < MAX_REPLACED) replaced.push({ one, was })
  }
  const placed = new Set(reshaped.flatMap(({ names }) => names))
  const unknown = file.entries.map(({ key }) => key).filter(key => !listed.has(key) && !placed.has(key))
  return {
    counts,
    unknown: [...new Set(unknown)],
    findings,
    conflicts,
    replaced: { count: replacements, first: replaced },
    ...tally,
    otherShape,
    written,
    changed,
  }
}

/** Surplus forms are kept in the file, where programs ignore or refuse them. */
const toSurplusFinding = (count: number): Finding => ({
  id: 'extra_plural_forms',
  level: 'warning',
  message: `The header has fewer plural forms than the entry: ${count} surplus, kept in the file and not imported. No later answer repeats this.`,
  fix: 'Remove the msgstr with the highest numbers, or correct nplurals in the header.',
})

/** The merge outcome of each translation whose entry the branch lists. */
async function mergeTexts(file: ImportFile, importer: Importer): Promise<readonly MergedText[]> {
  const { project, origin, view, read, computed } = importer
  const found = await findTranslations(file, view)
  const others = found.filter(one => one.translation.texts.length > 0 && !isShownText(one))
  const written = await roundTripTexts(file, others, importer)
  const isFirst = others.some(({ theirs }) => !file.base.has(theirs.key))
  const lackedSince = isFirst ? await findLackedSince(file, project, read) : undefined
  const { settings } = project
  const mayReplacePeople = origin.kind === 'human' || settings.agents_replace
  const judged: MergedText[] = []
  const pace = computed.pace()
  let unlisted: ReturnType<typeof findUnlistedEntries> | undefined
  const owners = async () => (await (unlisted ??= findUnlistedEntries(file.place.source, read, pace))).owners
  for (const one of found) {
    if (pace.shouldYield) await pace.yieldNow()
    const { translation, line, theirs, key } = one
    const base = file.base.get(theirs.key)
    const incoming: IncomingText = {
      translation,
      line,
      theirs: toFileText(theirs, importer),
      base: base && toFileText(withMark(base), importer),
      written: written.get(key),
      importer: origin,
      mayReplacePeople,
      lackedSince,
      confirms: isConfirmed(one, base, file),
    }
    const known = await withoutFallbackCopy(await mergeText(incoming, read), one, importer)
    const merged = withoutOtherSource(await withoutFormerText(known, one, owners, read), one)
    judged.push({ ...one, merged })
  }
  return judged
}

/**
 * Whether a file says that a text translates the present source string: it names that, and calls the text finished that it called unfinished before. Without
 * such a mark, a program may have replaced only the source string.
 */
function isConfirmed(
  { theirs, translation, line }: FoundText,
  base: TargetEntry | undefined,
  { place }: ImportFile,
): boolean {
  const isNamed = theirs.ofSource === 'present' || formatById(place.source.file.format).keysAreSources === true
  if (!isNamed || theirs.state === 'needs_review') return false
  const { text } = shownText(translation, line)
  return base?.state === 'needs_review' || (text !== undefined && isUnreviewedImport(text))
}

/** A text whose file names another source string for it, with the state in which it was imported. */
const withMark = (entry: TargetEntry): TargetEntry =>
  entry.ofSource === 'other' ? { ...entry, state: 'needs_review' } : entry

/** Listed entries that have a translation in the file, in source order. */
async function findTranslations({ place, entries }: ImportFile, view: BranchView): Promise<readonly FoundText[]> {
  const texts = new Map(entries.map(entry => [entry.key, entry]))
  const found: FoundText[] = []
  const pace = new Pacer()
  for (const { key, entry_id, ...line } of place.source.branchFile.items) {
    if (pace.shouldYield) await pace.yieldNow()
    const theirs = texts.get(key)
    if (theirs === undefined) continue
    const entry = await view.getEntry(entry_id, line)
    found.push({ key, theirs, entry, translation: await view.getTranslation(entry, place.locale, line), line })
  }
  return found
}

/** Whether the file has exactly the current translation. */
function isShownText({ theirs, translation, line }: FoundText): boolean {
  const { text } = shownText(translation, line)
  return text !== undefined && sameMessage(text.value, theirs.value)
}

/** Ends the conflicts whose texts are no longer in the file, not even under a former key. Returns whether there were any. */
async function releaseMissing(
  { place: { locale, source }, entries }: ImportFile,
  { batch, branch, computed, dryRun }: ImportDestination,
): Promise<boolean> {
  const { tx } = batch
  const texts = new Map(entries.map(({ key, value }) => [key, value]))
  const pace = computed.pace()
  let hasChanges = false
  for (const { key, entry_id, ...line } of source.branchFile.items) {
    if (pace.shouldYield) await pace.yieldNow()
    const translation = texts.has(key) ? undefined : await tx.translations.by('unit', compoundKey(entry_id, locale))
    const after = translation && withoutDecidedConflicts(withoutConflicts(translation, branch, true), branch, undefined)
    if (translation === undefined || after === undefined || after === translation) continue
    const branchFile = [findConflict(translation, line, branch), ...(translation.decided ?? [])].flatMap(
      one => one ?? [],
    )
    const formerKeys = (await tx.entries.get(entry_id))?.other_keys ?? []
    const isHeld = (former: string): boolean =>
      branchFile.some(({ value }) => sameMessage(texts.get(former) ?? {}, value))
    if (formerKeys.some(isHeld)) continue
    hasChanges = true
    if (!dryRun) await recordTranslation(translation, after, batch)
  }
  return hasChanges
}
