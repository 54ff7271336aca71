import { formatTimes, quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { defineCheck, type Fault, type Form, inEachForm, toAdded, toMissing } from '../define-check.ts'
import { hasVariants, wordsOf } from '../reading/variants.ts'

export const markdown = defineCheck({
  id: 'markdown',
  level: 'warning',
  finds: 'Markdown emphasis, headings, lists and quotes that differ from the source. `markup` checks links and code.',
  why: 'The text loses its structure, or users see the asterisks.',
  standard: 'CommonMark 0.31, GFM strikethrough',
  examples: [
    {
      syntax: 'plain',
      locale: 'de',
      source: '**Save** the file',
      good: 'Datei **sichern**',
      bad: 'Datei ** sichern **',
    },
    {
      syntax: 'plain',
      locale: 'de',
      source: 'Read:\n- one\n- two',
      good: 'Lies:\n- eins\n- zwei',
      bad: 'Lies:\n- eins',
    },
  ],
  find: inEachForm(find),
})

function* find({ source, target }: Form): Generator<Fault> {
  if (!MARKED.test(source.text) && !ADDED.test(target.text)) return
  yield* compareHeadings(source.text, target.text)
  yield* findAddedBlock(source.text, target.text)
  const wanted = source.computeOnce(countMarks)
  const given = target.computeOnce(countMarks)
  const isLoose = hasVariants(source) || hasVariants(target)
  for (const [mark, want] of wanted) {
    const got = given.get(mark) ?? 0
    if (got === want || (isLoose && got > 0)) continue
    const at = target.text.indexOf(mark.replace('…', '').slice(0, mark.length >> 1))
    yield {
      message: `${quote(mark)} occurs ${formatTimes(want)} in the source but ${formatTimes(got)} here.`,
      ...(at >= 0 && { at }),
      fix: `Write ${quote(mark)} as in the source.`,
    }
  }
  if (!source.text.includes('**') && (given.has(BOLD) || OPEN_BOLD.test(target.text))) {
    yield { ...toAdded(BOLD, target.text.indexOf('**')), fix: 'Remove the asterisks.' }
  }
}

const MARKED = /[*_~]|^\s{0,3}(?:#|>|[-+]\s|\d+[.)]\s)/m
/** What a translation can have of its own: bold marks, and the mark of a heading. */
const ADDED = /\*\*|^\s{0,3}(?:#|>|[-+*]\s|\d+[.)]\s)/m
const HEADING = /^\s{0,3}(#{1,6})(?=\s+\S)/

/** Compares the mark at the start of a text with one line, which `countMarks` leaves out: one # can be "number". Also finds one that is added to any text. */
function* compareHeadings(source: string, target: string): Generator<Fault> {
  const want = HEADING.exec(source)?.[1] ?? ''
  const got = HEADING.exec(target)?.[1] ?? ''
  if (want === got || (want !== '' && source.trim().includes('\n')) || (got === '' && want.length < 2)) return
  if (want === '') yield toAdded(got, target.indexOf('#'))
  else if (got === '') yield toMissing(want)
  else {
    const message = `The source starts with ${quote(want)}, the translation with ${quote(got)}.`
    yield { message, at: target.indexOf('#'), fix: `Write ${quote(want)} as in the source.` }
  }
}

const BOLD = '**…**'
const OPEN_BOLD = /(?<!\*)\*\*(?=\p{L})/u

/** The mark of a list or a quote before the first word. A number can be an ordinal: "1. Platz" is "First place". */
const BLOCK = /^\s{0,3}([-*+>]|\d{1,3}[.)])(?=\s+[\p{L}*_`[])/u
const NUMBERED = /\d|first|second|third|th\b/i

function* findAddedBlock(source: string, target: string): Generator<Fault> {
  const mark = BLOCK.exec(target)?.[1]
  if (mark === undefined || /^[^\p{L}\p{N}]/u.test(source) || (/\d/.test(mark) && NUMBERED.test(source))) return
  yield toAdded(mark, target.indexOf(mark))
}

/** How often each mark is in use. */
function countMarks(text: ParsedText): ReadonlyMap<string, number> {
  const words = wordsOf(text)
  const counts = new Map<string, number>()
  const count = (mark: string): void => void counts.set(mark, (counts.get(mark) ?? 0) + 1)
  for (const mark of findEmphasis(words)) count(`${mark}…${mark}`)
  // A mark at the start of a text with one line is punctuation, such as "# of files".
  if (words.trim().includes('\n')) {
    for (const [, mark = ''] of words.matchAll(/^[ \t]{0,12}(#{1,6}|[-*+]|>|\d{1,3}[.)])(?=[ \t])/gm)) {
      count(/\d/.test(mark) ? '1.' : mark === '*' || mark === '+' ? '-' : mark)
    }
  }
  return counts
}

/** The emphasis of a text, by its delimiter: two equal runs of `*`, `_` or `~~` around words. Each run is visited once. */
function* findEmphasis(words: string): Generator<string> {
  const open = new Set<string>()
  for (const { mark, opens, closes } of findRuns(words)) {
    if (closes && open.delete(mark)) yield mark
    else if (opens) open.add(mark)
  }
}

/** The runs of delimiters: a word starts after one that opens, and ends before one that closes. */
function* findRuns(words: string) {
  if (!/[*_~]/.test(words)) return
  for (const { 0: mark, index } of words.matchAll(/\*{1,3}|_{1,3}|~~/g)) {
    const before = words.charAt(index - 1)
    const after = words.charAt(index + mark.length)
    const isInWord = mark.startsWith('_')
    yield {
      mark,
      opens: /\S/.test(after) && !(isInWord && isLetter(before)),
      closes: /\S/.test(before) && !(isInWord && isLetter(after)),
    }
  }
}

const isLetter = (char: string): boolean => /[\p{L}\p{N}]/u.test(char)
