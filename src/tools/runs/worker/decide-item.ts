import type { CheckResult, Finding } from '../../../l10n/checks/check.ts'
import { describeRepairs } from '../../../l10n/checks/check-text.ts'
import { type Engine, type ItemFinding, MEMORY } from '../../../l10n/engines/engine.ts'
import { sameMessage } from '../../../l10n/message/message.ts'
import { withSuggestion, withText, withVoice } from '../../../l10n/translation/change.ts'
import {
  judgeSubmission,
  type Submission,
  type SubmissionVerdict,
  withVerdict,
} from '../../../l10n/translation/judge.ts'
import { isProtected } from '../../../l10n/translation/protection.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import type { Refusal, TextVersion } from '../../../l10n/translation/translation.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { Origin } from '../../../store/records/localization.ts'
import type { RunItem } from '../../../store/records/runs.ts'
import type { Batch } from '../../translations/batch.ts'
import type { Project, Translation } from '../../translations/records.ts'
import type { Run } from '../plan.ts'
import type { SelectedUnit } from '../select-items.ts'

/** Repairs that a run requests of one translation from one engine. */
const MAX_REPAIRS = 2

export type Item = Frozen<RunItem>

/** What writes the translation of an item: an engine, or the memory. */
export interface Writer {
  readonly name: string
  readonly kind: Origin['kind']
  readonly canRevise: boolean
  readonly model?: string | undefined
  readonly promptVersion?: string | undefined
}

export const MEMORY_WRITER: Writer = { name: MEMORY, kind: 'memory', canRevise: false }

export const toWriter = ({ id, kind, canRevise, model, promptVersion }: Engine, answered?: string): Writer => ({
  name: id,
  kind,
  canRevise,
  model: answered ?? model,
  promptVersion,
})

/** What becomes of an answer: the item, and the translation if it changed. */
export interface Decision {
  readonly item: Item
  readonly before?: Translation
  readonly after?: Translation
}

interface Context {
  readonly run: Run
  readonly project: Project
  readonly writer: Writer
  /** The position of the next engine for the locale; undefined after the last one. */
  readonly next: number | undefined
  readonly batch: Pick<Batch, 'id' | 'at' | 'newId'>
  /** The stamp of the present voice. */
  readonly stamp: string
  /** As in `Submission`. */
  readonly replacesApproved: boolean
}

/** An item with its string. */
interface KnownItem extends Context {
  readonly item: Item
  readonly unit: SelectedUnit
}

/** An item with its answer. */
interface AnsweredItem extends KnownItem {
  readonly submission: Submission
  readonly checked: CheckResult
}

/** Decides about an item whose engine answered, or did not: stored, sent again, given to the next engine, or unresolved. */
export function decideItem(
  item: Item,
  unit: SelectedUnit | undefined,
  checked: CheckResult | undefined,
  context: Context,
): Decision {
  if (unit === undefined) return skip(item, 'The string or its locale is no longer translated.')
  if (unit.line.src !== item.src) return skip(item, 'The source string changed after the run selected it.')
  if (item.answer === undefined && unit.translation.rev !== item.rev) return skip(item, REPLACED)
  const { run, project, writer } = context
  if (item.at === run.engines.length) return skip(item, 'No engine of the run has a translation for it.')
  if (item.answer === undefined || checked === undefined) return retry({ ...context, item, unit }, [NO_ANSWER])
  const submission: Submission = {
    entry: unit.entry,
    translation: unit.translation,
    line: unit.line,
    seen: unit.line.src,
    value: item.answer,
    rev: run.kind === 'revise' && project.settings.agents_replace ? item.rev : undefined,
    replacesApproved: context.replacesApproved,
    origin: toOrigin(run, writer),
  }
  const verdict = judgeSubmission(submission, project.settings, checked)
  const answered = { ...context, item, unit, submission, checked }
  return verdict.kind === 'refused' ? decideRefused(answered, verdict.reason) : settle(answered, verdict)
}

function settle(
  { item, unit, submission, writer, batch, run, stamp }: AnsweredItem,
  verdict: Exclude<SubmissionVerdict, { kind: 'refused' }>,
): Decision {
  const before = unit.translation
  const written = withVerdict(submission, verdict, batch)
  const after =
    verdict.kind === 'suggested'
      ? withReason(written, item, { src: unit.line.src, value: verdict.value }, batch)
      : verdict.kind === 'unchanged' && run.kind === 'revise'
        ? withVoice(written, unit.line.src, stamp)
        : written
  const outcome = verdict.kind === 'accepted' ? toOutcome(verdict.state) : verdict.kind
  const repaired = verdict.kind === 'unchanged' ? [] : verdict.repaired
  return { item: finish(item, { outcome, engine: writer.name }, describeRepairs(repaired)), before, after }
}

/** An approved translation is never the result of a run. */
const toOutcome = (state: string): 'translated' | 'needs_review' =>
  state === 'needs_review' ? 'needs_review' : 'translated'

