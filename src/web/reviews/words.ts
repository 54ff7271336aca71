import { sampleSize } from '../../l10n/reviews/bound.ts'
import { type MustSeeReason, REVIEW_GOALS, type ReviewGoal, VERDICT_REASONS } from '../../l10n/reviews/words.ts'
import type { REVIEW_STATES, ReviewItemView } from '../../tools/reviews/view.ts'
import { checkName } from '../findings/translate.ts'
import { formatDay, formatRecentDay, toDay } from '../format/day.ts'
import { t } from '../i18n/t.ts'
import { Author } from '../strings/author-line.tsx'
import type { Mark } from './model/page-data.ts'

/** The translations of an example: a plan depends on their number, which a form does not know yet. */
const TOTAL = 5000

const PLANS = new Map(REVIEW_GOALS.map(goal => [goal, sampleSize(TOTAL, goal) ?? TOTAL]))

/** How many of an example's translations a reader reads for a goal if none is wrong. */
export const examplePlan = (goal: ReviewGoal): { readonly read: number; readonly total: number } => ({
  read: PLANS.get(goal) ?? TOTAL,
  total: TOTAL,
})

export type Verdict = NonNullable<ReviewItemView['verdict']>['verdict']
type ReviewState = (typeof REVIEW_STATES)[number]

/** The verdicts that one press gives, with their keys. */
export const VERDICT_KEYS = { good: 'g', minor: 'm', major: 'x', skip: 's' } as const satisfies Record<Verdict, string>

/** The reasons of a fault in the order of their keys, from 1. */
export const REASON_KEYS = VERDICT_REASONS

export const verdictWord = (verdict: Verdict, isFixed: boolean): string =>
  isFixed && (verdict === 'minor' || verdict === 'major')
    ? t(`review.verdict.fixed_${verdict}`)
    : t(`review.verdict.${verdict}`)

const WORDS = {
  '.': 'review.mark.unread',
  g: 'review.verdict.good',
  m: 'review.verdict.minor',
  x: 'review.verdict.major',
  n: 'review.verdict.fixed_minor',
  f: 'review.verdict.fixed_major',
  s: 'review.mark.skipped',
  t: 'review.mark.taken_out',
} as const satisfies Record<Mark, string>

export const markWord = (mark: Mark): string => t(WORDS[mark])

/** Every mark with its word. */
export const listMarkWords = (): Readonly<Record<string, string>> =>
  Object.fromEntries((Object.keys(WORDS) as Mark[]).map(mark => [mark, markWord(mark)]))

export const stateWord = (state: ReviewState): string => t(`review.states.${state}`)

type Parts = Readonly<Record<string, string | number>>

/** Why a translation must be seen: a few words, and a sentence. */
export const explainReason = (
  reason: MustSeeReason,
  parts: Parts,
  was: ReviewItemView['was'],
): { readonly title: string; readonly text: string } => ({
  title: t(`review.reason.${reason}.title`),
  text: explain(reason, parts, nameAuthor(was?.by)),
})

const read = (parts: Parts, name: string): number => Number(parts[name] ?? 0)

/** The name of a part, and how many others there are. */
const readNames = (parts: Parts) => ({
  name: String(parts['name'] ?? ''),
  more: Math.max(0, read(parts, 'count') - 1),
})

function explain(reason: MustSeeReason, parts: Parts, author: string | undefined): string {
  const { name, more } = readNames(parts)
  switch (reason) {
    case 'replaced_human':
    case 'replaced_approved':
      return author === undefined
        ? t(`review.reason.${reason}.anonymous`)
        : t(`review.reason.${reason}.text`, { author })
    case 'short':
    case 'long':
      return t(`review.reason.${reason}.text`, { source: read(parts, 'source'), target: read(parts, 'target') })
    case 'error':
    case 'warning':
    case 'ignored':
      return withWords(t(`review.reason.${reason}.text`, { name: checkName(name), more }), parts)
    case 'requested':
      return withWords(t('review.reason.requested.text'), parts)
    case 'fault':
      return withWords(describeFault(parts), parts)
    case 'new_term':
      return parts['name'] === undefined
        ? t('review.reason.new_term.withheld', { count: read(parts, 'count') })
        : t('review.reason.new_term.text', { name, more })
    case 'locked_neighbor':
      return t('review.reason.locked_neighbor.text', { name, more })
    case 'plural':
    case 'markup':
    case 'placeholders':
      return t(`review.reason.${reason}.text`, { count: read(parts, 'count') })
    case 'stale':
    case 'first_in_file':
      return t(`review.reason.${reason}.text`)
  }
}

/** The verdict of another review, with its reason. */
function describeFault(parts: Parts): string {
  const verdict = verdictWord(parts['verdict'] === 'major' ? 'major' : 'minor', false)
  const reason = VERDICT_REASONS.find(one => one === parts['reason'])
  return reason === undefined
    ? t('review.reason.fault.text', { verdict })
    : t('review.reason.fault.reasoned', { verdict, reason: t(`review.fault.${reason}`) })
}

/** A sentence with the words of who requested, judged, ignored or overrode. */
const withWords = (text: string, { said }: Parts): string =>
  said === undefined ? text : t('review.item.quoted', { text, said })

/** The heading of the translations that are listed under a reason. */
export const groupLabel = (reason: MustSeeReason): string => t(`review.reason.${reason}.group`)

/** The name of who did something: a user, or a user with their program; undefined if the reader may not see it. */
export function nameAuthor(by: unknown): string | undefined {
  const { success, data } = Author.safeParse(by)
  if (!success) return undefined
  const person = data.person ?? t('review.by.deleted')
  if (data.kind === 'human') return person
  const program = data.client?.split('/')[0] ?? data.token ?? t(`review.by.${data.kind}`)
  return t('review.by.program', { person, program })
}

/** Who wrote something, and on which day. */
export function describeAuthor(by: unknown, at: string | undefined, now: Date): string | undefined {
  const name = nameAuthor(by)
  if (at === undefined) return name
  const day = at.slice(0, 10)
  if (name === undefined) return formatRecentDay(day, now)
  return day === toDay(now) ? t('review.by.today', { name }) : t('review.by.at', { name, day: formatDay(day) })
}
