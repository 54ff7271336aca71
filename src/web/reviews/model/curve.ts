import { boundCurve, type CurvePoint } from '../../../l10n/reviews/bound.ts'
import type { ReviewView } from '../../../tools/reviews/view.ts'
import type { Curve } from './page-data.ts'

/** The size of the drawing; `base` is 0 %, and every percent takes `unit`. */
const WIDTH = 150
const BASE = 48
const TOP = 6
const UNIT = 0.9
const RADIUS = 5

/** The bound by translations read: what is read so far, and what reading on would show. Undefined if the sample proves nothing by itself. */
export function drawCurve({ sample, goal }: Pick<ReviewView, 'sample' | 'goal'>): Curve | undefined {
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
