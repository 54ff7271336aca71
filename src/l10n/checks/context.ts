import type { IcuAst, IcuFault } from '../message/icu.ts'
import { getGeneralText, type Message } from '../message/message.ts'
import { ParsedMessage, type ParsedText } from '../message/parsed-text.ts'
import type { CheckInput } from './check.ts'

/** One form of the target and the form of the source that it translates. */
export interface Form {
  /** The plural category; absent for a message without forms. */
  readonly category: string | undefined
  readonly source: ParsedText
  readonly target: ParsedText
}

/** Input of every check of one message, parsed once; the source is shared by all its translations. */
export interface CheckContext extends Omit<CheckInput, 'source' | 'target'> {
  readonly source: ParsedMessage
  readonly target: ParsedMessage
  readonly forms: readonly Form[]
  /** Set if the source is an ICU message. */
  readonly icu: IcuPair | undefined
}

/** The parsed source, and the parse result of the target. */
interface IcuPair {
  readonly source: IcuAst
  readonly target: { readonly ast: IcuAst } | { readonly fault: IcuFault }
  /** Whether tags are rich-text tags of the message, not HTML in its strings. */
  readonly tags: boolean
  /** Whether a plural or select may lack `other`, as one of the source does. */
  readonly lacksOther: boolean
}

/** Prepares a message for the checks. */
export function createCheckContext(input: CheckInput, source: ParsedMessage): CheckContext {
  const target = new ParsedMessage(input.target, input.syntax, input.locale, input.families)
  const forms = target.texts.map(([category, text]) => ({
    category,
    source: source.parseText(sourceText(input.source, category ?? 'other')),
    target: text,
  }))
  const icu = parseIcuPair(source, target)
  return { ...input, source, target, forms, icu }
}

/** What a search finds in a translation, if it finds nothing in the source. */
export function findNew<Found>(
  { source, target }: Pick<Form, 'source' | 'target'>,
  find: (text: ParsedText) => Found | undefined,
): Found | undefined {
  const found = target.computeOnce(find)
  return found === undefined || source.computeOnce(find) !== undefined ? undefined : found
}

/** The source form for a category: the same category, else `other`, else the last one: Russian has no `other` for whole numbers. */
export function sourceText(source: Message, category: string): string {
  if (typeof source === 'string') return source
  return (Object.hasOwn(source, category) ? source[category] : undefined) ?? getGeneralText(source)
}

/** Undefined if the source is not a valid ICU message; then its translation need not be one. */
function parseIcuPair(source: ParsedMessage, target: ParsedMessage): IcuPair | undefined {
  if (source.syntax !== 'icu' || source.single === undefined || target.single === undefined) return undefined
  const from = source.single.icu
  if (!from.ok) return undefined
  const to = target.single.parseIcuWith(from)
  return {
    source: from.ast,
    target: to.ok ? { ast: to.ast } : { fault: to.fault },
    tags: from.tags,
    lacksOther: from.lacksOther,
  }
}
