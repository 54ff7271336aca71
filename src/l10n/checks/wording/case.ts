import { quote } from '../../../text/quote.ts'
import { writingOf } from '../../locales/writing.ts'
import { BLANK, type ParsedText } from '../../message/parsed-text.ts'
import { type CheckContext, defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'
import { variantsOf } from '../reading/variants.ts'

export const letterCase = defineCheck({
  id: 'case',
  level: 'info',
  finds: 'A translation that starts with a lowercase letter where its source starts with a capital, or the reverse.',
  why: 'Buttons and sentences beside each other look different.',
  standard: 'Scripts with two cases: Latin, Cyrillic, Greek, Armenian. German nouns have capitals everywhere.',
  examples: [
    { syntax: 'plain', locale: 'pl', source: 'Save', good: 'Zapisz', bad: 'zapisz' },
    { syntax: 'plain', locale: 'pl', source: 'files', good: 'pliki', bad: 'Pliki' },
  ],
  find: inEachForm(find),
})

/** Languages whose words can start with a lowercase prefix before the capital, or that capitalize nouns. */
const CAPITAL_NOUNS = new Set(['de', 'gsw', 'bar', 'lb', 'nds'])
const PREFIXED = new Set(['ga', 'gd', 'xh', 'zu', 'ss', 'nr', 'nd', 'st', 'tn'])

function* find({ source, target }: Form, { locale }: CheckContext): Generator<Fault> {
  const { language } = writingOf(locale)
  if (PREFIXED.has(language)) return
  const want = source.computeOnce(readStart)
  if (want === undefined) return
  const got = target.computeOnce(readStart)
  if (got === undefined || got.isCapital === want.isCapital || (got.isCapital && CAPITAL_NOUNS.has(language))) return
  const letter = got.isCapital ? got.letter.toLocaleLowerCase(locale) : got.letter.toLocaleUpperCase(locale)
  yield {
    message: `The source starts with ${want.isCapital ? 'a capital' : 'a lowercase letter'}, the translation with ${quote(got.letter)}.`,
    ...(got.at !== undefined && { at: got.at }),
    fix: `Write ${quote(letter)}.`,
  }
}

interface Start {
  readonly letter: string
  readonly isCapital: boolean
  readonly at?: number
}

/** The first letter of a text that starts with a word; undefined if it starts with a placeholder or a digit, or if its variants differ. */
function readStart(text: ParsedText): Start | undefined {
  const [first = '', ...others] = variantsOf(text)
  const start = readFirstLetter(first)
  if (start === undefined || others.length === 0) return start
  const isSame = others.every(other => readFirstLetter(other)?.isCapital === start.isCapital)
  return isSame ? { letter: start.letter, isCapital: start.isCapital } : undefined
}

/** A word that is all capitals, or that has a capital inside such as iPhone, is a name. */
function readFirstLetter(variant: string): Start | undefined {
  const match = /^(?:\[\/?[a-z]+(?:=[^\]]*)?\]|[\s"'“”„«»‘’‹›(¿¡[*_])*(\p{Lu}|\p{Ll})([\p{L}\p{M}]?)/u.exec(
    variant.slice(0, 40),
  )
  const [all = '', letter = '', next = ''] = match ?? []
  if (match === null || variant.startsWith(BLANK)) return undefined
  const isCapital = letter !== letter.toLowerCase()
  if (!isCapital && next !== next.toLowerCase()) return undefined
  return { letter, isCapital, at: all.length - letter.length - next.length }
}
