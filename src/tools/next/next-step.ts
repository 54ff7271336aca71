import { formatWriteStep } from '../guidance/withheld.ts'
import { pluralize } from '../pluralize.ts'

/** What a call that can write did, or would do. */
export interface Outcome {
  readonly isDryRun: boolean
  /** Whether anything was written, or would be. */
  readonly hasChanges: boolean
  /** The call, for "The push would change nothing." */
  readonly call?: string
  /** Sentences about the call itself, such as how a file was read. */
  readonly notices?: readonly string[]
  /** What to do about conflicts; empty without any. */
  readonly decision?: string
  /** What was refused, or would be: the sentence that says what to correct, and whether the call refuses the other items, too. */
  readonly refusal?: { readonly fix: string; readonly isWhole?: boolean } | undefined
  /** What to add when a dry run is repeated, such as `, with confirm_removed: 3`. */
  readonly repeatWith?: string
}

/** What is left on a branch after a call. */
export interface Remaining {
  /** The first locale with strings to translate; undefined if nothing is left. */
  readonly work: WorkLeft | undefined
  /** What waits for a reviewer or for another look, by kind; only shown if nothing is left to translate. */
  readonly waiting?: Waiting
  /** The first other locale with strings to translate, and the locales that the answer is about. */
  readonly other?: (WorkLeft & { readonly than: string }) | undefined
  /** What to say instead of "Nothing is left to translate." */
  readonly nothing?: string
}

/** Strings to translate in a locale. */
export interface WorkLeft {
  readonly locale: string
  /** Undefined where counting would read a whole branch. */
  readonly count?: number | undefined
  /** Those of them for which a reviewer requested changes. */
  readonly revise?: number | undefined
}

export interface Waiting {
  /** Reviews that nobody has ended. */
  readonly reviews?: number
  readonly conflicts?: number
  /** Translations in review. */
  readonly unreviewed?: number
  /** Translations that a pull only exports once they are approved. */
  readonly unapproved?: number
  /** Translations that answer a reviewer's request. */
  readonly revised?: number
  readonly suggestions?: number
  /** Translations with an error. */
  readonly errors?: number
  readonly warnings?: number
  /** Translations that were written for an earlier voice. */
  readonly outdated?: number
}

export interface NextFacts {
  /** Whether source files were ever pushed. Default: true. */
  readonly isPushed?: boolean
  /** The project, where the answer does not name it. */
  readonly project?: string
  /** Suffix that keeps a next step on the branch, such as `, branch release`. */
  readonly at?: string
  /** The page of the project, where users decide what waits for a reviewer. */
  readonly page?: string
  /** Why the caller cannot write; undefined if it can. */
  readonly noWriting?: string | undefined
  /** Missing for calls that only read. */
  readonly outcome?: Outcome
  /** Missing where a call does not touch strings. */
  readonly remaining?: Remaining | undefined
  /** Sentences that come last, such as how to undo. */
  readonly more?: readonly string[]
}

/**
 * Returns what to do after a call. Never recommends to repeat a call that would be refused or would change nothing, and says that nothing is left only if
 * nothing is: conflicts first, then refused items, then requested changes and the other strings, then findings and earlier voices, then what waits for a
 * reviewer.
 */
export function nextStep(facts: NextFacts): string {
  const { isPushed = true, outcome, remaining, more = [], noWriting } = facts
  if (!isPushed) {
    const of = facts.project === undefined ? '' : `, project ${facts.project}`
    return `Nothing was pushed yet. ${formatWriteStep(`Send the source files with push_source${of}.`, noWriting)}`
  }
  const isWritten = outcome === undefined || (outcome.hasChanges && !outcome.isDryRun)
  return [
    ...(isWritten ? [] : ['Nothing was written.']),
    ...(outcome?.notices ?? []),
    outcome?.decision ?? '',
    outcome?.refusal?.fix ?? '',
    outcome?.isDryRun === true ? formatRepetition(outcome) : remaining && formatRemaining(remaining, facts),
    ...more,
  ]
    .filter(Boolean)
    .join(' ')
}

