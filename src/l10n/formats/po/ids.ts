import type { PoEntry } from './entries.ts'
import { literalEnd } from './scan.ts'

/** The marks of Lingui above an entry whose `msgid` is an ID, or, where IDs are the rule, is none. */
const MARK = /^#\. *js-lingui-(explicit|generated)-id/m

/** What says that the `msgid` of a catalog are IDs, and its `msgstr` the source: nothing, its texts, or a mark. */
export type IdEvidence = 'none' | 'unsure' | 'texts' | 'mark'

/** How much of a file is read for its marks and texts. */
const MAX_HEAD = 20_000
const MAX_SAMPLE = 300_000
const MAX_ENTRIES = 2_000

/** The least share of entries with an ID that makes a catalog of IDs, and the least that makes a doubt. */
const MOST = 0.6
const SOME = 0.2

/** Looks for evidence that the `msgid` of a catalog are IDs, in its beginning. */
export function findIdEvidence(text: string): IdEvidence {
  if (MARK.test(text) || /(?:^"?|\\n)X-Crowdin-SourceKey: *msgstr\b/im.test(text.slice(0, MAX_HEAD))) return 'mark'
  let [all, ids, translated, filled, words] = [0, 0, 0, 0, 0]
  for (const { id, translation } of sampleEntries(text.slice(0, MAX_SAMPLE))) {
    all += 1
    if (looksLikeId(id)) ids += 1
    if (translation !== '' && translation !== id) filled += 1
    if (!/\s/.test(id)) words += 1
    if (isId(id, translation) && translation !== '' && !looksLikeId(translation)) translated += 1
  }
  // A catalog of the source language hardly corrects most of its own texts.
  const isFilled = filled >= Math.max(2, all * MOST)
  if (translated >= Math.max(1, all * MOST) || (isFilled && words === all)) return 'texts'
  return isFilled || ids >= Math.max(1, all * MOST) || translated > Math.max(2, all * SOME) ? 'unsure' : 'none'
}

/** Lists the entries whose `msgid` is an ID by the marks of a file; undefined if it has none. */
export function findMarkedIds(entries: readonly PoEntry[]): ReadonlySet<PoEntry> | undefined {
  const marks = entries.map(({ comments }) => MARK.exec(comments.join('\n'))?.[1])
  const rule = marks.find(mark => mark !== undefined)
  const isMarked = (at: number): boolean => (rule === 'generated' ? marks[at] !== rule : marks[at] === rule)
  return rule === undefined ? undefined : new Set(entries.filter((_, at) => isMarked(at)))
}

/** Parts that are joined as in `inbox.title`, `SIGN_IN`, `signIn` and `sign-in`, or a short hash as `5VpL9Z`. */
const ID =
  /^(?:[\w$]+(?:[.:/][\w$-]+)+|[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]*)+|(?=[A-Za-z+/]*\d)[A-Za-z0-9+/]{6})$/

/** Whether a `msgid` is an ID rather than a text in a language. */
export const looksLikeId = (id: string): boolean => id.length <= 200 && ID.test(id)

/** A word of one case is an ID if its text is a sentence. */
const isId = (id: string, translation: string): boolean =>
  looksLikeId(id) || (/^(?:[a-z]+|[A-Z]+)$/.test(id) && /\S\s+\S/.test(translation))

const FIELD = /^(msgid|msgstr(?:\[0\])?)[ \t]+(?=")/gm

/** Yields the first entries with the beginnings of their strings, except the header. */
function* sampleEntries(text: string): Generator<{ readonly id: string; readonly translation: string }> {
  let id = ''
  let count = 0
  for (const { 0: field, 1: keyword, index } of text.matchAll(FIELD)) {
    const value = readPieces(text, index + field.length)
    if (keyword === 'msgid') id = value
    else if (id !== '') {
      yield { id, translation: value }
      count += 1
      if (count === MAX_ENTRIES) return
    }
  }
}

/** Joins the first two pieces of a string: the first one is often empty. */
function readPieces(text: string, start: number): string {
  const end = literalEnd(text, start)
  if (end === undefined) return ''
  const first = text.slice(start + 1, end - 1)
  if (first !== '') return first
  const next = text.slice(end, end + 3).search(/(?<=^\r?\n)"/)
  const after = next === -1 ? undefined : literalEnd(text, end + next)
  return after === undefined ? '' : text.slice(end + next + 1, after - 1)
}
