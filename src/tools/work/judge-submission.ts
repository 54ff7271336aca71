import type { CheckResult, Finding } from '../../l10n/checks/check.ts'
import { neededCategories } from '../../l10n/locales/cldr.ts'
import { type Message, sameMessage } from '../../l10n/message/message.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Origin, Settings } from '../../store/records/localization.ts'
import type { CheckRequest, Computation } from '../../workers/computation.ts'
import { redactFindings } from '../glossary/redact-findings.ts'
import { type CheckRules, toCheckRequest } from '../translations/check-rules.ts'
import { isSameWriter } from '../translations/origin.ts'
import { getSource } from '../translations/sources.ts'
import {
  type Entry,
  hasError,
  isProtected,
  isUnreviewedImport,
  shownText,
  staleReason,
  type Text,
  type Unit,
} from '../translations/unit.ts'

/** One text that somebody sends for one unit. */
export interface Submission {
  readonly entry: Entry
  /** The source that the branch has. */
  readonly src: string
  readonly unit: Unit
  /** The source that the sender saw: the first hexadecimal digits of its hash. */
  readonly seen: string
  readonly value: Message
  /** The revision that the sender means to replace. */
  readonly rev: number | undefined
  readonly origin: Origin
  /** Whether the sender may read the glossary. */
  readonly seesTerms: boolean
}

/** Why a text does not go in, as the answer says it. */
export interface SubmissionFault {
  readonly code: 'source_changed' | 'invalid' | 'protected' | 'rev_required'
  readonly why: string
  readonly fix: string
  /** The source to translate now. */
  readonly want?: Frozen<Message>
  /** The text that is there, and would be replaced. */
  readonly got?: Frozen<Message>
  /** What was wrong in the text, by check; one alone is told by `why` and `fix`. */
  readonly findings?: readonly (Pick<Finding, 'id' | 'at' | 'fix'> & { readonly message?: string })[]
  /** What to send next time. */
  readonly src?: string
  readonly rev?: number
}

export type SubmissionVerdict =
  | {
      readonly kind: 'accepted'
      readonly value: Message
      readonly state: Text['state']
      readonly findings: readonly Finding[]
      readonly repaired: readonly string[]
    }
  | { readonly kind: 'unchanged' }
  /** Kept for a person to look at; nothing is replaced. */
  | { readonly kind: 'suggested'; readonly value: Message; readonly fault: SubmissionFault }
  | { readonly kind: 'refused'; readonly fault: SubmissionFault }

/** Decides what becomes of a text: the table of states, protection, staleness and revisions in one place. Writes nothing. */
export async function judgeSubmission(
  submission: Submission,
  settings: Frozen<Settings>,
  rules: CheckRules,
  computed: Computation,
): Promise<SubmissionVerdict> {
  const { entry, src, unit, seen, origin } = submission
  const source = getSource(entry, src)
  if (!isCurrent(submission)) {
    const fault = {
      code: 'source_changed',
      why: 'The source is another one by now.',
      want: source,
      src: src.slice(0, 8),
      fix: knowsSource(entry, seen)
        ? 'If you worked on another branch, send it again with that branch; else translate want, and send it with this src.'
        : 'Translate want, and send it with this src.',
    } as const
    return { kind: 'refused', fault }
  }
  const [checked] = await checkSubmissions([toCheckRequest(submission, rules)], computed)
  if (checked === undefined) throw new Error('every text has a result')
  // What somebody with the right to it chose to ignore refuses nobody.
  const errors = checked.findings.filter(
    ({ id, level }) => level === 'error' && !unit.ignores.some(({ finding }) => finding === id),
  )
  if (errors.length > 0) return { kind: 'refused', fault: toInvalidFault(redactFindings(errors, submission.seesTerms)) }
  const { text: visible, stale } = shownText(unit, src)
  const current = stale ? undefined : visible
  const byPerson = origin.kind === 'human'
  const isFresh = staleReason(unit, entry, src) === undefined
  if (current !== undefined && isFresh && !isUnreviewedImport(current) && sameMessage(current.value, checked.value))
    return { kind: 'unchanged' }
  const guarded = current !== undefined && isProtected(unit, current)
  const mayReplace = byPerson || (settings.agents_replace && submission.rev !== undefined)
  if (unit.locked || (guarded && !mayReplace)) {
    return { kind: 'suggested', value: checked.value, fault: toProtectedFault(unit, current, settings) }
  }
  const blocked = findRevisionFault(submission, isFresh || guarded ? current : undefined, origin)
  if (blocked !== undefined) return { kind: 'refused', fault: blocked }
  // Whoever approved the replaced text approved something else.
  const careful = !byPerson && (settings.review === 'required' || visible?.state === 'approved')
  const state = careful ? 'needs_review' : 'translated'
  return { kind: 'accepted', value: checked.value, state, findings: checked.findings, repaired: checked.repaired }
}

