import { type CodePiece, toPieces } from '../code.ts'
import type { Span } from '../splice.ts'
import { readFunction } from './functions.ts'
import { countBrackets, type Token, tokenize } from './lexer.ts'
import { listWords, type ObjectStatement, type ScriptFile } from './module.ts'
import { createMask } from './pure-code.ts'
import { listChildren, type ScriptNode } from './tree.ts'

interface CodePart extends Span {
  /** Set if it has no effect: what it reads or calls, which that of the source with the same owner does, too. No code has the null character. */
  readonly shape?: readonly string[] | undefined
  readonly owner?: string
  /** The constant or function that it declares. */
  readonly declares?: string | undefined
}

/** Lists what a script runs besides the object of literals, in file order. */
export function listScriptCode(file: ScriptFile): readonly CodePiece[] {
  const { bom, text, main } = file
  const mask = createMask([main.name ?? '', ...file.imports.flatMap(one => one.names)])
  const objects = new Map(file.objects.map(one => [one.start, one]))
  const statements = listStatements(file).map(span => describeStatement(file, objects.get(span.start), span, mask))
  const frames = file.linked.flatMap(one => [...listFrame(text, one)])
  const found: CodePart[] = [...statements, ...frames, ...listObjectCode(text, main)]
  const passed = listPassed(text, found)
  const spans = found.map(({ start, end, shape, owner = '', declares = '' }) => ({
    start,
    end,
    parts:
      shape !== undefined && !passed.has(declares)
        ? shape.map(part => `\0${owner} ${part}`)
        : [`\0\0 ${mask(text.slice(start, end))}`],
  }))
  return toPieces(bom, text, spans)
}

/** Tells what a statement has of a constant literal or a function without an effect, which may be a property of the object. */
function describeStatement(
  { text, main }: ScriptFile,
  statement: ObjectStatement | undefined,
  { start, end }: Span,
  mask: (code: string) => string,
): CodePart {
  const code = text.slice(start, end).replace(/;\s*$/, '')
  const [head = '', constant, object] = CONSTANT.exec(code) ?? []
  const declares = constant ?? /^function\s+([\w$]+)/.exec(code)?.[1]
  if (declares === undefined && object === undefined) return { start, end }
  const value = { start: start + head.length, end: start + code.length }
  const isLiteral =
    ((constant !== undefined || object === main.name) && isInert(text, value)) ||
    (statement?.end === end && listObjectCode(text, statement).length === 0)
  // What a module offers may be read by its name, and a property of another object anywhere.
  const offered = head.startsWith('export') || (object !== undefined && !isLiteral) ? ['export'] : []
  const shape = isLiteral ? [] : readFunction(text.slice(value.start, value.end))?.shape
  return { start, end, declares, shape: shape && [...offered, ...shape], owner: `\0${declares ?? mask(head)}` }
}

