/** Who wrote a text, by its letter in the text. */
export const WRITERS = {
  A: 'agent',
  P: 'person',
  I: 'import by a token',
  J: 'import by a person',
  K: 'import by a token with project:admin',
} as const
export type Writer = keyof typeof WRITERS

/** A source string with its context: what a text is written for. */
export type SourceId = string

export const toSourceId = (source: string, context: string | undefined): SourceId =>
  `${/ (\d+)$/.exec(source)?.[1] ?? source}/${context ?? '_'}`

/** What a translation says about itself. */
export interface Written {
  readonly text: string
  readonly source: SourceId
  readonly locale: string
  readonly writer: Writer
  readonly serial: number
}

const FIRST = ['Open', 'Close', 'Paint', 'Carry', 'Water', 'Build', 'Draw', 'Weigh', 'Count', 'Fold', 'Sweep', 'Lift']
const SECOND = ['garden', 'window', 'bridge', 'kettle', 'lantern', 'basket', 'harbour', 'meadow', 'orchard', 'chimney']
const THIRD = ['slowly', 'tonight', 'upstairs', 'twice', 'outside', 'alone', 'together', 'at dawn', 'by hand']

/** A source string with a mark of its own. Those of one meaning have the same words, as a corrected string has. */
export const writeSource = (meaning: number, mark: number): string =>
  `${FIRST[meaning % 12]} the ${SECOND[Math.floor(meaning * 1.7) % 10]} ${THIRD[Math.floor(meaning * 2.3) % 9]} ${mark}`

/** A translation that names the source it is written for, its locale, its writer and its number (in letters: the check of numbers has to be silent). */
export function writeText(source: SourceId, locale: string, writer: Writer, serial: number): Written {
  const [mark, context] = source.split('/')
  const text = `Text for source ${mark} in ${context} to ${locale} by ${writer} as ${toLetters(serial)}`
  return { text, source, locale, writer, serial }
}

/** Undefined: no text of this test. */
export function readText(text: string): Written | undefined {
  const found = /^Text for source (\d+) in (\w+) to (\w+) by ([APIJK]) as ([a-j]+)$/.exec(text)
  if (found === null) return undefined
  const [, mark = '', context = '', locale = '', writer = '', letters = ''] = found
  return { text, source: `${mark}/${context}`, locale, writer: writer as Writer, serial: fromLetters(letters) }
}

const LETTERS = 'abcdefghij'
const toLetters = (serial: number): string => Array.from(String(serial), digit => LETTERS[Number(digit)]).join('')
const fromLetters = (letters: string): number => Number(Array.from(letters, letter => LETTERS.indexOf(letter)).join(''))