function formatRepetition({ hasChanges, call = 'call', decision = '', refusal, repeatWith = '' }: Outcome): string {
  if (refusal?.isWhole === true) return ''
  if (!hasChanges) return refusal === undefined ? `The ${call} would change nothing.` : ''
  const others = decision === '' && refusal === undefined ? '' : ' for the others'
  return `Repeat without dry_run${others}${repeatWith}.`
}

function formatRemaining({ work, waiting = {}, ...others }: Remaining, facts: NextFacts): string {
  const { at = '', outcome, project, noWriting } = facts
  const of = project === undefined ? '' : `, project ${project}`
  if (work !== undefined)
    return formatWriteStep(`Call get_work with locale ${work.locale}${of}${at}${describeCount(work)}.`, noWriting)
  const revisable = describeRevisable(waiting, `${of}${at}`, noWriting)
  if (outcome?.decision) return revisable === '' ? 'Nothing else is left to translate.' : revisable
  const left = revisable === '' ? describeNothing(others) : [revisable, ...describeOther(others)].join(' ')
  return `${left}${describeWaiting(waiting, at, facts.page)} Get the files with pull_translations${of}${at}.`
}

function describeCount({ count, revise = 0 }: WorkLeft): string {
  if (count === undefined) return ''
  const left = `: ${pluralize(count, 'string is', 'strings are')} left`
  return revise > 0 ? `${left}, first ${revise} for which a reviewer requested changes` : left
}

function describeNothing({ other, nothing }: Pick<Remaining, 'other' | 'nothing'>): string {
  if (nothing !== undefined || other === undefined) return nothing ?? 'Nothing is left to translate.'
  return `Nothing is left to translate in ${other.than}; ${formatOther(other)}.`
}

const describeOther = ({ other }: Pick<Remaining, 'other'>): readonly string[] =>
  other === undefined ? [] : [`In other locales, ${formatOther(other)}.`]

const formatOther = ({ locale, count = 0 }: WorkLeft): string => `${locale} has ${pluralize(count, 'string')} left`

/** Names the translations that get_work gives to revise; empty for none. */
function describeRevisable(
  { errors = 0, warnings = 0, outdated = 0 }: Waiting,
  at: string,
  noWriting: string | undefined,
): string {
  const kinds = [
    ...(errors > 0 ? [`${errors} with errors (finding: error)`] : []),
    ...(warnings > 0 ? [`${warnings} with warnings (finding: warning)`] : []),
    ...(outdated > 0 ? [`${outdated} of an earlier voice (outdated_voice: true)`] : []),
  ]
  if (kinds.length === 0) return ''
  const step = formatWriteStep(`Call get_work with one of these filters${at}.`, noWriting)
  return `Left to revise: ${kinds.join(', ')}. ${step}`
}

function describeWaiting(
  { reviews = 0, conflicts = 0, unreviewed = 0, unapproved = 0, revised = 0, suggestions = 0 }: Waiting,
  at: string,
  page: string | undefined,
): string {
  const waits = [
    ...(reviews > 0 ? [`${pluralize(reviews, 'open review')} (get_review)`] : []),
    ...(conflicts > 0 ? [`${pluralize(conflicts, 'conflict')} (conflict: true)`] : []),
    ...(unreviewed > 0 ? [`${pluralize(unreviewed, 'translation')} in review (state: needs_review)`] : []),
    ...(unapproved > 0
      ? [`${pluralize(unapproved, 'translation')} to approve (state: translated; policy export: approved)`]
      : []),
    ...(revised > 0 ? [`${pluralize(revised, 'answered request')} (request: answered)`] : []),
    ...(suggestions > 0
      ? [`${pluralize(suggestions, 'string with suggestions', 'strings with suggestions')} (suggested: true)`]
      : []),
  ]
  if (waits.length === 0) return ''
  return [
    ` For a reviewer: ${waits.join(', ')}.`,
    ...(waits.length > (reviews > 0 ? 1 : 0)
      ? [` get_entries lists them${at === '' ? '' : ` (${at.slice(', '.length)})`}.`]
      : []),
    ...(page === undefined ? [] : [` Users decide on ${page}.`]),
  ].join('')
}
