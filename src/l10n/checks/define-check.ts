import { quote } from '../../text/quote.ts'
import type { IcuAst, IcuFault } from '../message/icu.ts'
import { getGeneralText, type Message, type Syntax } from '../message/message.ts'
import { ParsedMessage, type ParsedText } from '../message/parsed-text.ts'
import type { CheckInput, Finding, Level } from './check.ts'

/** A fault of a text. `level` is set where a check has several, such as by the policy of a glossary. */
export interface Fault extends Omit<Finding, 'id' | 'level'> {
  readonly level?: Level
}

/** A source string with a translation that passes the check and one that does not. */
export interface CheckExample {
  readonly syntax: Syntax
  readonly locale: string
  readonly source: string
  readonly good: string
  readonly bad: string
}

/** One check, with everything that documents it (docs/checks.md). */
export interface Check {
  readonly id: string
  /** Default level; a project can set another. */
  readonly level: Level
  /** Whether its findings break files or applications, so that no project can lower its level. */
  readonly isFixed?: true
  /** What it finds, as one sentence. */
  readonly finds: string
  /** Why that matters, as one sentence. */
  readonly why: string
  /** The standard or specification that it follows. */
  readonly standard?: string
  /** The first one is in docs/checks.md; tests run all. Empty for checks that need terms, limits or plural forms. */
  readonly examples: readonly CheckExample[]
  /** Whether it can find anything; absent if only its run tells. Thousands of texts need no run of a check for another syntax. */
  readonly isNeeded?: (context: CheckContext) => boolean
  /** Yields faults one by one, so that callers can stop early. */
  readonly find: (context: CheckContext) => Iterable<Fault>
}

/** A part of the source that a translation lacks. */
export const toMissing = (raw: string): Fault => ({
  message: `${quote(raw)} is missing.`,
  fix: `Put ${quote(raw)} back.`,
})

/** A part of a translation that its source does not have. */
export const toAdded = (raw: string, at: number): Fault => ({
  message: `${quote(raw)} is not in the source.`,
  at,
  fix: `Remove ${quote(raw)}.`,
})

export const defineCheck = (check: Check): Check => check

/** A search for faults in each form of a message by itself. */
export const inEachForm = (find: (form: Form, context: CheckContext) => Iterable<Fault>): Check['find'] =>
  function* (context) {
    for (const form of context.forms) yield* find(form, context)
  }

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
