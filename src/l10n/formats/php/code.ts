import { type CodePiece, toPieces } from '../code.ts'
import type { Span } from '../splice.ts'
import type { PhpFile } from './file.ts'
import { nextToken, type Token } from './lex.ts'
import type { PhpArray } from './tree.ts'

/** Lists what PHP runs besides the array of literals, in file order. */
export function listPhpCode(file: PhpFile): readonly CodePiece[] {
  const { bom, text, root } = file
  return toPieces(bom, text, [...listFrameCode(file), ...listArrayCode(text, root)])
}

/** Lists the code before the array, without its `return`, and behind its semicolon. */
export const listFrameCode = ({ text, root }: PhpFile): readonly Span[] => [
  ...listHeadCode(text, root.start),
  ...listTailCode(text, root.end),
]

/** The only thing before the code: PHP prints or runs everything else. */
const OPENING = /^\s*<\?php(?=\s)/i

function listHeadCode(text: string, end: number): readonly Span[] {
  const opening = OPENING.exec(text)?.[0]
  if (opening === undefined) return [{ start: 0, end }]
  const spans: Span[] = []
  let from: number | undefined
  let depth = 0
  for (let token = nextToken(text, opening.length); token.start < end; token = nextToken(text, token.end)) {
    if (token.kind === 'comment') continue
    // Behind `?>` everything is printed, up to the next code.
    if (token.kind === 'end') return [...spans, { start: from ?? token.start, end }]
    from ??= token.start
    if (token.kind === 'open') depth += 1
    else if (token.kind === 'close') depth -= 1
    const isEnd = depth === 0 && (token.kind === 'semicolon' || text[token.start] === '}')
    if (!isEnd) continue
    if (!INERT_STATEMENT.test(text.slice(from, token.end))) spans.push({ start: from, end: token.end })
    from = undefined
  }
  if (from === undefined || !/^return\s*$/i.test(withoutComments(text, from, end)))
    spans.push({ start: from ?? 0, end })
  return spans
}

/** Statements that run nothing: they concern the names in a file. */
const INERT_STATEMENT =
  /^(?:declare\s*\(\s*strict_types\s*=\s*[01]\s*\)|namespace\s[\w\\\s]{1,200}|use\s[\w\\\s,{}]{1,2000});$/i

function listTailCode(text: string, from: number): readonly Span[] {
  let token = skipComments(text, nextToken(text, from))
  if (token.kind === 'semicolon') token = skipComments(text, nextToken(text, token.end))
  const isClosed = token.kind === 'end' && text.slice(token.end).trim() === ''
  return isClosed ? [] : [{ start: token.start, end: text.length }]
}

function skipComments(text: string, first: Token): Token {
  let token = first
  while (token.kind === 'comment') token = nextToken(text, token.end)
  return token
}

function withoutComments(text: string, from: number, to: number): string {
  let kept = ''
  for (let token = nextToken(text, from); token.start < to; token = nextToken(text, token.end)) {
    if (token.kind === 'end') break
    if (token.kind !== 'comment') kept += text.slice(token.start, token.end)
  }
  return kept
}

function* listArrayCode(text: string, { elements }: PhpArray): Generator<Span> {
  for (const { name, key, value, start, end } of elements) {
    // An element that brings others, or one behind it without a key.
    if (name === undefined && key === undefined) {
      yield { start, end }
      continue
    }
    if (key !== undefined && name === undefined && !isInert(text, key)) yield key
    if (value.kind === 'array') yield* listArrayCode(text, value)
    else if (value.kind === 'other' && !isInert(text, value)) yield value
  }
}

const INERT_WORD = /^(?:true|false|null|PHP_EOL)$/i
const NUMBER = /^(?:0[xX][\da-fA-F]{1,20}|0[bB][01]{1,64}|\d{1,30}(?:[eE]\d{1,4})?)$/

/** Whether a value has only literals, joined by dots or with a sign. */
function isInert(text: string, { start, end }: Span): boolean {
  for (let token = nextToken(text, start); token.start < end; token = nextToken(text, token.end)) {
    const raw = text.slice(token.start, token.end)
    const isKnown =
      token.kind === 'comment' ||
      (token.kind === 'text' && token.value !== undefined) ||
      (token.kind === 'number' && NUMBER.test(raw)) ||
      (token.kind === 'word' && INERT_WORD.test(raw)) ||
      (token.kind === 'sign' && /^[.+-]$/.test(raw))
    if (!isKnown) return false
  }
  return true
}
