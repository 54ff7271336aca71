/** A plural form of a text that Laravel's `trans_choice` reads, or the translator of Symfony. */
export interface LaravelForm {
  /** The numbers that it is for as they are written, `{0}`, `[1,19]` or Symfony's `]1,Inf[`; absent if the plural rule of the language chooses it. */
  readonly range?: string
  /** The numbers from the first to the last. */
  readonly from?: number
  readonly to?: number
  readonly words: string
  /** Offset of the range, or of the words without one, in UTF-16 units. */
  readonly start: number
  /** Whether a space before the range makes Laravel print it. */
  readonly isSpaced: boolean
}

/** Most forms of a text; one with more pipes is a list. */
const MAX_FORMS = 30

const NUMBER = '\\s{0,3}(?:\\d{1,9}|\\*|[+-]?Inf)\\s{0,3}'
const FORM = new RegExp(`^(\\s*)([{[\\]](${NUMBER}(?:,${NUMBER})?)[}[\\]])?`)

/** Reads the forms of a text between pipes. Undefined if it has one only, or too many. */
export function readLaravelForms(text: string): readonly LaravelForm[] | undefined {
  const parts = text.split('|', MAX_FORMS + 1)
  if (parts.length < 2 || parts.length > MAX_FORMS) return undefined
  let start = 0
  return parts.map((part): LaravelForm => {
    const [head = '', space = '', range, numbers = ''] = FORM.exec(part) ?? []
    const form = {
      words: part.slice(head.length).trim(),
      start: start + space.length,
      isSpaced: range !== undefined && space !== '',
    }
    start += part.length + 1
    if (range === undefined) return form
    const [from = '', to = from] = numbers.split(',').map(number => number.trim())
    return {
      ...form,
      range,
      from: (/^\d/.test(from) ? Number(from) : Number.NEGATIVE_INFINITY) + (range.startsWith(']') ? 1 : 0),
      to: (/^\d/.test(to) ? Number(to) : Number.POSITIVE_INFINITY) - (range.endsWith('[') ? 1 : 0),
    }
  })
}

/** Whether a text has a range that only Symfony reads: `]1,Inf[`. */
export const hasIntervals = (text: string): boolean =>
  /(?:^|\|)\s{0,3}[[\]][\d\s,+-]{0,20},\s{0,3}\+?Inf\s{0,3}[[\]]/.test(text)

/** Whether a text has ranges that only Laravel and Symfony read, `[1,19]` or two of `{0}`. A lone `{0}` is a placeholder of other libraries. */
export function hasLaravelRanges(text: string): boolean {
  if (!text.includes('|')) return false
  const ranges = new Set(readLaravelForms(text)?.flatMap(({ range }) => range ?? []))
  const lists = [...ranges].filter(range => !range.startsWith('{'))
  return ranges.size - lists.length > 1 || lists.some(range => range.includes(','))
}

const RANGE = /(?<=^|\|)\s{0,3}(?:\{\d{1,9}\}|[[\]][\d*,\sInf+-]{1,40}[[\]])/g

/** A text without the ranges before its forms. */
export const withoutRanges = (text: string): string => (text.includes('|') ? text.replace(RANGE, '') : text)

const LANGUAGES: readonly (readonly [number, string])[] = [
  [1, 'az bo dz id ja jv ka km kn ko ms th tr vi zh'],
  [
    2,
    'af am bg bh bn ca da de el en eo es et eu fa fi fil fo fr fur fy gl gu gun ha he hi hu hy is it ku lb ln mg mk ml mn mr nah nb ne nl nn no nso om or pa pap ps ' +
      'pt so sq sv sw ta te ti tk ur wa xbr zu',
  ],
  [3, 'be bs cs ga hr lt lv pl ro ru sk sr uk'],
  [4, 'cy mt sl'],
  [6, 'ar'],
]

const COUNTS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap(([count, languages]) => languages.split(' ').map(language => [language, count] as const)),
)

/** How many forms Laravel's plural rule of a language has; undefined if Laravel has none, and always takes the first form. */
export const countLaravelForms = (locale: string): number | undefined => COUNTS.get(locale.split('-')[0] ?? locale)
