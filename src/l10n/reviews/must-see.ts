import { addTo } from '../groups.ts'
import { MUST_SEE_REASONS, type MustSeeReason, type VerdictReason } from './words.ts'

/** What decides whether a translation must be read. Lengths are in UTF-16 code units of the shown text. */
export interface MustSeeFacts {
  readonly locale: string
  readonly findings: readonly { readonly id: string; readonly level: 'error' | 'warning' | 'info' }[]
  /** The user's request to change exactly this text, which nobody did. */
  readonly requested?: { readonly comment?: string | undefined }
  /** Faults of exactly this text that other reviews found, newest first. */
  readonly faults: readonly {
    readonly isMajor: boolean
    readonly reason?: VerdictReason | undefined
    readonly comment?: string | undefined
  }[]
  /** Warnings that only an agent ignored, with its reasons. */
  readonly ignored: readonly { readonly finding: string; readonly reason: string }[]
  /** Errors that its writer overrode, with the reasons. */
  readonly overrides?: MustSeeFacts['ignored']
  /** The translation that it replaced. */
  readonly replaced?: { readonly isHuman: boolean; readonly isApproved: boolean }
  readonly isStale: boolean
  /** Glossary terms in its source that are newer than the translation that was there before. */
  readonly newTerms: readonly string[]
  /** Keys of locked strings beside it in the file. */
  readonly lockedNeighbors: readonly string[]
  /** Forms of its plural; 0 without one. */
  readonly pluralForms: number
  readonly sourceLength: number
  readonly targetLength: number
  readonly tags: number
  readonly placeholders: number
  readonly isFirstInFile: boolean
}

/** A reason with the parts of a sentence that explains it. */
export interface FoundReason {
  readonly reason: MustSeeReason
  readonly why: Readonly<Record<string, string | number>>
}

/** Counts from which markup and placeholders are a risk: one of each is everywhere. */
const MANY_TAGS = 2
const MANY_PLACEHOLDERS = 3

/** Shorter sources vary too much: "OK" is right in any length. */
const SHORTEST_MEASURED = 10

/** Longest words of somebody in a reason, in UTF-16 code units. */
const MAX_SAID = 200

/** Target by source length outside of which about 1 % of real translations lie, by script (decision 0062). */
const LENGTH_LIMITS = { alphabetic: { short: 0.42, long: 2.6 }, ideographic: { short: 0.15, long: 1.3 } } as const
const IDEOGRAPHIC = /^(?:zh|ja|ko|yue|wuu|nan|gan|hak)(?:[-_]|$)/i

/** Why this translation must be read, the gravest reason first. */
export function findReasons(facts: MustSeeFacts): readonly FoundReason[] {
  const { findings, replaced, newTerms, lockedNeighbors, pluralForms, tags, placeholders } = facts
  const { sourceLength, targetLength } = facts
  const lengths = { source: sourceLength, target: targetLength }
  const why: Partial<Record<MustSeeReason, FoundReason['why'] | false>> = {
    error: whyWrong(facts),
    requested: facts.requested !== undefined && saidOf(facts.requested.comment),
    // A request says what the verdict of the review that made it says.
    fault: facts.requested === undefined && whyFaulty(facts.faults),
    warning: whyOf(findings.filter(({ level }) => level === 'warning').map(({ id }) => id)),
    ignored: whyIgnored(facts.ignored),
    replaced_human: replaced?.isHuman === true && {},
    replaced_approved: replaced?.isApproved === true && {},
    stale: facts.isStale && {},
    new_term: whyOf(newTerms),
    locked_neighbor: whyOf(lockedNeighbors),
    plural: pluralForms > 0 && { count: pluralForms },
    short: lengthRatio(facts) < limitsOf(facts.locale).short && lengths,
    long: lengthRatio(facts) > limitsOf(facts.locale).long && lengths,
    markup: tags >= MANY_TAGS && { count: tags },
    placeholders: placeholders >= MANY_PLACEHOLDERS && { count: placeholders },
    first_in_file: facts.isFirstInFile && {},
  }
  return MUST_SEE_REASONS.flatMap(reason => {
    const parts = why[reason]
    return parts === undefined || parts === false ? [] : [{ reason, why: parts }]
  })
}

/** Whether one of the reasons puts the translation on the list whatever the others are. */
const isHard = (reasons: readonly FoundReason[]): boolean => reasons.some(({ reason }) => !SOFT_RISKS.has(reason))

