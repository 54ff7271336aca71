import type { Finding } from '../../../l10n/checks/check.ts'
import { compareShape, relaxMissingForms } from '../../../l10n/checks/import-forms.ts'
import type { TargetEntry } from '../../../l10n/formats/format.ts'
import { withText } from '../../../l10n/translation/change.ts'
import { isSameCredential } from '../../../l10n/translation/line.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import { getSource } from '../../../l10n/translation/sources.ts'
import {
  type ConflictReason,
  findConflict,
  withConflict,
  withoutConflicts,
} from '../../../l10n/translation/suggestions/conflict.ts'
import { withoutDecidedConflicts } from '../../../l10n/translation/suggestions/decided.ts'
import type { Origin } from '../../../store/records/localization.ts'
import { escapeInvisible } from '../../../text/escape.ts'
import type { CheckRequest, Computation } from '../../../workers/computation.ts'
import type { Batch } from '../../translations/batch.ts'
import type { CheckRulesReader } from '../../translations/check-rules.ts'
import type { Entry, TextVersion, Translation } from '../../translations/records.ts'
import type { ImportFile } from './import-file.ts'
import type { ImportOutcome, ListedTranslation } from './round-trip.ts'

/** A translation of the file with its entry. */
export interface FoundText extends ListedTranslation {
  readonly theirs: TargetEntry
  readonly entry: Entry
}

/** A translation of the file with its merge outcome. */
export interface MergedText extends FoundText {
  readonly merged: ImportOutcome
}

/** A text of another writer that the file's text replaces. */
export interface ReplacedText {
  readonly one: MergedText
  readonly was: TextVersion
}

/** Replaced texts that an answer lists. */
export const MAX_REPLACED = 5

/** Returns the text that an import replaces, if another user or credential wrote it. A text for another source stays beside the new one. */
export function findReplaced({ merged, translation, line }: MergedText, importer: Origin): TextVersion | undefined {
  const was = merged.kind === 'imported' ? translation.texts.find(text => text.src === line.src) : undefined
  return was === undefined || isSameCredential(was.origin, importer) ? undefined : was
}

/** A text that stays in the file until somebody decides between it and the project's. */
export interface ConflictText {
  readonly one: MergedText
  readonly why: ConflictReason
  readonly after: Translation
  readonly suggestion: Translation['suggestions'][number]
}

export type OutcomeCount = 'imported' | 'unchanged' | 'kept' | 'fallback' | 'conflicts' | 'refused'

/** A merged text as it is stored. */
export interface AppliedText {
  readonly count: OutcomeCount
  readonly after: Translation
  readonly findings: readonly Finding[]
  readonly conflict?: ConflictText
}

interface ApplyContext {
  readonly file: ImportFile
  readonly branch: string
  readonly batch: Batch
  readonly checker: CheckRulesReader
  readonly computed: Computation
  /** Whether the policy takes the importer's word for what is finished. */
  readonly isTrusted: boolean
}

/** The state of an imported text: under `review: required`, a reviewer decides about what a token without `project:admin` brings as finished. */
function decide(
  state: TextVersion['state'],
  { theirs }: Pick<MergedText, 'theirs'>,
  { batch, isTrusted }: Pick<ApplyContext, 'batch' | 'isTrusted'>,
): Pick<TextVersion, 'state' | 'undecided'> {
  const isFinished = theirs.state !== 'needs_review' && state !== 'approved'
  const isUndecided = isFinished && !isTrusted && batch.project.settings.review === 'required'
  return isUndecided ? { state: 'needs_review', undecided: true } : { state }
}

/** Applies the merge outcome of one text. */
export async function applyText(one: MergedText, context: ApplyContext): Promise<AppliedText> {
  const applied = await applyOutcome(one, context)
  return { ...applied, after: withoutDecidedConflicts(applied.after, context.branch, one.theirs.value) }
}

/** The conflicts of the branch end with any other outcome. */
async function applyOutcome(one: MergedText, context: ApplyContext): Promise<AppliedText> {
  const { batch, branch } = context
  const { theirs, entry, translation, line, merged } = one
  const { src } = line
  const source = getSource(entry, src)
  if (merged.kind === 'unchanged') return toApplied('unchanged', withoutConflicts(translation, branch, false))
  if (merged.kind === 'kept' || merged.kind === 'fallback')
    return toApplied(merged.kind, withoutConflicts(translation, branch, true))
  const shape = compareShape(source, theirs.value)
  if (shape !== undefined) return toApplied('refused', withoutConflicts(translation, branch, true), [shape])
  switch (merged.kind) {
    case 'conflict': {
      const origin = toImportOrigin(batch)
      const after = withConflict(translation, { ...line, value: theirs.value, origin, branch }, batch)
      const suggestion = findConflict(after, line, branch)
      if (suggestion === undefined) throw new Error('a conflict is open after its import')
      return { ...toApplied('conflicts', after), conflict: { one, why: merged.why, after, suggestion } }
    }
    case 'restated': {
      const { findings } = shownText(translation, line).text ?? { findings: [] }
      const { state, origin } = merged
      const restated = { src, value: theirs.value, ...decide(state, one, context), origin, findings: [...findings] }
      return toApplied(
        'imported',
        withoutConflicts(withText(translation, entry, restated, line, batch.at), branch, false),
      )
    }
    case 'imported': {
      const checked = await context.computed.check(await toImportCheckRequest(one, context.file, context.checker))
      const findings = relaxMissingForms(checked.findings, batch.project.settings.levels)
      const origin = toImportOrigin(batch)
      const imported = {
        src,
        value: theirs.value,
        ...decide(merged.state, one, context),
        origin,
        findings: [...findings],
      }
      const after = withoutConflicts(withText(translation, entry, imported, line, batch.at), branch, false)
      return toApplied('imported', after, findings)
    }
  }
}

/** The writer of imported texts. */
const toImportOrigin = ({ origin }: Pick<Batch, 'origin'>): Origin => ({ ...origin, kind: 'import' })

export const toImportCheckRequest = async (
  { theirs, entry, line }: FoundText,
  { place, categories }: ImportFile,
  checker: CheckRulesReader,
): Promise<CheckRequest> => ({
  ...(await checker.getRules(entry, place.locale)),
  categories,
  source: getSource(entry, line.src),
  target: theirs.value,
  asIs: true,
  name: escapeInvisible(entry.key),
})

const toApplied = (count: OutcomeCount, after: Translation, findings: readonly Finding[] = []): AppliedText => ({
  count,
  after,
  findings,
})
