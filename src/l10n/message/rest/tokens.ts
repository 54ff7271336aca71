import type { Token } from '../token.ts'
import { findRestSpans, type RestSpan } from './spans.ts'

/** Finds inline markup of reStructuredText without the words that it shows; undefined if a text has none. */
export function restTokens(text: string): Token[] | undefined {
  const spans = findRestSpans(text)
  if (spans.length === 0) return undefined
  return spans.flatMap(span => {
    const { kind, words, start, end } = span
    if (kind === 'plain') return [toToken('code', text, start, end)]
    if (words === undefined || !hasWords(span)) return [{ ...toToken('code', text, start, end), isRest: true }]
    return [
      { ...toToken('link', text, start, words[0]), isRest: true },
      { ...toToken('link', text, words[1], end), isRest: true },
    ]
  })
}

function toToken(kind: Token['kind'], text: string, start: number, end: number): Token {
  const raw = text.slice(start, end)
  return { kind, raw, name: raw, start, end }
}

/** How messages show a span: with an ellipsis for its words. */
export function getRestLabel(span: RestSpan): string {
  const { kind, role = '', text, target } = span
  if (kind === 'fixed') return text
  const content = target === undefined ? (hasWords(span) ? '…' : text) : `…<${target}>`
  return kind === 'role' ? `${role}\`${content}\`` : `\`${content}\`_`
}

/** Roles whose content is words. */
const WORDS = new Set(
  (
    'abbr abbreviation ac acronym dfn emphasis strong sub sup subscript superscript title title-reference t index term guilabel menuselection ' +
    'guimenu guimenuitem guibutton kbd'
  ).split(' '),
)

/** Roles whose content is code, also where it has angle brackets. */
const CODE = new Set('code literal math samp file raw'.split(' '))

/** Roles whose content names something, unless it has a title before a target. */
const NAMES = new Set(
  (
    'ref doc numref eq any download class func function meth method attr mod module data const exc obj macro type member var option ' +
    'envvar program command mimetype keyword token confval setting manpage rfc pep makevar regexp newsgroup issue pr user cite'
  ).split(' '),
)

/** What looks like an identifier, a path or a number. */
const IDENTIFIER = /^[^\s\p{Lu}]+$|^[^\s]*[\d_.:/\\$(){}[\]-][^\s]*$/u

/** Whether a role, with its colons, has code. */
export const isCodeRole = (role: string): boolean => CODE.has(role.slice(1, -1))

/** Whether the text of a role or reference may be translated. */
function hasWords({ kind, role = '', text, target }: RestSpan): boolean {
  if (kind === 'reference') return true
  if (kind !== 'role') return false
  const name = role.slice(1, -1)
  if (isCodeRole(role)) return false
  if (target !== undefined || WORDS.has(name)) return true
  return !NAMES.has(name) && !name.includes(':') && !IDENTIFIER.test(text)
}
