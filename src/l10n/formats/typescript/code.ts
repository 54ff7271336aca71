import { type CodePiece, type CodeSpan, toPieces } from '../code.ts'
import { childKey } from '../json/keys.ts'
import type { Span } from '../splice.ts'
import { Lexer, type Token } from './lexer.ts'
import type { ImportStatement, ScriptFile } from './module.ts'
import type { ScriptNode } from './tree.ts'

/** Lists what a script runs besides the object of literals, in file order. */
export function listScriptCode(file: ScriptFile): readonly CodePiece[] {
  const { bom, text, main } = file
  return toPieces(bom, text, [
    ...listStatements(file),
    ...listFrame(file),
    ...listNodeCode(text, main.object, undefined),
  ])
}

/** A type in one line, without what could call or assign. The compiler removes it. */
const TYPE = String.raw`(?!.*\b(?:new|await|delete|import|yield|throw|void)\b)[\w$ .<>[\]{}|&,:;'"?]{1,2000}`
export const HEAD = new RegExp(
  String.raw`^(?:export\s+default|export\s*=|module\s*\.\s*exports\s*=|(?:export\s+)?(?:const|let|var)\s+[\p{ID_Start}$_][\p{ID_Continue}$]*(?: *: *${TYPE})?\s*=)\s*$`,
  'u',
)
export const TAIL = new RegExp(String.raw`^(?:\s*(?:as|satisfies) +${TYPE})?\s*;?\s*$`)
export const EXPORT =
  /^(?:export\s+default\s+|export\s*=\s*|module\s*\.\s*exports\s*=\s*)[\p{ID_Start}$_][\p{ID_Continue}$]*\s*;?\s*$|^export\s*\{\s*[\p{ID_Start}$_][\p{ID_Continue}$]*\s+as\s+default\s*\}\s*;?\s*$/u
/** `import type, { T }` and `import { type T }` load the module. */
const TYPE_IMPORT = /^import\s+type\s+(?:\{[^{}]*\}|[\w$]+|\*\s*as\s+[\w$]+)\s*from\s*$/