/** A name alone, or the only call of a function. */
const VALUE = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u
const CALL = /^[\p{ID_Start}$_][\p{ID_Continue}$]*\((?:(?!\)[.([?]).)*\)$/su

/** The names that other code gets: what they stand for is a part of what it does, and no text of the translation. */
function listPassed(text: string, spans: readonly CodePart[]): ReadonlySet<string> {
  const passed = new Set<string>()
  for (const { start, end, shape, declares } of spans) {
    for (const part of shape ?? [text.slice(start, end)]) {
      // A declared function may be passed itself.
      const isValue = declares === undefined && (VALUE.test(part) || (shape !== undefined && CALL.test(part)))
      for (const word of listWords(part).slice(isValue ? 1 : 0)) passed.add(word)
    }
  }
  return passed
}

/** A type in one line, without what could call, assign or compute another value. The compiler removes it. */
const TYPE_SIGN = String.raw`[\w$ .<>[\]{}|&,:;?]`
const NO_TYPE = String.raw`\b(?:new|await|delete|import|yield|throw|void|in|instanceof)\b|&&|\|\||\?(?!:)|> *(?:[\w$'"{.<]|\[(?!\]))`
const TYPE = String.raw`(?! |[^=\n]*(?:${NO_TYPE}))(?:${TYPE_SIGN}|'${TYPE_SIGN}{0,99}'|"${TYPE_SIGN}{0,99}"){1,2000}(?<! )`
const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`
const TYPED = String.raw`(?:\s*(?:as|satisfies) +${TYPE})?\s*(?:;\s*)?$`
const DEFAULT = String.raw`(?:export\s+default|export\s*=|module\s*\.\s*exports\s*=)`
const ASSIGNED = String.raw`(?:(?:const|let|var)\s+(${NAME})(?: *: *${TYPE})?|(${NAME})\s*\.\s*(?!__proto__\b)${NAME})\s*=(?![=>])\s*`
const CONSTANT = new RegExp(String.raw`^(?:export\s+)?(?!let|var)${ASSIGNED}`, 'u')
export const HEAD = new RegExp(String.raw`^(?:${DEFAULT}\s*|(?:export\s+)?${ASSIGNED})$`, 'u')
export const TAIL = new RegExp(`^${TYPED}`)
/** An export of a constant by its name alone. */
export const EXPORT = new RegExp(
  String.raw`^(?:${DEFAULT}\s*${NAME}${TYPED}|export\s*\{\s*${NAME}(?:\s+as\s+${NAME})?\s*(?:,\s*)?\}\s*(?:;\s*)?$)`,
  'u',
)
/** `import type, { T }` and `import { type T }` load the module. */
const TYPE_IMPORT = /^import\s+type\s+(?:\{[^{}/]*\}|[\w$]+|\*\s*as\s+[\w$]+)\s*from\s*["']/

/** Whether an import is only for the compiler. */
export const isTypeImport = (text: string, { start, end }: Span): boolean => TYPE_IMPORT.test(text.slice(start, end))

const listObjectCode = (text: string, statement: ObjectStatement): readonly CodePart[] => [
  ...listFrame(text, statement),
  ...listNodeCode(text, statement.object, undefined),
]

/** The code around the object in its statement, such as a function that gets it. */
function* listFrame(text: string, { start, end, object }: ObjectStatement): Generator<Span> {
  if (!HEAD.test(text.slice(start, object.start))) yield { start, end: object.start }
  if (!TAIL.test(text.slice(object.end, end))) yield { start: object.end, end }
}

/** All statements but that of the object, its export and imports of types. */
function listStatements({ text, main, linked, exported, imports }: ScriptFile): readonly Span[] {
  const inert: Span[] = [main, ...linked, ...imports.filter(one => isTypeImport(text, one))]
  const offer = text.slice(exported?.start, exported?.end ?? 0)
  // Another name must be that of the source.
  if (exported !== undefined && EXPORT.test(offer) && !/\{.*\bas\s(?!\s*default\b)/s.test(offer)) inert.push(exported)
  inert.sort((one, other) => one.start - other.start)
  const spans: { start: number; end: number }[] = []
  let at = 0
  let depth = 0
  let before: Token | undefined
  for (const token of tokenize(text)) {
    while (token.start >= (inert[at]?.end ?? Number.POSITIVE_INFINITY)) {
      at += 1
      before = undefined
    }
    if (token.start >= (inert[at]?.start ?? Number.POSITIVE_INFINITY)) continue
    const startsLine = before !== undefined && text.slice(before.end, token.start).includes('\n')
    const last = spans.at(-1)
    if (before === undefined || last === undefined || (depth === 0 && startsLine && startsStatement(before, token))) {
      spans.push({ start: token.start, end: token.end })
      depth = 0
    } else last.end = token.end
    depth += countBrackets(token)
    before = token
  }
  return spans.filter(({ start, end }) => !/^(["'])use strict\1;?$|^;$/.test(text.slice(start, end)))
}

/** Whether a token at the beginning of a line cannot continue what is before it. */
const startsStatement = ({ text: before }: Token, { kind, text }: Token): boolean =>
  STATEMENTS.has(text) || (/^(?:[;}\]]|true|false|null|)$/.test(before) && kind === 'word' && !CONTINUATIONS.has(text))

const CONTINUATIONS = new Set('else catch finally while in instanceof of as satisfies from with'.split(' '))
const STATEMENTS = new Set('import export const let var function class type interface enum module'.split(' '))

function* listNodeCode(text: string, node: ScriptNode, key: string | undefined): Generator<CodePart> {
  if (node.kind === 'text') return
  if (node.kind === 'other') {
    if (!isInert(text, node)) yield node
    return
  }
  const children = listChildren(node, key)
  for (const [index, { node: child, key: path = '', member }] of children.entries()) {
    const code = child.kind === 'text' ? child.frame : child.kind === 'other' ? child : undefined
    const isLinked = child.kind === 'object' && child.isLinked === true
    // `name: value`; a method or a shorthand begins at its name.
    const isNamed = member === undefined || (member.name !== undefined && child.start > member.nameEnd)
    if (member?.name === '__proto__') yield { start: member.start, end: member.end }
    // The owner of a function without an effect is its key.
    else if (code?.shape !== undefined) yield { start: code.start, end: code.end, shape: code.shape, owner: path }
    else if (isNamed || isLinked) yield* listNodeCode(text, child, path)
    else yield { start: member.start, end: endOfName(text, member.start, child.end) }
    // A type behind the value is not a part of it.
    const next = children[index + 1]
    const to = next?.member?.start ?? next?.node.start ?? node.end - 1
    if (isNamed && !isLinked && (child.kind === 'object' || child.kind === 'array'))
      yield* listTypeCode(text, child.end, to)
  }
}

/** What stands between a value and the next one, if it is more than a comma and a type. */
function* listTypeCode(text: string, start: number, end: number): Generator<Span> {
  const gap = text.slice(start, end)
  if (/^[\s,]*$/.test(gap)) return
  let written = ''
  for (const token of tokenize(gap)) {
    written += gap.slice(written.length, token.start).replace(/./g, ' ') + gap.slice(token.start, token.end)
  }
  const bare = written.trim().replace(/,$/, '')
  if (bare !== '' && (gap.includes('#') || !TAIL.test(bare))) yield { start, end }
}

/** Whether a value has only literals, joined by a plus or with a sign. The last may be a string that is split. */
function isInert(text: string, { start, end }: Span): boolean {
  let shape = ''
  for (const { kind, text: raw } of tokenize(text.slice(start, end))) {
    const isLiteral = kind === 'template' || kind === 'number' || /^(?:true|false|null|undefined)$/.test(raw)
    const isKnown = kind === 'sign' || raw === 'split'
    shape += kind === 'string' ? '"' : isLiteral ? '0' : isKnown ? raw : '?'
  }
  return /^[+-]*[0"](?:[+-]+[0"])*(?:(?<=")\.split\("\))?$/.test(shape)
}

/** The end of a computed name whose value is a literal, so that the name alone is code; the end of the member otherwise. */
function endOfName(text: string, start: number, end: number): number {
  if (text[start] !== '[') return end
  let depth = 0
  for (const token of tokenize(text.slice(start, end))) {
    depth += countBrackets(token)
    if (depth === 0 && token.text === ':')
      return isInert(text, { start: start + token.end, end }) ? start + token.end : end
  }
  return end
}
