import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'
import { wordsOf } from '../reading/variants.ts'

export const accelerators = defineCheck({
  id: 'accelerators',
  level: 'warning',
  finds: 'A keyboard accelerator (`&File`, `_File`) that is missing or that occurs several times.',
  why: 'The menu cannot be opened by keyboard, or the application shows the mark.',
  standard: 'Qt and Windows (`&`), GTK (`_`)',
  examples: [
    { syntax: 'plain', locale: 'de', source: '&File', good: '&Datei', bad: 'Datei' },
    { syntax: 'plain', locale: 'ja', source: '_Save', good: '保存(_S)', bad: '保存' },
    { syntax: 'plain', locale: 'de', source: 'Save &As', good: 'Sichern &unter', bad: '&Sichern &unter' },
  ],
  isNeeded: ({ forms }) => forms.some(({ source }) => source.computeOnce(findMark) !== undefined),
  find: inEachForm(find),
})

/** Marks and the characters that they can stand before. `R&D` and `&amp;` are words; a translation may have its mark inside a word. */
const MARKS = [
  {
    mark: '&',
    pattern: /(?<![\p{Lu}\p{N}&])&(?=[\p{L}\p{N}])(?!#?\w{1,8};)/gu,
    inWord: /(?<!&)&(?=[\p{L}\p{N}])(?!#?\w{1,8};)/gu,
  },
  { mark: '_', pattern: /(?<![\p{L}\p{N}\p{Pc}@./:\\-])_(?=[\p{L}\p{N}])/gu, inWord: /(?<!_)_(?=[\p{L}\p{N}])/gu },
] as const

function* find({ source, target }: Form): Generator<Fault> {
  const mark = source.computeOnce(findMark)
  if (mark === undefined) return
  const words = wordsOf(target)
  const found = [...words.matchAll(mark.pattern)]
  if (found.length === 1 || (found.length === 0 && words.match(mark.inWord)?.length === 1)) return
  yield found.length === 0
    ? {
        message: `The accelerator ${quote(mark.mark)} is missing.`,
        fix: `Write ${quote(mark.mark)} before one letter, or ${quote(`(${mark.mark}X)`)} at the end.`,
      }
    : {
        message: `There are ${found.length} accelerators ${quote(mark.mark)}.`,
        at: found[1]?.index ?? 0,
        fix: `Keep one ${quote(mark.mark)}.`,
      }
}

/** The mark of a source that has exactly one, and no other use of it. */
function findMark(text: ParsedText): (typeof MARKS)[number] | undefined {
  return MARKS.find(({ mark, pattern }) => {
    const at = text.text.indexOf(mark)
    if (at < 0 || text.text.includes(mark, at + 1)) return false
    // A web page has entities, tags or links, and no accelerators.
    return text.markup.length === 0 && wordsOf(text).search(pattern) >= 0
  })
}
