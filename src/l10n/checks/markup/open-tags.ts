import { quote } from '../../../text/quote.ts'
import { countBy } from '../../groups.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { type Fault, type Form, toMissing } from '../define-check.ts'
import { getTagName } from './labels.ts'

/** Elements of HTML that texts leave open, such as labels of Swing. Their names are no words, unlike `<title>`, which can stand for "your title". */
export const ELEMENTS = new Set(
  'a b blockquote body center dd div dl dt em font h1 h2 h3 h4 h5 h6 head html i li nobr ol p pre span strong sub sup td th tr tt u ul'.split(
    ' ',
  ),
)

/**
 * Finds tags that the source does not close, and that occur less often in the translation: elements of HTML, also with escaped brackets, and marks of colors
 * and fonts. A word in angle brackets (`Use <name>`) may be translated. `compareTags` compares tags in pairs.
 */
export function* findLostOpenTags(
  { source, target }: Form,
  list: (text: ParsedText) => readonly OpenTag[] = listOpenTags,
): Generator<Fault> {
  const wanted = source.computeOnce(list)
  if (wanted.length === 0) return
  const left = countNames(target)
  const known = new Set(wanted.map(({ name }) => name))
  const isOther = target.computeOnce(listUnclosed).some(({ name }) => !known.has(name))
  const lost = new Set<string>()
  for (const { name, raw } of wanted) {
    const rest = left.get(name) ?? 0
    left.set(name, rest - 1)
    if (rest > 0 || lost.has(name) || (INLINE.has(name) && !isOther) || isUnescaped(name, target)) continue
    lost.add(name)
    yield { level: 'warning', ...toMissing(raw) }
  }
}

/** Elements that a browser closes only by their end: a source that leaves one open has a slip, which a translation may mend. */
const INLINE = new Set('a b em font i nobr span strong sub sup tt u'.split(' '))

/** Whether a text has the bracket itself, which `html_entities` finds. */
const isUnescaped = (name: string, { text }: ParsedText): boolean =>
  name.startsWith('&lt;') && text.toLowerCase().includes(`<${name.slice('&lt;'.length)}`)

interface OpenTag {
  /** In lower case; with its bracket if that is escaped. */
  readonly name: string
  readonly raw: string
}

/** What ICU takes for text: tags that close themselves, and elements with escaped brackets. */
export const listTextTags = (text: ParsedText): readonly OpenTag[] => [
  ...text.markup.flatMap(token =>
    token.kind === 'tag' && token.raw.endsWith('/>') ? [{ name: getTagName(token), raw: token.raw }] : [],
  ),
  ...listEscaped(text),
]

const ESCAPED = /&lt;(\/?[A-Za-z][A-Za-z\d]{0,9})(?![\w-])/g

const listEscaped = ({ text }: ParsedText): readonly OpenTag[] =>
  [...text.matchAll(ESCAPED)].flatMap(([raw, name = '']) =>
    ELEMENTS.has(name.replace('/', '').toLowerCase()) ? [{ name: raw.toLowerCase(), raw }] : [],
  )

const listOpenTags = (text: ParsedText): readonly OpenTag[] => [
  ...text.computeOnce(listUnclosed).filter(({ isWord }) => !isWord),
  ...listEscaped(text),
]

/** The tags that a text opens and never closes. `isWord` = the tag can be a word in angle brackets: no text follows it without a space. */
function listUnclosed({ text, markup }: ParsedText): readonly (OpenTag & { readonly isWord: boolean })[] {
  const closed = new Set(markup.flatMap(token => (token.raw.startsWith('</') ? [getTagName(token)] : [])))
  return markup.flatMap(token => {
    const name = getTagName(token)
    if (token.kind !== 'tag' || /^<\/|\/>$/.test(token.raw) || closed.has(name) || VOID.has(name)) return []
    const isMark = ELEMENTS.has(name) || /^[\p{L}\p{N}{*"<&]/u.test(text.slice(token.end, token.end + 2))
    return [{ name, raw: token.raw, isWord: !isMark }]
  })
}

/** Finds words in angle brackets with letters before or behind: `<filex>` is no translation of `<file>`. */
export function* findRespelledWords({ source, target }: Form): Generator<Fault> {
  const wanted = source.computeOnce(listUnclosed)
  if (wanted.length === 0) return
  const given = target.computeOnce(listUnclosed)
  for (const { name, raw, isWord } of wanted) {
    if (!isWord || name.length < MIN_NAME || given.some(tag => tag.name === name)) continue
    const other = given.find(tag => tag.name.startsWith(name) || tag.name.endsWith(name))
    if (other === undefined || wanted.some(tag => tag.name === other.name)) continue
    yield { level: 'warning', message: `${quote(other.raw)} is not in the source.`, fix: `Write ${quote(raw)}.` }
  }
}

/** Letters of the shortest name that is looked for in others. */
const MIN_NAME = 3

/** Elements without an end, which `compareTags` demands. */
export const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr'])

/** How often a text has each tag that is not closing. */
function countNames({ text, markup }: ParsedText): Map<string, number> {
  const names = markup.flatMap(token =>
    token.kind === 'tag' && !token.raw.startsWith('</') ? [getTagName(token)] : [],
  )
  return countBy([...names, ...(text.match(ESCAPED) ?? [])], name => name.toLowerCase())
}