/** How many translations with soft reasons alone a person must read: 1 %, but 20 at least and 40 at most. */
export const maxSoftMustSee = (batch: number): number => Math.min(40, Math.max(20, Math.ceil(batch / 100)))

/** The translations (by index, in order) that must be read: all with a hard reason, and the riskiest others. */
export function chooseMustSee(
  found: readonly (readonly FoundReason[])[],
  maxSoft = maxSoftMustSee(found.length),
): number[] {
  const hard = found.flatMap((reasons, index) => (isHard(reasons) ? [index] : []))
  const soft = found
    .flatMap((reasons, index) => (reasons.length > 0 && !isHard(reasons) ? [{ index, risk: riskOf(reasons) }] : []))
    .toSorted((one, other) => other.risk - one.risk || one.index - other.index)
    .slice(0, maxSoft)
  return [...hard, ...soft.map(({ index }) => index)].toSorted((one, other) => one - other)
}

/**
 * The risk of each soft reason by its count; a translation has the sum of its own. Grammar by number is what is wrong most
 * often, and a length outside the limits means that a part is missing or was added.
 */
const SOFT_RISKS: ReadonlyMap<MustSeeReason, (count: number) => number> = new Map<
  MustSeeReason,
  (count: number) => number
>([
  ['plural', count => 3 + count],
  ['short', () => 4],
  ['long', () => 4],
  ['markup', count => Math.min(3, count / 2)],
  ['placeholders', count => Math.min(3, count / 2)],
  ['first_in_file', () => 1],
])

export const riskOf = (reasons: readonly FoundReason[]): number =>
  reasons.reduce((sum, { reason, why }) => sum + (SOFT_RISKS.get(reason)?.(Number(why['count'] ?? 0)) ?? 0), 0)

/** Names as parts: the first one, and how many there are. */
const whyOf = ([first, ...others]: readonly string[]): FoundReason['why'] | false =>
  first !== undefined && { name: first, count: others.length + 1 }

/** The gravest fault, the newest of them. */
function whyFaulty(faults: MustSeeFacts['faults']): FoundReason['why'] | false {
  const fault = faults.find(({ isMajor }) => isMajor) ?? faults[0]
  if (fault === undefined) return false
  const { isMajor, reason, comment } = fault
  return { verdict: isMajor ? 'major' : 'minor', ...(reason !== undefined && { reason }), ...saidOf(comment) }
}

/** The errors, with the reason of the first one that its writer overrode. */
function whyWrong({ findings, overrides = [] }: MustSeeFacts): FoundReason['why'] | false {
  const why = whyOf(findings.filter(({ level }) => level === 'error').map(({ id }) => id))
  return why !== false && { ...why, ...saidOf(overrides[0]?.reason) }
}

function whyIgnored(ignored: MustSeeFacts['ignored']): FoundReason['why'] | false {
  const [first] = ignored
  const why = whyOf(ignored.map(({ finding }) => finding))
  return first !== undefined && why !== false && { ...why, ...saidOf(first.reason) }
}

/** The words of somebody, as far as a line has room for them. */
const saidOf = (words: string | undefined): FoundReason['why'] =>
  words === undefined
    ? {}
    : { said: words.length <= MAX_SAID ? words : `${words.slice(0, MAX_SAID - 1).replace(/[\uD800-\uDBFF]$/, '')}…` }

const lengthRatio = ({ sourceLength, targetLength }: MustSeeFacts): number =>
  sourceLength < SHORTEST_MEASURED ? 1 : targetLength / sourceLength

const limitsOf = (locale: string) => LENGTH_LIMITS[IDEOGRAPHIC.test(locale) ? 'ideographic' : 'alphabetic']

/** A translation, as far as it decides which others are identical. */
interface Change {
  readonly locale: string
  /** Source and message as stored: a text, or the forms of a plural by category. */
  readonly source: string | Readonly<Record<string, string>>
  readonly message: string | Readonly<Record<string, string>>
}

/**
 * Identical changes (same locale, source and message) as one distinct translation each: lists of indexes, in which the first
 * one represents the others.
 */
export function groupIdentical(changes: readonly Change[]): number[][] {
  const groups = new Map<string, number[]>()
  for (const [index, { locale, source, message }] of changes.entries()) {
    addTo(groups, JSON.stringify([locale, canonical(source), canonical(message)]), index)
  }
  return [...groups.values()]
}

/** Forms in one order, because stores keep them in any. */
const canonical = (text: Change['message']): unknown =>
  typeof text === 'string'
    ? text
    : Object.entries(text).toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