function decideRefused(
  answered: AnsweredItem,
  reason: Extract<SubmissionVerdict, { kind: 'refused' }>['reason'],
): Decision {
  const { item, unit, run } = answered
  switch (reason.code) {
    case 'source_changed':
      return skip(item, 'The source string changed after the run selected it.')
    case 'invalid':
      return retry(answered, reason.errors.map(toItemFinding), answered)
    case 'changes_requested':
      return retry(answered, [toReviewerFinding(reason.refusal)])
    case 'rev_required':
      return run.kind === 'revise' && unit.translation.rev === item.rev ? suggest(answered) : skip(item, REPLACED)
  }
}

/** A revision of a text that nobody asked to replace is a suggestion. */
function suggest({ item, unit: { translation }, checked, submission, batch, writer }: AnsweredItem): Decision {
  const { value, repaired } = checked
  const { line, origin } = submission
  const { src } = line
  const suggested = withSuggestion(translation, { value, src, origin }, batch)
  const after = withReason(suggested, item, { src, value }, batch)
  const outcome = suggested === translation ? 'unchanged' : 'suggested'
  const message = outcome === 'suggested' ? describeRepairs(repaired) : undefined
  return { item: finish(item, { outcome, engine: writer.name }, message), before: translation, after }
}

/** Notes in a suggestion why it was made. One that was there before is confirmed for the reasons of now. */
function withReason(
  translation: Translation,
  { why, cause }: Item,
  { src, value }: Pick<TextVersion, 'src' | 'value'>,
  batch: Context['batch'],
): Translation {
  const suggestions = translation.suggestions.map(one =>
    one.src === src && sameMessage(one.value, value)
      ? {
          ...one,
          ...(why !== undefined && one.batch_id === batch.id && { why }),
          ...(cause !== undefined && { cause }),
        }
      : one,
  )
  return why === undefined && cause === undefined ? translation : { ...translation, suggestions }
}

/**
 * Sends an item again with the findings, gives it to the next engine, or ends it as unresolved.
 * @param broken an answer with errors, which is kept in review if nobody corrects it
 */
function retry(
  { item, unit, writer, next }: KnownItem,
  findings: readonly ItemFinding[],
  broken?: AnsweredItem,
): Decision {
  if (writer.canRevise && item.repairs < MAX_REPAIRS) {
    return { item: { ...item, repairs: item.repairs + 1, findings: [...findings] } }
  }
  const { answer: _answer, findings: _findings, ...rest } = item
  if (next !== undefined) return { item: { ...rest, at: next, repairs: 0 } }
  const ended: Item = {
    ...finish(item, { outcome: 'unresolved', engine: writer.name }, findings.map(({ message }) => message).join(' ')),
    findings: [...findings],
  }
  if (broken === undefined) return { item: ended }
  const after = keepInReview(broken)
  return after === undefined ? { item: ended } : { item: ended, before: unit.translation, after }
}

/** Keeps a broken text in review where it replaces none, or a stale one. It is never exported. */
function keepInReview({ unit, checked, submission: { origin }, batch }: AnsweredItem): Translation | undefined {
  const { translation, entry, line } = unit
  const { value, findings } = checked
  const { text, stale } = shownText(translation, line)
  if (translation.locked || (text !== undefined && (!stale || isProtected(text)))) return undefined
  const { src } = line
  const kept = { src, value, state: 'needs_review', origin, findings, unresolved: true } as const
  return withText(translation, entry, kept, line, batch.at)
}

const skip = (item: Item, message: string): Decision => ({
  item: finish(item, { outcome: 'skipped' }, message),
})

/** The item without what only its requests needed. */
function finish(
  { answer: _answer, cause: _cause, why: _why, findings: _findings, ...item }: Item,
  end: Pick<Item, 'outcome' | 'engine'>,
  message?: string,
): Item {
  return { ...item, ...end, ...(message !== undefined && { message }) }
}

const toItemFinding = ({ id, message, fix }: Finding): ItemFinding => ({
  id,
  message,
  ...(fix !== undefined && { fix }),
})

const toReviewerFinding = ({ comment }: Refusal): ItemFinding => ({
  id: 'reviewer',
  message: `A reviewer refused exactly this translation${comment === undefined ? '.' : `: ${comment}`}`,
  fix: 'Write another translation.',
})

const REPLACED = 'Another translation was written after the run selected it.'

const NO_ANSWER: ItemFinding = {
  id: 'no_answer',
  message: 'The engine gave no usable translation.',
  fix: 'Answer with a translation of this string.',
}

/** Who wrote the translation: the user of the run, by an engine. */
function toOrigin(run: Run, { name, kind, model, promptVersion }: Writer): Origin {
  return {
    ...run.origin,
    kind,
    engine: name,
    ...(model !== undefined && { model }),
    run_id: run.id,
    ...(promptVersion !== undefined && { prompt_version: promptVersion }),
  }
}