/** Whether an import is only for the compiler. */
export function isTypeImport(text: string, { start, end }: ImportStatement): boolean {
  const statement = text.slice(start, end)
  const quote = statement.search(/["']/)
  return TYPE_IMPORT.test(statement.slice(0, quote)) && !statement.slice(0, quote).includes('/')
}

/** The code around the object in its statement, such as a function that gets it. */
function* listFrame({ text, main }: ScriptFile): Generator<Span> {
  const { start, end, object } = main
  if (!HEAD.test(text.slice(start, object.start))) yield { start, end: object.start }
  if (!TAIL.test(text.slice(object.end, end))) yield { start: object.end, end }
}

/** All statements but that of the object, its export and imports of types. */
function listStatements({ text, main, exported, imports }: ScriptFile): readonly Span[] {
  const inert: Span[] = [main, ...imports.filter(one => isTypeImport(text, one))]
  if (exported !== undefined && EXPORT.test(text.slice(exported.start, exported.end))) inert.push(exported)
  inert.sort((one, other) => one.start - other.start)
  const spans: { start: number; end: number }[] = []
  const lexer = new Lexer(text)
  let at = 0
  let depth = 0
  let before: Token | undefined
  for (let token = lexer.next(); token.kind !== 'end'; token = lexer.next()) {
    while (token.start >= (inert[at]?.end ?? Number.POSITIVE_INFINITY)) {
      at += 1
      before = undefined
    }
    if (token.start >= (inert[at]?.start ?? Number.POSITIVE_INFINITY)) continue
    const startsLine = before !== undefined && text.slice(before.end, token.start).includes('\n')
    const last = spans.at(-1)
    if (before === undefined || last === undefined || (depth === 0 && startsLine && STATEMENTS.has(token.text))) {
      spans.push({ start: token.start, end: token.end })
      depth = 0
    } else last.end = token.end
    if (token.kind === 'sign' && /[([{]/.test(token.text)) depth += 1
    else if (token.kind === 'sign' && /[)\]}]/.test(token.text)) depth -= 1
    before = token
  }
  return spans.filter(({ start, end }) => !/^(["'])use strict\1;?$|^;$/.test(text.slice(start, end)))
}

const STATEMENTS: ReadonlySet<string> = new Set(
  'import export const let var function class type interface enum module'.split(' '),
)

function* listNodeCode(text: string, node: ScriptNode, key: string | undefined): Generator<CodeSpan> {
  if (node.kind === 'text') return
  if (node.kind === 'other') {
    if (!isInert(text, node)) yield node
    return
  }
  const children =
    node.kind === 'array'
      ? node.items.map((item, at) => ({ name: String(at), node: item, start: item.start, named: true }))
      : node.members.map(({ name, node: value, start, nameEnd }) => ({
          name,
          node: value,
          start,
          // `name: value`; a method or a shorthand begins at its name.
          named: name !== undefined && value.start > nameEnd,
        }))
  for (const [index, child] of children.entries()) {
    const path = childKey(key, child.name ?? '', true)
    const pure = findFunction(child.node, path)
    if (pure !== undefined) {
      yield pure
      continue
    }
    if (!child.named) {
      yield { start: child.start, end: endOfName(text, child.start, child.node.end) }
      continue
    }
    yield* listNodeCode(text, child.node, path)
    // A type behind the value is not a part of it.
    const to = children[index + 1]?.start ?? node.end - 1
    if (child.node.kind === 'object' || child.node.kind === 'array') yield* listTypeCode(text, child.node.end, to)
  }
}

/** A function without an effect: its parts name the key, which the same function of the source has. No code has the null character. */
function findFunction(node: ScriptNode, key: string): CodeSpan | undefined {
  const found = node.kind === 'text' ? node.frame : node.kind === 'other' ? node : undefined
  const shape = found?.shape
  if (found === undefined || shape === undefined) return undefined
  return { start: found.start, end: found.end, parts: shape.map(part => `\0${key} ${part}`) }
}

/** What stands between a value and the next one, if it is more than a comma and a type. */
function* listTypeCode(text: string, start: number, end: number): Generator<Span> {
  const gap = text.slice(start, end)
  if (/^[\s,]*$/.test(gap)) return
  const parts: string[] = []
  const lexer = new Lexer(gap)
  let from = 0
  for (let token = lexer.next(); token.kind !== 'end'; token = lexer.next()) {
    parts.push(gap.slice(from, token.start).replace(/[^\n\r]/g, ' '), gap.slice(token.start, token.end))
    from = token.end
  }
  const bare = parts.join('').trim().replace(/,$/, '')
  if (bare !== '' && (gap.includes('#') || !TAIL.test(bare))) yield { start, end }
}

/** Whether a value has only literals, joined by a plus or with a sign. */
function isInert(text: string, { start, end }: Span): boolean {
  const lexer = new Lexer(text.slice(start, end))
  for (let token = lexer.next(); token.kind !== 'end'; token = lexer.next()) {
    const { kind, text: raw } = token
    const isKnown =
      kind === 'string' ||
      kind === 'template' ||
      kind === 'number' ||
      (kind === 'word' && /^(?:true|false|null|undefined)$/.test(raw)) ||
      (kind === 'sign' && /^[+-]$/.test(raw))
    if (!isKnown) return false
  }
  return true
}

/** The end of a computed name whose value is a literal, so that the name alone is code; the end of the member otherwise. */
function endOfName(text: string, start: number, end: number): number {
  if (text[start] !== '[') return end
  const lexer = new Lexer(text.slice(start, end))
  let depth = 0
  for (let token = lexer.next(); token.kind !== 'end'; token = lexer.next()) {
    if (token.kind !== 'sign') continue
    if (/[([{]/.test(token.text)) depth += 1
    else if (/[)\]}]/.test(token.text)) depth -= 1
    if (depth === 0 && token.text === ':')
      return isInert(text, { start: start + token.end, end }) ? start + token.end : end
  }
  return end
}
