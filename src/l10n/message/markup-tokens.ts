import { restTokens } from './rest.ts'
import type { Token } from './token.ts'

/** Finds tags, Markdown link targets, code spans and URLs, in order, and roles and references of reStructuredText. A URL in the attribute of a tag is part of the tag. */
export function markupTokens(text: string): Token[] {
  if (!/[<`\]:]/.test(text)) return []
  const found = (code: readonly Token[]): Token[] =>
    [...code, ...findLinks(text), ...findTagsAndUrls(text)].sort((a, b) => a.start - b.start)
  const rest = restTokens(text)
  return rest === undefined ? found(findCode(text)) : withoutInner(found(rest))
}

/** Leaves out what is part of the markup of reStructuredText, such as a target that looks like a tag. */
function withoutInner(tokens: readonly Token[]): Token[] {
  let covered = 0
  return tokens.filter(({ isRest, start, end }) => {
    if (isRest === true) covered = Math.max(covered, end)
    return isRest === true || start >= covered
  })
}

// Parentheses within a target are balanced one level deep.
const LINK = /\](?<=\[[^[\]\n]*\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)/gu

/** Tokens in link targets count, too, as they do inside code. */
const findLinks = (text: string): Token[] =>
  [...text.matchAll(LINK)].map(({ 0: raw, index }) => toToken('link', raw, index, raw.slice(2, -1)))

const VALUE = '(?:"[^"]*"|\'[^\']*\'|[^\\s"\'<>=`]+(?=[\\s>]))'
// HTML separates attributes with white space or slashes. In Unity, a tag has a value of its own: `<color=red>`.
const TAG = `(</?[A-Za-z0-9][\\w:.-]*(?:=${VALUE})?(?:[\\s/]+[\\w:@.-]+(?:\\s*=\\s*${VALUE})?)*[\\s/]*>)`
const URL = '(https?://[^\\s<>"\'`{}|\\\\^\\u3000-\\u303F\\uFF00-\\uFFEF]*[\\w/#=&~+])'
const TAG_OR_URL = new RegExp(`${TAG}|${URL}`, 'gu')

function* findTagsAndUrls(text: string): Generator<Token> {
  for (const { 0: raw, 1: tag, index } of text.matchAll(TAG_OR_URL)) {
    yield tag === undefined ? toToken('url', raw, index, raw) : toToken('tag', tag, index, /[\w:.-]+/.exec(tag)?.[0])
  }
}

interface BacktickRun {
  readonly start: number
  readonly end: number
  /** The run that closes the span of this one. */
  closed?: BacktickRun
}

const getRunLength = ({ start, end }: BacktickRun): number => end - start

/** Whether an apostrophe after this character ends a quotation `like this'. One before a word opens a string of the code. */
const endsQuotation = (before: string | undefined): boolean => before !== undefined && !/[\s=([{,:'`]/.test(before)

/**
 * Finds code spans: text between two equal runs of backticks on one line. A longer run does not close a span, and shorter runs inside it are code. A span does
 * not reach across an apostrophe that ends a quotation `like this'; one between letters ends none.
 */
function findCode(text: string): Token[] {
  const runs: BacktickRun[] = []
  // Each run is shorter than the one before it, so that every run is visited once.
  let open: BacktickRun[] = []
  /** Whether an apostrophe stood after the last run. Only the first one tells. */
  let isQuoting = false
  for (const { 0: raw, index } of text.matchAll(/`+|[\n\r\u2028\u2029]|'(?!(?<=\p{L}')\p{L})/gu)) {
    if (raw === "'") {
      if (!isQuoting && endsQuotation(text[index - 1])) open = []
      isQuoting = true
      continue
    }
    isQuoting = false
    if (!raw.startsWith('`')) {
      open = []
      continue
    }
    const run: BacktickRun = { start: index, end: index + raw.length }
    for (let last = open.at(-1); last !== undefined && getRunLength(last) <= raw.length; last = open.at(-1)) {
      if (getRunLength(last) === raw.length) last.closed = run
      open.pop()
    }
    open.push(run)
    runs.push(run)
  }
  const tokens: Token[] = []
  let from = 0
  for (const { start, closed } of runs) {
    if (start < from || closed === undefined) continue
    const raw = text.slice(start, closed.end)
    tokens.push(toToken('code', raw, start, raw))
    from = closed.end
  }
  return tokens
}

const toToken = (kind: Token['kind'], raw: string, start: number, name: string | undefined): Token => ({
  kind,
  raw,
  start,
  end: start + raw.length,
  ...(name !== undefined && { name }),
})
