import type { ParsedText } from '../../message/parsed-text.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
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
  find,
})

function* find({ forms }: CheckContext): Generator<Fault> {
  for (const { source, target } of forms) {
    if (!source.text.includes('\n') && !target.text.includes('\n')) continue
    const count = source.computeOnce(isWrapped) ? countParagraphs : countLineBreaks
    const want = source.computeOnce(count)
    const got = target.computeOnce(count)
    if (want === got) continue
    const [from, to] = [want, got].map(formatCount)
    yield {
      message: `The source has ${from}; the translation has ${to}.`,
      // An empty line ends the paragraph.
      ...(!source.text.includes('\n') && target.computeOnce(countParagraphs) > 0 && { level: 'warning' as const }),
      ...(got > 0 && { at: target.text.indexOf('\n') }),
      fix: want === 0 ? 'Remove the line breaks.' : 'Break the lines where the source does.',
    }
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
