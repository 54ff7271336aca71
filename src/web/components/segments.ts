/** A segment of a bar, in percent of its width. */
export interface Segment<N extends string> {
  readonly name: N
  readonly x: number
  readonly width: number
}

/** The smallest segment: one translation stays visible. `run.js` lays out the bar in the same way. */
const MIN_WIDTH = 1.2

/** Divides a bar by counts, in their order. A count of zero gets a segment without a width. */
export function layOutSegments<N extends string>(
  counts: readonly { readonly name: N; readonly count: number }[],
  total: number,
): readonly Segment<N>[] {
  const widths = counts.map(({ count }) =>
    count === 0 || total === 0 ? 0 : Math.max(MIN_WIDTH, (100 * count) / total),
  )
  const excess = Math.max(0, widths.reduce((sum, width) => sum + width, 0) - 100)
  const largest = widths.indexOf(Math.max(...widths))
  let x = 0
  return counts.map(({ name }, at) => {
    const width = (widths[at] ?? 0) - (at === largest ? excess : 0)
    const segment = { name, x: round(x), width: round(width) }
    x += width
    return segment
  })
}

const round = (percent: number): number => Math.round(percent * 100) / 100
