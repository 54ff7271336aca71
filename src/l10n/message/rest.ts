import type { Token } from './token.ts'

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

/** A piece of inline markup in reStructuredText. Sphinx adds roles: `:ref:`the setup <setup>``. */
export interface RestSpan {
  /** `fixed` markup has no words: ``literal``, |substitution|, [1]_. */
  readonly kind: 'fixed' | 'role' | 'reference' | 'plain'
  /** The name of a role, with its colons. */
  readonly role?: string
  /** What a role or reference shows, and where it leads. Without a target, `text` may be both. */
  readonly text: string
  readonly target?: string
  readonly start: number
  readonly end: number
  /** Offsets of the words, for roles and references that show some. */
  readonly words?: readonly [start: number, end: number]
}

/**
 * Finds inline markup of reStructuredText, in order; nothing in a text without a role, reference, literal or footnote, which could be Markdown.
 * `plain` is text in single backticks without a role, whose meaning only its project knows.
 */
export function findRestSpans(text: string): readonly RestSpan[] {
  if (!MARK.test(text)) return []
  const spans = [...findQuoted(text)]
  if (!spans.some(isRest) && !PROOF.test(text)) return []
  const quoted = spans.values()
  let next = quoted.next()
  const loose = [...text.matchAll(LOOSE)].flatMap(({ 0: raw, index }): RestSpan[] => {
    while (next.done !== true && next.value.end <= index) next = quoted.next()
    const end = index + raw.length
    return next.done === true || end <= next.value.start ? [toFixed(text, index, end)] : []
  })
  return [...spans, ...loose].toSorted((a, b) => a.start - b.start)
}

/** Markdown has two backticks only around one. */
const isRest = ({ kind, text }: RestSpan): boolean =>
  kind === 'role' || kind === 'reference' || (kind === 'fixed' && /^``[^`]+``$/.test(text))

const NAME = '[A-Za-z][\\w.+-]{0,40}'
const ROLE = `:${NAME}(?::${NAME}){0,3}:`
const MARK = new RegExp(`(?<![\\w:])${ROLE}\`|\`(?:__?(?!\\w)|${ROLE})|\\]_(?!\\w)|\`\`[^\`]|[\\w.-]\\|(?!\\w)`)
const ROLE_BEFORE = new RegExp(`(?<![\\w:])${ROLE}$`)
const ROLE_BEHIND = new RegExp(`${ROLE}(?!\\w)`, 'y')
/** A footnote, a citation, or a substitution that is named like a variable. */
const PROOF = /\[(?:#[\w-]{0,60}|\*|\d{1,6}|[A-Za-z][\w.-]{1,60})\]_(?!\w)|(?<![\w|])\|[a-z][\w.-]{1,60}\|(?!\w)/
const LOOSE =
  /\[(?:#[\w-]{0,60}|\*|\d{1,6}|[A-Za-z][\w.-]{1,60})\]_(?!\w)|(?<![\w|])\|(?=[^\s|])[^|`\n]{1,80}(?<=\S)\|(?!\w)/g
const MAX_ROLE = 170

/** Finds what is in backticks. Each backtick is visited once. */
function* findQuoted(text: string): Generator<RestSpan> {
  let from = 0
  let hasPairs = true
  for (let at = text.indexOf('`'); at !== -1; at = text.indexOf('`', from)) {
    let count = 1
    while (text[at + count] === '`') count += 1
    from = at + count
    if (count > (hasPairs ? 2 : 1) || text[at - 1] === '\\' || /\s|^$/.test(text.charAt(from))) continue
    const close = findClose(text, from, count)
    if (close === undefined && count === 1) return
    if (close === undefined) {
      hasPairs = false
      continue
    }
    const end = close + count
    const span = count === 2 ? toFixed(text, at, end) : readQuoted(text, at, close)
    if (span === undefined) continue
    yield span
    from = span.end
  }
}

/** Finds the offset of the backticks that close a span; undefined if none are left. */
function findClose(text: string, from: number, count: number): number | undefined {
  const mark = '`'.repeat(count)
  for (let at = text.indexOf(mark, from); at !== -1; at = text.indexOf(mark, at + 1)) {
    if (count === 2 || text[at - 1] !== '\\') return at
  }
  return undefined
}

const toFixed = (text: string, start: number, end: number): RestSpan => ({
  kind: 'fixed',
  text: text.slice(start, end),
  start,
  end,
})

/** Reads a span in single backticks. */
function readQuoted(text: string, open: number, close: number): RestSpan | undefined {
  const content = text.slice(open + 1, close)
  if (content === '' || text[close + 1] === '`' || content.includes('\n\n')) return undefined
  const before = ROLE_BEFORE.exec(text.slice(Math.max(0, open - MAX_ROLE), open))?.[0]
  ROLE_BEHIND.lastIndex = close + 1
  const role = before ?? ROLE_BEHIND.exec(text)?.[0]
  if (role !== undefined) {
    const start = before === undefined ? open : open - role.length
    const end = before === undefined ? close + 1 + role.length : close + 1
    return { kind: 'role', role, ...splitTarget(content, open + 1), start, end }
  }
  const [mark] = /^__?(?!\w)/.exec(text.slice(close + 1, close + 4)) ?? []
  if (mark === undefined) return { kind: 'plain', text: content, start: open, end: close + 1 }
  return { kind: 'reference', ...splitTarget(content, open + 1, true), start: open, end: close + 1 + mark.length }
}

/** Splits `text <target>`. A reference needs a blank before its target. */
function splitTarget(content: string, at: number, isReference = false): Pick<RestSpan, 'text' | 'target' | 'words'> {
  const open = content.endsWith('>') ? content.lastIndexOf('<') : -1
  if (open === -1 || (isReference && /\S$/.test(content.slice(0, open))))
    return { text: content, words: [at, at + content.length] }
  const text = content.slice(0, open).trimEnd()
  const target = content.slice(open + 1, -1)
  // An address may be wrapped.
  const address = target.includes('://') ? target.replace(/\s+/g, '') : target
  return { text, target: address, words: [at, at + text.length] }
}
