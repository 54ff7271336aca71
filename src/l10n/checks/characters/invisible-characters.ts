import { formatCodePoint } from '../../../text/escape.ts'
import { writingOf } from '../../locales/writing.ts'
import { type CheckContext, defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'

export const invisibleCharacters = defineCheck({
  id: 'invisible_characters',
  level: 'warning',
  finds: 'Invisible characters that the locale does not need, and U+FFFD, the mark of a lost character.',
  why: 'Search, sorting, line breaks and comparisons fail on characters that nobody sees.',
  standard: 'Unicode UAX #31 (joiners in Arabic and Indic scripts), UTS #51 (emoji sequences)',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Save', good: 'Sichern', bad: 'Sich\u200Bern' },
    { syntax: 'plain', locale: 'fa', source: 'I want', good: 'می\u200Cخواهم', bad: 'می\uFEFFخواهم' },
    { syntax: 'plain', locale: 'de', source: 'Happy', good: '👨\u200D👩\u200D👧', bad: 'Fami\u200Dlie' },
  ],
  isNeeded: ({ forms }) => forms.some(({ target }) => target.text.search(INVISIBLE) >= 0),
  find: inEachForm(find),
})

const INVISIBLE =
  /\u034F|[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u2060-\u2064\u3164\uFEFF\uFFA0\uFFFC\uFFFD]/g
/** Scripts that separate words, or lines, by U+200B. */
const UNSPACED = new Set(['Khmer', 'Lao', 'Myanmar', 'Thai', 'Tibetan'])
/** Letters that a joiner can stand beside, and the parts of emoji sequences. */
const JOINED =
  /[\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Knda}\p{scx=Mlym}\p{scx=Mong}\p{scx=Mymr}\p{scx=Nkoo}\p{scx=Orya}\p{scx=Sinh}\p{scx=Syrc}\p{scx=Taml}\p{scx=Telu}\p{scx=Khmr}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\u20E3]/u

function* find({ source, target }: Form, { locale }: CheckContext): Generator<Fault> {
  for (const { 0: char, index } of target.text.matchAll(INVISIBLE)) {
    if (source.text.includes(char) || isOrdinary(char, target.text, index, locale)) continue
    const name = formatCodePoint(char)
    yield char === '\uFFFD'
      ? { message: 'U+FFFD stands for a character that was lost.', at: index, fix: 'Write the character again.' }
      : { message: `${name} is invisible (${NAMES[char] ?? 'a filler'}).`, at: index, fix: `Remove ${name}.` }
  }
}

const NAMES: Readonly<Record<string, string>> = {
  '\u00AD': 'soft hyphen',
  '\u061C': 'Arabic letter mark',
  '\u200B': 'zero width space',
  '\u200C': 'zero width non-joiner',
  '\u200D': 'zero width joiner',
  '\u200E': 'left-to-right mark',
  '\u200F': 'right-to-left mark',
  '\u2060': 'word joiner',
  '\uFEFF': 'byte order mark',
  '\uFFFC': 'object replacement character',
}

function isOrdinary(char: string, text: string, at: number, locale: string): boolean {
  const { scripts, isRightToLeft } = writingOf(locale)
  switch (char) {
    case '\u200B':
      return scripts.some(script => UNSPACED.has(script))
    case '\u200C':
    case '\u200D':
      return JOINED.test(codePointBefore(text, at)) || JOINED.test(String.fromCodePoint(text.codePointAt(at + 1) ?? 0))
    case '\u061C':
    case '\u200E':
    case '\u200F':
      return isRightToLeft
    default:
      return false
  }
}

function codePointBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1)
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(at - 2, at) : text.charAt(at - 1)
}
