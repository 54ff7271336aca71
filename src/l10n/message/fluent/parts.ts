import {
  FunctionReference,
  Identifier,
  MessageReference,
  type Pattern,
  Placeable,
  SelectExpression,
  TermReference,
  VariableReference,
} from '@fluent/syntax'
import { isCategory } from '../../locales/plural-rules.ts'
import { type Span, type Token, tokenCutter } from '../token.ts'

/** A part of a Fluent text, with its offsets. */
export type FluentPart = FluentWords | FluentValue | FluentSelect

export interface FluentWords extends Span {
  readonly kind: 'words'
}

/** What a placeable prints. `key` is undefined for a literal. */
export interface FluentValue extends FluentPrinted, Span {
  readonly kind: 'value'
}

/** From the opening brace to the closing one. */
export interface FluentSelect extends Span {
  readonly kind: 'select'
  /** What it selects by. `key` is undefined for an attribute of a term, which each language has of its own. */
  readonly selector: FluentPrinted
  readonly variants: readonly FluentVariant[]
}

export interface FluentVariant {
  /** A name such as `one`, or a number. */
  readonly name: string
  readonly isDefault: boolean
  readonly parts: readonly FluentPart[]
}

interface FluentPrinted {
  /** Identifies the value: `{$name}`, `{-term}`, `{message.attribute}`. */
  readonly key: string | undefined
  readonly type: 'argument' | 'number' | 'date' | 'literal'
  /** The function and its named arguments: `NUMBER(style:percent)`. */
  readonly format: string
}

/** Lists the parts of a pattern. `toOffset` maps its offsets to those of the text. */
export function listFluentParts(pattern: Pattern, text: string, toOffset: (offset: number) => number): FluentPart[] {
  return pattern.elements.flatMap((element): FluentPart[] => {
    const start = toOffset(element.span?.start ?? 0)
    const end = toOffset(element.span?.end ?? 0)
    if (!(element instanceof Placeable)) return [{ kind: 'words', start, end }]
    // A literal that only the parser needs is not in the text.
    if (text[start] !== '{') return []
    const expression = unwrap(element)
    if (!(expression instanceof SelectExpression)) return [{ kind: 'value', start, end, ...readValue(expression) }]
    const variants = expression.variants.map(({ key, value, default: isDefault }) => ({
      name: key instanceof Identifier ? key.name : key.value,
      isDefault,
      parts: listFluentParts(value, text, toOffset),
    }))
    return [{ kind: 'select', start, end, selector: readValue(expression.selector), variants }]
  })
}

/** The expression in a placeable, without braces around braces. */
function unwrap({ expression }: Placeable): Exclude<Placeable['expression'], Placeable> {
  let inner = expression
  while (inner instanceof Placeable) inner = inner.expression
  return inner
}

function readValue(expression: Exclude<Placeable['expression'], SelectExpression>): FluentPrinted {
  const inner = expression instanceof Placeable ? unwrap(expression) : expression
  if (inner instanceof VariableReference) return { key: `{$${inner.id.name}}`, type: 'argument', format: '' }
  if (inner instanceof MessageReference) {
    const attribute = inner.attribute === null ? '' : `.${inner.attribute.name}`
    return { key: `{${inner.id.name}${attribute}}`, type: 'argument', format: '' }
  }
  if (inner instanceof TermReference) {
    // Its arguments, such as a case, are those of the language.
    return { key: inner.attribute === null ? `{-${inner.id.name}}` : undefined, type: 'argument', format: '' }
  }
  return inner instanceof FunctionReference ? readCall(inner) : { key: undefined, type: 'literal', format: '' }
}

function readCall({ id, arguments: given }: FunctionReference): FluentPrinted {
  const [first] = given.positional
  const variable = first instanceof VariableReference ? first : undefined
  const named = given.named.map(({ name, value }) => `${name.name}:${value.value}`).toSorted()
  const type = id.name === 'NUMBER' ? 'number' : id.name === 'DATETIME' ? 'date' : 'argument'
  const key = variable === undefined ? `{${id.name}()}` : `{$${variable.id.name}}`
  return { key, type, format: `${id.name}(${named.join(', ')})` }
}

/** Whether a select has plural forms: its variants are numbers and plural categories, and a category is among them. */
export function isPluralSelect({ variants }: FluentSelect): boolean {
  return (
    variants.some(({ name }) => isCategory(name)) && variants.every(({ name }) => isNumber(name) || isCategory(name))
  )
}

/** Whether a variant is for exactly one number. */
export const isNumber = (name: string): boolean => /^-?\d/.test(name)

/** Lists all parts, those of variants behind their select. */
export function* walkFluent(parts: readonly FluentPart[]): Generator<FluentPart> {
  for (const part of parts) {
    yield part
    if (part.kind === 'select') for (const variant of part.variants) yield* walkFluent(variant.parts)
  }
}

/** Lists all selects, also those of variants. */
export const listSelects = (parts: readonly FluentPart[]): readonly FluentSelect[] =>
  [...walkFluent(parts)].filter(part => part.kind === 'select')

const toToken = tokenCutter('fluent')

/** Returns the tokens of a Fluent text: everything but its words, in order. */
export function tokenizeFluent(text: string, parts: readonly FluentPart[]): Token[] {
  return parts.flatMap((part): Token[] => {
    if (part.kind === 'words') return []
    if (part.kind === 'select') return tokenizeSelect(text, part)
    const { start, end, type, key } = part
    return [toToken(text, type === 'literal' ? 'literal' : 'argument', start, end, key?.slice(1, -1))]
  })
}

/** The head of a select, what stands between the texts of its variants, and the texts' own tokens. */
function tokenizeSelect(text: string, { start, end, selector, variants }: FluentSelect): Token[] {
  const headEnd = text.indexOf('->', start) + '->'.length
  const tokens = [toToken(text, 'choice', start, headEnd, selector.key?.slice(1, -1))]
  let at = headEnd
  for (const { parts } of variants) {
    const first = parts[0]
    if (first === undefined) continue
    tokens.push(toToken(text, 'literal', at, first.start), ...tokenizeFluent(text, parts))
    at = parts.at(-1)?.end ?? first.end
  }
  tokens.push(toToken(text, 'literal', at, end))
  return tokens
}
