import { type MessageFormatElement, SKELETON_TYPE, TYPE } from '@formatjs/icu-messageformat-parser'

type Formatted = Extract<MessageFormatElement, { style?: unknown }>

/** How an ICU argument is formatted. */
export interface ArgumentStyle {
  /** What the reader sees, such as `date`, `percent` or `currency/EUR`; `number` if nothing but digits. */
  readonly meaning: string
  /** The rest, such as `short` or `.00`. */
  readonly format: string
}

/** Most tokens of a skeleton that are read. */
const MAX_TOKENS = 50

export const isFormatted = (element: MessageFormatElement): element is Formatted =>
  element.type === TYPE.number || element.type === TYPE.date || element.type === TYPE.time

/** Reads the style of a number, date or time. */
export function readStyle(element: Formatted): ArgumentStyle {
  const { style, type } = element
  if (type !== TYPE.number) {
    const kind = type === TYPE.date ? 'date' : 'time'
    if (style === null || style === undefined) return { meaning: kind, format: '' }
    if (typeof style === 'string') return { meaning: kind, format: style }
    return { meaning: kind, format: style.type === SKELETON_TYPE.dateTime ? `::${style.pattern}` : '' }
  }
  if (style === null || style === undefined) return { meaning: 'number', format: '' }
  if (typeof style === 'string') {
    return NUMBER_MEANING.test(style) ? { meaning: style, format: '' } : { meaning: 'number', format: style }
  }
  const tokens = listTokens(element)
  const meaning = tokens.filter(token => NUMBER_MEANING.test(token))
  const format = tokens.filter(token => !NUMBER_MEANING.test(token))
  return { meaning: meaning.toSorted().map(toLongForm).join(' ') || 'number', format: format.toSorted().join(' ') }
}

/** Number tokens that change what a number says, not how it is written. */
const NUMBER_MEANING =
  /^(?:percent|permille|%|%x100|currency(?:\/.*)?|(?:per-)?(?:measure-)?unit\/.*|scale\/.*|compact-.*|KK?|scientific.*|engineering.*|EE?[+0].*)$/

const LONG_FORMS: Readonly<Record<string, string>> = {
  '%': 'percent',
  '%x100': 'percent scale/100',
  K: 'compact-short',
  KK: 'compact-long',
}

const toLongForm = (token: string): string => LONG_FORMS[token] ?? token

function listTokens({ style, type }: Formatted): string[] {
  if (type !== TYPE.number || typeof style !== 'object' || style === null) return []
  if (style.type !== SKELETON_TYPE.number) return []
  return style.tokens.slice(0, MAX_TOKENS).map(({ stem, options }) => [stem, ...options].join('/'))
}

/** The tokens of a skeleton that ICU does not define: number tokens, or letters of a date. */
export function findUnknownTokens(element: Formatted): string[] {
  const { style } = element
  if (typeof style === 'object' && style !== null && style.type === SKELETON_TYPE.dateTime) {
    const letters = style.pattern.slice(0, MAX_PATTERN).replace(/'[^']*'?/g, '')
    return [...new Set(letters.match(UNKNOWN_LETTERS) ?? [])]
  }
  return listTokens(element).filter(token => !KNOWN_TOKEN.test(token))
}

/** Most characters of a date skeleton that are read. */
const MAX_PATTERN = 200
const UNKNOWN_LETTERS = /[^GyYuUrQqMLlwWdDFgEecabBhHKkjJCmsSAzZOvVXx\s\d\p{P}\p{S}]+/gu

/** The tokens of ICU's number skeletons. */
const KNOWN_TOKEN = new RegExp(
  `^(?:${[
    'compact-(?:short|long)|KK?|notation-simple',
    '(?:scientific|engineering)(?:/[^/]+)*|EE?(?:\\+[!?]?)?0+',
    'percent|permille|%|%x100|base-unit',
    'currency/[A-Za-z]{3}',
    '(?:per-)?measure-unit/[a-z]+-[a-z0-9-]+|(?:per-)?unit/[a-z0-9]+(?:-[a-z0-9]+)*',
    'unit-width-(?:narrow|short|full-name|iso-code|formal|variant|hidden)',
    'precision-(?:integer|unlimited|currency-standard|currency-cash)(?:/w)?|precision-increment/\\d*\\.?\\d+(?:/w)?',
    '\\.(?:0*#*|0*[+*])(?:/(?:w|@+#*[rs+*]?))?|@+#*[+*]?(?:/w)?',
    'rounding-mode-(?:ceiling|floor|down|up|half-(?:even|odd|ceiling|floor|down|up)|unnecessary)',
    'integer-width/(?:[+*]|#*)0*|integer-width-trunc|0+',
    'scale/-?\\d*\\.?\\d+(?:E-?\\d+)?',
    'group-(?:off|min2|auto|on-aligned|thousands)|,[_?!]',
    'latin|numbering-system/[a-z0-9]{3,8}',
    'sign-(?:auto|always|never|except-zero|negative|accounting(?:-(?:always|except-zero|negative))?)',
    '\\+[!?_-]|\\(\\)[!?-]?',
    'decimal-(?:auto|always)',
  ].join('|')})$`,
)
