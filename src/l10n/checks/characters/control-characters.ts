import { formatCodePoint } from '../../../text/escape.ts'
import { writingOf } from '../../locales/writing.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { type CheckContext, defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'

export const controlCharacters = defineCheck({
  id: 'control_characters',
  level: 'error',
  finds:
    'Characters that hide, reorder or break text: controls, tag characters, lone surrogates, unpaired direction marks.',
  why: 'They hide content from readers, break parsers, or reverse the text around them.',
  standard: 'Unicode UAX #9 (bidirectional text), UTS #51 (flags with tag characters)',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Save', good: 'Sichern', bad: 'Sich\u0007ern' },
    { syntax: 'plain', locale: 'de', source: 'Save', good: 'Sichern', bad: 'Sich\u202Eern' },
  ],
  isNeeded: ({ forms }) => forms.some(({ target }) => SPECIAL.test(target.text)),
  find: inEachForm(find),
})

function* find({ source, target }: Form, { locale }: CheckContext): Generator<Fault> {
  yield* findForbidden(target.text, source)
  yield* findUnbalanced(target.text, writingOf(locale).isRightToLeft)
}

/** Marks that reverse nothing where all text runs from right to left: RLE, RLI, FSI, and the ends of embeddings and isolates. */
const HARMLESS = new Set(['\u202B', '\u2067', '\u2068', '\u202C', '\u2069'])

/** Tabs and line breaks are allowed, and tag characters in the flags of England, Scotland and Wales. */
const FORBIDDEN = /[\p{Cc}\p{Surrogate}\u{E0000}-\u{E007F}]/gu
/** What a finding begins with: a forbidden character, or a direction mark. */
const SPECIAL = /[\p{Cc}\p{Surrogate}\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069]/u
const ALLOWED = new Set(['\t', '\n', '\r'])
const FLAG = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]+\u{E007F}/gu

function findForbidden(target: string, source: ParsedText): Fault[] {
  const text = target.replace(FLAG, flag => ' '.repeat(flag.length))
  const allowed = source.computeOnce(getAllowedCharacters)
  for (const { 0: char, index } of text.matchAll(FORBIDDEN)) {
    if (allowed.has(char)) continue
    const name = formatCodePoint(char)
    return [{ message: `Character ${name} is not allowed.`, fix: `Remove ${name}.`, at: index }]
  }
  return []
}

/** Characters of the source are allowed in the translation, such as a terminal escape sequence. */
const getAllowedCharacters = ({ text }: ParsedText): ReadonlySet<string> =>
  new Set([...ALLOWED, ...(text.match(FORBIDDEN) ?? [])])

const OPENS: Readonly<Record<string, string>> = {
  '\u202A': '\u202C',
  '\u202B': '\u202C',
  '\u202D': '\u202C',
  '\u202E': '\u202C',
  '\u2066': '\u2069',
  '\u2067': '\u2069',
  '\u2068': '\u2069',
}
const BIDI = /[\u202A-\u202E\u2066-\u2069\n]/g

/** Embeddings and isolates must end within their line, correctly nested. */
function findUnbalanced(target: string, isRightToLeftText: boolean): Fault[] {
  const open: { readonly char: string; readonly at: number }[] = []
  const toFault = (char: string, at: number, fix: string, pending: readonly string[]): Fault[] => {
    const isHarmless = isRightToLeftText && pending.every(mark => HARMLESS.has(mark))
    const message = `Direction mark ${formatCodePoint(char)} is unpaired in its line.`
    return [{ message, fix, at, ...(isHarmless && { level: 'warning' }) }]
  }
  const listOpen = (): string[] => open.map(({ char }) => char)
  const findUnended = (): Fault[] => {
    const [{ char, at } = { char: '', at: 0 }] = open
    if (char === '') return []
    return toFault(char, at, `End it with ${formatCodePoint(OPENS[char] ?? '')}, or remove it.`, listOpen())
  }
  for (const { 0: char, index } of target.matchAll(BIDI)) {
    if (char === '\n') {
      if (open.length > 0) return findUnended()
    } else if (char in OPENS) open.push({ char, at: index })
    else {
      const last = open.pop()
      if (last !== undefined && OPENS[last.char] === char) continue
      const fix = `Remove ${formatCodePoint(char)}, or add the mark that it closes.`
      return toFault(char, index, fix, [char, ...listOpen(), ...(last === undefined ? [] : [last.char])])
    }
  }
  return findUnended()
}
