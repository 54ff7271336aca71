import { quote } from '../../../text/quote.ts'
import { writingOf } from '../../locales/writing.ts'
import { memoize } from '../../memoize.ts'
import { type CheckContext, defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'

export const mojibake = defineCheck({
  id: 'mojibake',
  level: 'warning',
  finds:
    'UTF-8 that was read in another encoding, such as `Ã©` for é, `â€™` for ’ or `РџСЂ` for Пр, where the source has none. Also letters that became `?`.',
  why: 'Users see signs that mean nothing, and the letters are lost at the next save.',
  standard: 'UTF-8 read as Windows-1252, Windows-1250 or Windows-1251',
  examples: [
    { syntax: 'plain', locale: 'fr', source: 'Save', good: 'Conservé', bad: 'ConservÃ©' },
    { syntax: 'plain', locale: 'fr', source: 'The file', good: 'L’élément', bad: 'Lâ€™élément' },
    { syntax: 'plain', locale: 'ru', source: 'Hello', good: 'Привет', bad: 'РџСЂРёРІРµС‚' },
  ],
  isNeeded: ({ forms }) => forms.some(({ target: { text } }) => SUSPECT.test(text) || text.includes('?')),
  find: inEachForm(find),
})

/** UTF-8 as one character for each byte. */
const SEQUENCES = /(?:[Â-ß][\u0080-¿]|[à-ï][\u0080-¿]{2}|[ð-ô][\u0080-¿]{3})+/g

/** What Windows-1252 has from 80 to 9F. */
const HIGH_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'
const ENCODINGS = ['windows-1252', 'windows-1250', 'windows-1251'] as const

/** The byte of each character of an encoding, as a character. ISO 8859-1 has the bytes themselves. */
const toBytes = memoize(ENCODINGS.length, (encoding): ReadonlyMap<string, string> => {
  const bytes = Array.from({ length: 128 }, (_, at) => at + 128)
  const all = encoding === 'windows-1252' ? HIGH_1252 : new TextDecoder(encoding).decode(Uint8Array.from(bytes))
  return new Map(Array.from(all, (char, at) => [char, String.fromCharCode(at + 128)]))
})

/** The characters that bytes become, in all encodings. */
function charactersOf(from: number, to: number): string {
  const bytes = Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at))
  const chars = ENCODINGS.flatMap(encoding => [...toBytes(encoding)].filter(([, byte]) => bytes.includes(byte)))
  return [...bytes, ...chars.map(([char]) => char)].join('')
}

/** The first byte of a character in UTF-8 before another one, or "à" whose second byte became a space: most texts have none. */
const SUSPECT = new RegExp(`[${charactersOf(0xc2, 0xf4)}][${charactersOf(0x80, 0xbf)}]|(?<=\\s)Ã(?=\\s)`, 'u')

/** What surrounds or ends words, and so can stand behind a capital: French writes « CAFÉ ». */
const BESIDE_WORDS = /[\p{L}\u00A0«»…“”‘’‚„‹›–—]/u

/** The characters that a locale writes, beside the signs of all. */
const readable = memoize(100, (scripts): RegExp => {
  const letters = scripts.replace(/\S+/g, '\\p{scx=$&}').replaceAll(' ', '')
  const signs = '[\\p{P}\\p{Sc}\\p{Emoji}\\p{M}\\s°²³½¼¾¹ª\\u0080-\\u009F-]'
  return new RegExp(`^(?:${signs}|(?=\\p{L})[${letters}\\p{scx=Latin}])+$`, 'u')
})

/** Letters that became `?`: in a word, before one, or instead of all. */
const LOST = /(?<=\p{L})\?+(?=\p{Ll})|(?<![^\s("«„“])\?+(?=\p{Ll}{3})|^(?=[^]*\?\?)[\s?.,:;!-]*$/u
/** The same in a text whose source asks nothing: also between words, and several of them. */
const LOST_OR_ASKED = new RegExp(`${LOST.source}|\\?(?= ?\\p{Ll}|\\.)|\\?\\?`, 'u')

function* find({ source, target }: Form, { locale }: CheckContext): Generator<Fault> {
  const lost = source.text.includes('?') ? LOST : LOST_OR_ASKED
  const match = (LOST.test(source.text) ? null : lost.exec(target.text)) ?? findWrong(target.text, locale)
  if (match === undefined || findWrong(source.text, locale) !== undefined) return
  yield {
    message: `${quote(match[0])} comes from a wrong encoding.`,
    at: match.index,
    fix: 'Write the character again.',
  }
}

function findWrong(text: string, locale: string): { readonly 0: string; readonly index: number } | undefined {
  if (!SUSPECT.test(text)) return undefined
  const pattern = readable(writingOf(locale).scripts.join(' '))
  for (const encoding of ENCODINGS) {
    const bytes = toBytes(encoding)
    const read = text.replace(
      /[^\p{ASCII}]/gu,
      char => bytes.get(char) ?? (char < 'Ā' ? char : '\0'.repeat(char.length)),
    )
    for (const { 0: found, index } of read.matchAll(SEQUENCES)) {
      const raw = text.slice(index, index + found.length)
      const around = text.slice(Math.max(0, index - 1), index + found.length + 1)
      if (pattern.test(decode(found)) && isWrong(raw, found, around)) return { 0: raw, index }
    }
  }
  // "à" whose second byte became a space.
  const match = /(?<=\s)Ã\u00A0?(?=\s)/u.exec(text)
  return match ?? undefined
}

const decode = (bytes: string): string => new TextDecoder().decode(Uint8Array.from(bytes, char => char.charCodeAt(0)))

/** A lone sequence of two can be a capital before what surrounds words. */
const isWrong = (raw: string, bytes: string, around: string): boolean =>
  bytes.length > 2 || /[a-z]/.test(around) || (/^[ÂÃ]/.test(bytes) && !BESIDE_WORDS.test(raw.slice(1)))
