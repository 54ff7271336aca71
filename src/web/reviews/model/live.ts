import { boundCurve, type CurvePoint } from '../../../l10n/reviews/bound.ts'
import type { MustSeeReason } from '../../../l10n/reviews/words.ts'
import type { ReviewView } from '../../../tools/reviews/view.ts'
import { formatCount } from '../../format/numbers.ts'
import { percentFormat } from '../../i18n/formats.ts'
import { t } from '../../i18n/t.ts'
import type { LoadedReview } from '../read-review.ts'
import type { Curve, LiveData, LiveTexts } from './page-data.ts'

/** The size of the drawing; `base` is 0 %, and every percent takes `unit`. */
const WIDTH = 150
const BASE = 48
const TOP = 6
const UNIT = 0.9
const RADIUS = 5

/** The bound by translations read: what is read so far, and what reading on would show. Undefined if the sample proves nothing by itself. */
function drawCurve({ sample, goal }: Pick<ReviewView, 'sample' | 'goal'>): Curve | undefined {
  const { population, size, read, major, at_most } = sample
  if (size < 2) return undefined
  const end = Math.max(size, read)
  const points = boundCurve({ population, wrong: major }, goal, 40).filter(point => point.read <= end)
  const here = at_most === undefined ? undefined : { read, percent: at_most.percent }
  const toXY = ({ read: at, percent }: CurvePoint): string => `${round((WIDTH * at) / end)},${round(heightOf(percent))}`
  const visible = points.filter(({ percent }) => heightOf(percent) >= TOP)
  const now = here === undefined ? [] : [here]
  return {
    done: [...visible.filter(point => point.read < read), ...now].map(toXY).join(' '),
    ahead: [...now, ...visible.filter(point => point.read > read)].map(toXY).join(' '),
    x: here === undefined ? 0 : round((WIDTH * read) / end),
    y: here === undefined ? 0 : round(Math.max(TOP, heightOf(here.percent))),
    r: here === undefined ? 0 : RADIUS,
    goal: round(heightOf(goal)),
  }
}

const heightOf = (percent: number): number => BASE - UNIT * percent
const round = (value: number): number => Math.round(value * 10) / 10

/** The texts and marks of a review that change with every verdict. */
export function toLiveData({ view, marks }: LoadedReview): LiveData {
  const { must_see, sample, ends } = view
  const seen = must_see.decided + must_see.taken_out
  return {
    marks: marks.join(''),
    live: toLiveTexts(view),
    curve: drawCurve(view),
    bars: { must: toPercent(seen, must_see.total), sample: toPercent(Math.min(sample.read, sample.size), sample.size) },
    isOpen: view.state === 'open',
    canAccept: ends !== undefined && !isOwn(ends) && ends.accept.missing.must_see + ends.accept.missing.sample === 0,
  }
}

const toPercent = (count: number, total: number): number =>
  total === 0 ? 100 : Math.round((1000 * count) / total) / 10

/** Formats a bound: rounded up, because it must not promise too much. */
const formatBound = (percent: number): string => percentFormat().format(Math.ceil(percent * 10) / 1000)

export const formatGoal = (goal: number): string => percentFormat().format(goal / 100)

/** What the sample proves, in one sentence. */
export function describeProof({ sample }: Pick<ReviewView, 'sample'>): string {
  const { population, unread, at_most } = sample
  if (population === 0) return t('review.proof.no_sample')
  if (unread === 0) return t('review.proof.all_read')
  if (at_most === undefined) return t('review.proof.none')
  return at_most.wrong === 0
    ? t('review.proof.no_wrong')
    : t('review.proof.at_most', { percent: formatBound(at_most.percent) })
}

/** What the sentence rests on. */
export function describeGrounds({ sample, must_see }: Pick<ReviewView, 'sample' | 'must_see'>): string {
  const { population, read, size, major } = sample
  if (population === 0) return t('review.proof.must_see_only', { total: must_see.total })
  return t('review.proof.grounds', { read: formatCount(read), size: formatCount(size), major })
}

const reasonKey = (reason: MustSeeReason): string => `group-${reason}`

function toLiveTexts(view: ReviewView): LiveTexts {
  const { must_see, sample, ends, changed = 0 } = view
  const of = (count: number, total: number) =>
    t('review.count_of', { count: formatCount(count), total: formatCount(total) })
  const seen = must_see.decided + must_see.taken_out
  const { percent } = sample.at_most ?? {}
  return {
    'proof-title': describeProof(view),
    'proof-why': describeGrounds(view),
    'curve-label': describeCurve(view),
    'curve-now': percent === undefined ? '' : formatBound(percent),
    'curve-read': sample.read === 0 ? '' : formatCount(sample.read),
    'must-count': of(seen, must_see.total),
    'sample-count': of(sample.read, sample.size),
    'sample-tally': t('review.sample.tally', { good: sample.good, minor: sample.minor, major: sample.major }),
    'sample-label': t('review.sample.label', {
      good: sample.good,
      minor: sample.minor,
      major: sample.major,
      unread: Math.max(0, sample.size - sample.read),
    }),
    ...Object.fromEntries(
      must_see.groups.map(group => [reasonKey(group.reason), of(group.decided + group.taken_out, group.total)]),
    ),
    changed: changed === 0 ? '' : t('review.changed', { count: changed }),
    ...(ends !== undefined && {
      'end-missing': describeMissing(view),
      'end-accept': t('review.end.accept.effect', { count: ends.accept.approves }),
      'end-return': t('review.end.return.effect', { count: ends.return.findings }),
      'end-revert': t('review.end.revert.effect', ends.revert),
    }),
  }
}

function describeCurve({ sample, goal }: ReviewView): string {
  const { size, read, at_most } = sample
  if (at_most === undefined) {
    return t('review.proof.curve_ahead', { goal: formatGoal(goal), size: formatCount(size) })
  }
  return t('review.proof.curve', {
    now: formatBound(at_most.percent),
    read: formatCount(read),
    goal: formatGoal(goal),
    size: formatCount(size),
  })
}

/** Whether the reader or their agents wrote all that would become approved, which another user must do. */
export const isOwn = ({ accept: { approves, own } }: NonNullable<ReviewView['ends']>): boolean =>
  approves === 0 && own > 0

/** What must be read before Accept, who must do it, or why it needs a reason; empty if nothing is missing. */
export function describeMissing({ ends, goal }: Pick<ReviewView, 'ends' | 'goal'>): string {
  if (ends === undefined) return ''
  const { missing, needs_reason, own } = ends.accept
  if (isOwn(ends)) return t('review.end.accept.own', { count: own })
  if (missing.must_see > 0 && missing.sample > 0) {
    return t('review.end.accept.missing_both', { must_see: missing.must_see, sample: missing.sample })
  }
  if (missing.must_see > 0) return t('review.end.accept.missing_must_see', { count: missing.must_see })
  if (missing.sample > 0) return t('review.end.accept.missing_sample', { count: missing.sample })
  return needs_reason ? t('review.end.accept.goal_missed', { goal: formatGoal(goal) }) : ''
}
