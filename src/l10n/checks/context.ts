import { type IcuAst, type IcuFault, parseIcu, parseIcuSource } from '../icu.ts'
import type { Message } from '../message.ts'
import type { CheckInput } from './check.ts'

/** One text of the target and the text of the source that it answers. */
export interface Form {
  /** The plural category; absent for a message that is one text. */
  readonly category?: string
  readonly source: string
  readonly target: string
}

/** What every check of one message reads; parsed once. */
export interface CheckContext extends CheckInput {
  readonly forms: readonly Form[]
  /** Present when the source is an ICU message. */
  readonly icu?: IcuPair
}

/** A source that parses, and what the target gives. */
export interface IcuPair {
  readonly source: IcuAst
  readonly target: { readonly ast: IcuAst } | { readonly fault: IcuFault }
  /** Whether tags are rich text of the message, not HTML in its text. */
  readonly tags: boolean
}

/** Prepares a message for the checks. */
export function contextOf(input: CheckInput): CheckContext {
  const forms = formsOf(input.source, input.target)
  const icu = icuPair(input)
  return { ...input, forms, ...(icu !== undefined && { icu }) }
}

/** Pairs each text of the target with the source's text of its category, else with the source's `other`. */
export function formsOf(source: Message, target: Message): Form[] {
  if (typeof target === 'string') return [{ source: sourceText(source, 'other'), target }]
  return Object.entries(target).map(([category, text]) => ({
    category,
    source: sourceText(source, category),
    target: text,
  }))
}

function sourceText(source: Message, category: string): string {
  if (typeof source === 'string') return source
  const own = Object.hasOwn(source, category) ? source[category] : undefined
  return own ?? source['other'] ?? Object.values(source)[0] ?? ''
}

/** A source that is no ICU message itself cannot be asked of its translation. */
function icuPair({ source, target, syntax }: CheckInput): IcuPair | undefined {
  if (syntax !== 'icu' || typeof source !== 'string' || typeof target !== 'string') return undefined
  const from = parseIcuSource(source)
  if (!from.ok) return undefined
  const to = parseIcu(target, from.tags)
  return { source: from.ast, target: to.ok ? { ast: to.ast } : { fault: to.fault }, tags: from.tags }
}
