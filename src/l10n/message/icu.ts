import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

export type IcuAst = readonly MessageFormatElement[]

export interface IcuFault {
  /** The parser's error code, such as `MISSING_OTHER_CLAUSE`. */
  readonly code: string
  readonly start: number
  readonly end: number
}

export type IcuResult =
  | ({ readonly ok: true; readonly ast: IcuAst } & Required<IcuRules>)
  | { readonly ok: false; readonly fault: IcuFault }

/** What a library accepts as an ICU message. */
export interface IcuRules {
  /** Whether `<b>` is a tag of the message. Otherwise it is ordinary text, for applications that print HTML. */
  readonly tags: boolean
  /** Whether a plural or select may lack `other`, as in Angular. */
  readonly lacksOther?: boolean
}

/** Parses an ICU message, by default as FormatJS does. */
export function parseIcu(text: string, { tags, lacksOther = false }: IcuRules = { tags: true }): IcuResult {
  const deep = findDeepNesting(text)
  if (deep !== undefined) return { ok: false, fault: { code: 'NESTED_TOO_DEEP', start: deep, end: deep + 1 } }
  try {
    // Skeletons stay unparsed: no check needs them, and parsing takes quadratic time.
    return {
      ok: true,
      ast: parse(text, {
        captureLocation: true,
        ignoreTag: !tags,
        shouldParseSkeletons: false,
        requiresOtherClause: !lacksOther,
      }),
      tags,
      lacksOther,
    }
  } catch (error) {
    if (!(error instanceof Error) || !hasLocation(error)) throw error
    const { start, end } = error.location
    return { ok: false, fault: { code: error.message, start: start.offset, end: end.offset } }
  }
}

/** The rules by which a source is read; the first that fit it. */
const SOURCE_RULES: readonly IcuRules[] = [
  { tags: true },
  // HTML with attributes is not FormatJS rich text.
  { tags: false },
  { tags: true, lacksOther: true },
  { tags: false, lacksOther: true },
]

/** Parses with tags, or without them if only they are invalid. If nothing but `other` is missing, it may be. */
export function parseIcuSource(text: string, read: typeof parseIcu = parseIcu): IcuResult {
  let isMissing = false
  for (const rules of SOURCE_RULES) {
    if (rules.lacksOther === true && !isMissing) continue
    const parsed = read(text, rules)
    if (parsed.ok) return parsed
    isMissing ||= parsed.fault.code === 'MISSING_OTHER_CLAUSE'
  }
  return read(text, { tags: false })
}

/** A plural, selectordinal or select with its branches. */
export type IcuChoice = Extract<MessageFormatElement, { options: unknown }>

export const isChoice = (element: MessageFormatElement): element is IcuChoice =>
  element.type === TYPE.plural || element.type === TYPE.select

export type IcuPlural = Extract<MessageFormatElement, { pluralType: unknown }>

/** Lists the plurals and selectordinals of a message, also those within other branches and tags. */
export const listPlurals = (ast: IcuAst): readonly IcuPlural[] =>
  [...walkIcu(ast)].filter(element => element.type === TYPE.plural)

/** Yields all elements of a message in order, including those of branches and tags. */
export const walkIcu = (ast: IcuAst): Iterable<MessageFormatElement> => (ast.some(hasParts) ? walkParts(ast) : ast)

const hasParts = (element: MessageFormatElement): boolean => element.type === TYPE.tag || isChoice(element)

function* walkParts(ast: IcuAst): Generator<MessageFormatElement> {
  for (const element of ast) {
    yield element
    if (element.type === TYPE.tag) yield* walkIcu(element.children)
    else if (isChoice(element)) for (const option of Object.values(element.options)) yield* walkIcu(option.value)
  }
}

const MAX_DEPTH = 60

/** Finds a place that is nested too deeply. The parser recurses per brace and tag, so both must be limited before. */
function findDeepNesting(text: string): number | undefined {
  let depth = 0
  for (const { 0: mark, index } of text.matchAll(/[{}]|<\/?(?=[a-z])/gi)) {
    depth += mark === '{' || mark === '<' ? 1 : -1
    if (depth > MAX_DEPTH) return index
  }
  return undefined
}

const hasLocation = (
  error: Error,
): error is Error & {
  readonly location: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } }
} => 'location' in error
