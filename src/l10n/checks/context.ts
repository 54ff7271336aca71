import type { IcuAst, IcuFault } from '../message/icu.ts'
import type { Message } from '../message/message.ts'
import { ParsedMessage, type ParsedText } from '../message/parsed-text.ts'
import type { CheckInput } from './check.ts'

/** One text of the target and the text of the source that it answers. */
interface Form {
  /** The plural category; absent for a message that is one text. */
  readonly category?: string
  readonly source: ParsedText
  readonly target: ParsedText
}

/** What every check of one message reads; parsed once, the source for all its translations. */
export interface CheckContext extends Omit<CheckInput, 'source' | 'target'> {
  readonly source: ParsedMessage
  readonly target: ParsedMessage
  readonly forms: readonly Form[]
  /** Present when the source is an ICU message. */
  readonly icu?: IcuPair
}

/** A source that parses, and what the target gives. */
interface IcuPair {
  readonly source: IcuAst
  readonly target: { readonly ast: IcuAst } | { readonly fault: IcuFault }
  /** Whether tags are rich text of the message, not HTML in its text. */
  readonly tags: boolean
}

/** Prepares a message for the checks. */
export function createCheckContext(input: CheckInput, source: ParsedMessage): CheckContext {
  const target = new ParsedMessage(input.target, input.syntax, input.locale)
  const forms = target.texts.map(([category, text]) => ({
    ...(category !== undefined && { category }),
    source: source.parseText(sourceText(input.source, category ?? 'other')),
    target: text,
  }))
  const icu = parseIcuPair(source, target)
  return { ...input, source, target, forms, ...(icu !== undefined && { icu }) }
}

/** The text of a source that a text of this category answers: its own, else that of `other`. */
export function sourceText(source: Message, category: string): string {
  if (typeof source === 'string') return source
  const own = Object.hasOwn(source, category) ? source[category] : undefined
  return own ?? source['other'] ?? Object.values(source)[0] ?? ''
}

/** A source that is no ICU message itself cannot be asked of its translation. */
function parseIcuPair(source: ParsedMessage, target: ParsedMessage): IcuPair | undefined {
  if (source.syntax !== 'icu' || typeof source.value !== 'string' || typeof target.value !== 'string') return undefined
  const from = source.parseText(source.value).icu
  if (!from.ok) return undefined
  const to = target.parseText(target.value).parseIcuWith(from.tags)
  return { source: from.ast, target: to.ok ? { ast: to.ast } : { fault: to.fault }, tags: from.tags }
}