/** Whether the sender translated the source that the branch has. */
export const isCurrent = ({ src, seen }: Pick<Submission, 'src' | 'seen'>): boolean =>
  src.startsWith(seen.toLowerCase())

/** What the checks say of texts that somebody sends, in their order; one of the wrong shape is not checked. */
export async function checkSubmissions(
  requests: readonly CheckRequest[],
  computed: Computation,
): Promise<readonly CheckResult[]> {
  const shapes = requests.map(request => findShapeFault(request.source, request.target, request))
  const checked = await computed.checkAll(requests.filter((_, at) => shapes[at] === undefined))
  const results = checked.values()
  return requests.flatMap(({ target }, at) => {
    const misshapen = shapes[at]
    if (misshapen !== undefined) return [{ value: target, findings: [misshapen], repaired: [] }]
    const { value: result } = results.next()
    return result === undefined ? [] : [result]
  })
}

/** Whether the sender's source is one that the entry has or had somewhere. */
const knowsSource = (entry: Entry, seen: string): boolean =>
  [entry, ...(entry.sources ?? [])].some(({ src }) => src.startsWith(seen.toLowerCase()))

/** A file can hold a text where its source has a text, and forms where it has forms. */
function findShapeFault(
  source: Frozen<Message>,
  value: Message,
  { categories, locale }: CheckRules,
): Finding | undefined {
  if (typeof source === typeof value) return undefined
  const base = { id: 'plural_forms', level: 'error' } as const
  return typeof source === 'string'
    ? { ...base, message: 'The source is one text, and forms were sent.', fix: 'Send text.' }
    : {
        ...base,
        message: 'The source has plural forms, and one text was sent.',
        fix: `Send forms, with a text for each of ${(categories ?? neededCategories(locale)).join(', ')}.`,
      }
}

function toInvalidFault(errors: readonly Finding[]): SubmissionFault {
  const [first, ...others] = errors
  if (first !== undefined && others.length === 0) {
    const { id, at, message, fix = 'Correct the text.' } = first
    return { code: 'invalid', why: message, fix, findings: [{ id, ...(at !== undefined && { at }) }] }
  }
  return {
    code: 'invalid',
    why: `The text has ${errors.length} errors.`,
    fix: 'Correct each as its fix says.',
    findings: errors.map(({ id, at, message, fix }) => ({
      id,
      ...(at !== undefined && { at }),
      message,
      ...(fix !== undefined && { fix }),
    })),
  }
}

function toProtectedFault(unit: Unit, current: Text | undefined, settings: Frozen<Settings>): SubmissionFault {
  const byRev = !unit.locked && settings.agents_replace
  return {
    code: 'protected',
    why: unit.locked ? 'The text is locked.' : 'A person wrote or approved the text, or it was imported.',
    fix: byRev
      ? `Yours is kept as a suggestion. This project lets you replace it: send it again with rev ${unit.rev}.`
      : unit.locked
        ? 'Nothing to do: yours is kept as a suggestion, until the text is unlocked with annotate_entry.'
        : 'Nothing to do: yours is kept as a suggestion for a person to look at.',
    ...(byRev && { rev: unit.rev }),
    ...(current !== undefined && { got: current.value }),
  }
}

/** Over another writer's current text a submission has to name the revision that it replaces. */
function findRevisionFault(
  { unit, rev }: Submission,
  current: Text | undefined,
  origin: Origin,
): SubmissionFault | undefined {
  const open =
    current === undefined ||
    current.state === 'needs_review' ||
    hasError(unit, current) ||
    isSameWriter(current.origin, origin)
  if (rev === undefined ? open : rev === unit.rev) return undefined
  return {
    code: 'rev_required',
    why:
      rev === undefined
        ? 'Another writer translated this already.'
        : `The text is at revision ${unit.rev}, not ${rev}.`,
    fix: `If yours is better, send it again with rev ${unit.rev}; else leave it out.`,
    rev: unit.rev,
    ...(current !== undefined && { got: current.value }),
  }
}
