import type { Mark } from './model/page-data.ts'
import { markWord } from './words.ts'

/** The symbol of each mark: letters are not all names of elements. */
const SYMBOLS = { '.': 'u', g: 'g', m: 'm', x: 'x', n: 'f', f: 'f', s: 's', t: 't' } as const satisfies Record<
  Mark,
  string
>

/** The side of a square of the sample. */
const SIDE = 12

export const symbolOf = (mark: Mark): string => `rv-${SYMBOLS[mark]}`

const SQUARE = <rect x="1.2" y="1.2" width="13.6" height="13.6" rx="3.6" fill="currentColor" />
const hollow = (dash?: string) => (
  <rect
    x="2"
    y="2"
    width="12"
    height="12"
    rx="3.2"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-dasharray={dash}
  />
)
const sign = (d: string, width = 1.8) => <path class="tick" d={d} fill="none" stroke-width={width} />

const SHAPES = {
  u: hollow(),
  g: [SQUARE, sign('M4.8 8.3l2.2 2.2 4.3-4.8')],
  m: [SQUARE, sign('M5 8h6')],
  x: [SQUARE, sign('M5.3 5.3l5.4 5.4m0-5.4l-5.4 5.4')],
  f: [SQUARE, sign('M9.9 4.2l1.9 1.9-5 5H4.9V9.2z', 1.4)],
  s: hollow('2.4 2'),
  t: [hollow(), <path d="M4.6 11.4l6.8-6.8" fill="none" stroke="currentColor" stroke-width="1.5" />],
}

const ICONS = {
  check: 'M3.2 8.6l3.2 3.2 6.4-7.4',
  minus: 'M3.5 8h9',
  cross: 'M4 4l8 8m0-8l-8 8',
  pen: 'M10.8 2.6l2.6 2.6L5.6 13H3v-2.6z',
  skip: 'M3 4l5 4-5 4zM8.5 4l5 4-5 4z',
  up: 'M4.5 9.5L8 6l3.5 3.5',
  down: 'M4.5 6.5L8 10l3.5-3.5',
  chevron: 'M6 3.5L10.5 8 6 12.5',
  warning: 'M8 2.2L14.4 13.4H1.6zM8 6.4v3.2M8 11.4v.1',
  error: 'M5.2 1.8h5.6l3.4 3.4v5.6l-3.4 3.4H5.2l-3.4-3.4V5.2zM5.8 5.8l4.4 4.4m0-4.4l-4.4 4.4',
  info: 'M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2zM8 7.4v3.4M8 5.1v.1',
} as const

export type IconName = keyof typeof ICONS

/** The shapes of verdicts and the icons, once per page. Verdicts are rounded squares, told apart by their signs. */
export function VerdictShapes() {
  return (
    <svg class="unseen" aria-hidden="true">
      <defs>
        {Object.entries(SHAPES).map(([name, shape]) => (
          <symbol key={name} id={`rv-${name}`} viewBox="0 0 16 16">
            {shape}
          </symbol>
        ))}
        {[...new Set(Object.values(SYMBOLS))].map(symbol => (
          <g key={symbol} id={`c-rv-${symbol}`} class={`rv-${symbol}`}>
            <use href={`#rv-${symbol}`} width={SIDE} height={SIDE} />
          </g>
        ))}
        {Object.entries(ICONS).map(([name, d]) => (
          <symbol key={name} id={`rv-i-${name}`} viewBox="0 0 16 16">
            <path
              d={d}
              fill="none"
              stroke="currentColor"
              stroke-width="1.6"
              stroke-linecap="round"
              stroke-linejoin="round"
            />
          </symbol>
        ))}
      </defs>
    </svg>
  )
}

/** The mark of a translation: its shape says the same as its words. */
export function VerdictMark({ mark }: { readonly mark: Mark }) {
  const symbol = symbolOf(mark)
  return (
    <svg class={`rv-mark ${symbol}`} viewBox="0 0 16 16" role="img" aria-label={markWord(mark)}>
      <use href={`#${symbol}`} />
    </svg>
  )
}

/** A line drawing beside words that say the same. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class={`rv-i rv-i-${name}`} viewBox="0 0 16 16" aria-hidden="true">
      <use href={`#rv-i-${name}`} />
    </svg>
  )
}
