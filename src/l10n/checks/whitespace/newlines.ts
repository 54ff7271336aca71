import { formatTimes, quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'
import { variantsOf } from '../reading/variants.ts'

export const newlines = defineCheck({
  id: 'newlines',
  level: 'info',
  finds:
    'Another number of line breaks than in the source. Of a source that is wrapped within its sentences, only empty lines count.',
  why: 'Lists, addresses and messages lose their layout.',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Line 1\nLine 2', good: 'Zeile 1\nZeile 2', bad: 'Zeile 1 Zeile 2' },
  ],
  isNeeded: ({ forms }) => forms.some(({ source, target }) => source.text.includes('\n') || target.text.includes('\n')),
  find: inEachForm(findLineBreakFaults),
})

function* findLineBreakFaults({ source, target }: Form): Generator<Fault> {
  if (!source.text.includes('\n') && !target.text.includes('\n')) return
  const count = source.computeOnce(isWrapped) ? countParagraphs : countLineBreaks
  const want = source.computeOnce(count)
  const got = target.computeOnce(count)
  if (want === got) return
  const [from, to] = [want, got].map(formatCount)
  yield {
    message: `The source has ${from}; the translation has ${to}.`,
    // An empty line ends the paragraph.
    ...(!source.text.includes('\n') && target.computeOnce(countParagraphs) > 0 && { level: 'warning' as const }),
    ...(got > 0 && { at: target.text.indexOf('\n') }),
    fix: want === 0 ? 'Remove the line breaks.' : 'Break the lines where the source does.',
  }
}

const formatCount = (count: number): string =>
  count === 0 ? 'no line break' : count === 1 ? '1 line break' : `${count} line breaks`

/** The line breaks between the first and the last word, of the longest variant. */
const countLineBreaks = (text: ParsedText): number =>
  Math.max(...variantsOf(text).map(variant => variant.trim().match(/\r\n?|\n/g)?.length ?? 0))

/** The empty lines between the first and the last word, of the longest variant. */
const countParagraphs = (text: ParsedText): number =>
  Math.max(...variantsOf(text).map(variant => variant.trim().match(/\n[^\S\n]*\n\s*/g)?.length ?? 0))

/** Characters of the shortest line that is wrapped. */
const MIN_LINE = 40

/** Whether a text breaks a long line within a sentence, as files do that are wrapped at a column. */
function isWrapped({ text }: ParsedText): boolean {
  const lines = text.split('\n')
  return lines.some((line, at) => {
    const next = lines[at + 1] ?? ''
    return (
      line.trim().length >= MIN_LINE && /[\p{L}\p{N},;'"’”)\]`]\s*$/u.test(line) && /^\s*(?:\p{Ll}|\p{Lo})/u.test(next)
    )
  })
}

export const escapedNewlines = defineCheck({
  id: 'escaped_newlines',
  level: 'warning',
  finds:
    'Another number of the escapes `\\n`, `\\r` or `\\t` than in the source. It is an error where the source has the character itself.',
  why: 'The application turns the escape into a line break; users miss the line, or see the backslash.',
  examples: [
    {
      syntax: 'plain',
      locale: 'de',
      source: 'Done.\\nClose?',
      good: 'Fertig.\\nSchließen?',
      bad: 'Fertig. Schließen?',
    },
    { syntax: 'plain', locale: 'de', source: 'Done.\nClose?', good: 'Fertig.\nZu?', bad: 'Fertig.\\nZu?' },
  ],
  isNeeded: ({ forms }) => forms.some(({ source, target }) => source.text.includes('\\') || target.text.includes('\\')),
  find: inEachForm(findEscapedFaults),
})

const ESCAPES = [
  { escape: '\\n', character: '\n', name: 'a line break' },
  { escape: '\\r', character: '\r', name: 'a carriage return' },
  { escape: '\\t', character: '\t', name: 'a tab' },
] as const

function* findEscapedFaults({ source, target }: Form): Generator<Fault> {
  if (!source.text.includes('\\') && !target.text.includes('\\')) return
  for (const { escape, character, name } of ESCAPES) {
    const want = count(source, escape)
    const got = count(target, escape)
    if (want === got) continue
    const at = target.text.indexOf(escape)
    // Formats decode their escapes before the checks, and no message syntax has others: where the source has the character, an escape is printed as it is.
    if (want === 0 && count(source, character) > 0) {
      yield {
        level: 'error',
        message: `${quote(escape)} is printed as it is; the source has ${name}.`,
        ...(at >= 0 && { at }),
        fix: `Replace ${quote(escape)} with ${name}, or remove it.`,
      }
      continue
    }
    yield {
      message: `${quote(escape)} occurs ${formatTimes(want)} in the source but ${formatTimes(got)} here.`,
      ...(at >= 0 && { at }),
      fix: `Write ${quote(escape)} where the source has it.`,
    }
  }
}

/** How often any variant has it at most. */
const count = (text: ParsedText, part: string): number =>
  text.text.includes(part) ? Math.max(...variantsOf(text).map(variant => variant.split(part).length - 1)) : 0
