import { TYPE } from '@formatjs/icu-messageformat-parser'
import { getOrAdd } from '../groups.ts'
import { hideApostrophes } from './apostrophes.ts'
import { parseBanana } from './banana/parse.ts'
import type { BananaPart } from './banana/parts.ts'
import type { FileFamilies } from './families.ts'
import { type FluentResult, parseFluentPattern } from './fluent/parse.ts'
import { walkFluent } from './fluent/parts.ts'
import { type IcuAst, type IcuResult, type IcuRules, parseIcu, parseIcuSource, walkIcu } from './icu.ts'
import { type JavaResult, parseJava } from './java/parse.ts'
import { markupTokens } from './markup-tokens.ts'
import type { Message, Syntax } from './message.ts'
import { joinTokens, placeholderTokens } from './placeholder-tokens.ts'
import type { Token } from './token.ts'

/** Stands for `undefined` in a map, so that one look finds it. */
const NOTHING = Symbol('nothing')

/** Caches computations about a value. */
class Memoized {
  #known: Map<unknown, unknown> | undefined

  /** Returns the result of `find`, which runs once per `key`. The default key is `find` itself. */
  computeOnce<Value>(find: (self: this) => Value, key: unknown = find): Value {
    const known = this.#known?.get(key)
    if (known !== undefined) return (known === NOTHING ? undefined : known) as Value
    const value = find(this)
    this.#known ??= new Map()
    this.#known.set(key, value === undefined ? NOTHING : value)
    return value
  }
}

/** One string of a message, parsed and tokenized once for all checks. */
export class ParsedText extends Memoized {
  readonly text: string
  readonly syntax: Syntax
  /** The placeholder families of its file, if they are known. */
  readonly families: FileFamilies | undefined
  readonly #icu = new Map<string, IcuResult>()
  #fluent: FluentResult | undefined
  #java: JavaResult | undefined
  #banana: readonly BananaPart[] | undefined
  #placeholders: readonly Token[] | undefined
  #markup: readonly Token[] | undefined
  #tokens: readonly Token[] | undefined

  constructor(text: string, syntax: Syntax, families?: FileFamilies) {
    super()
    this.text = text
    this.syntax = syntax
    this.families = families
  }

  /** Whether apostrophes quote, as in ICU. */
  get hasQuotes(): boolean {
    return this.families?.quotes !== false
  }

  /** See `parseIcu`. */
  parseIcuWith(rules: IcuRules): IcuResult {
    const key = `${rules.tags} ${rules.lacksOther ?? false}`
    return getOrAdd(this.#icu, key, () => parseIcu(this.hasQuotes ? this.text : hideApostrophes(this.text), rules))
  }

  /** See `parseIcuSource`. */
  get icu(): IcuResult {
    return parseIcuSource(this.text, (_, rules = { tags: true }) => this.parseIcuWith(rules))
  }

  /** See `parseFluentPattern`. */
  get fluent(): FluentResult {
    this.#fluent ??= parseFluentPattern(this.text)
    return this.#fluent
  }

  /** See `parseJava`. */
  get java(): JavaResult {
    this.#java ??= parseJava(this.text)
    return this.#java
  }

  /** See `parseBanana`. */
  get banana(): readonly BananaPart[] {
    this.#banana ??= parseBanana(this.text)
    return this.#banana
  }

  /** Whether the text is not valid in a syntax with a parser of its own, other than ICU. */
  get isBroken(): boolean {
    return (this.syntax === 'fluent' && !this.fluent.ok) || (this.syntax === 'java' && !this.java.ok)
  }

  /** See `placeholderTokens`. */
  get placeholders(): readonly Token[] {
    this.#placeholders ??= placeholderTokens(this.text, this.syntax, this.families?.families, this)
    return this.#placeholders
  }

  /** See `markupTokens`. */
  get markup(): readonly Token[] {
    this.#markup ??= markupTokens(this.text)
    return this.#markup
  }

  /** See `tokenize`. */
  get tokens(): readonly Token[] {
    this.#tokens ??= joinTokens(this.placeholders, this.markup)
    return this.#tokens
  }
}

/** A message in one locale, with each string parsed once; equal plural forms share one parse. */
export class ParsedMessage extends Memoized {
  readonly value: Message
  readonly syntax: Syntax
  /** BCP 47 language tag. */
  readonly locale: string
  readonly families: FileFamilies | undefined
  readonly #texts = new Map<string, ParsedText>()

  constructor(value: Message, syntax: Syntax, locale: string, families?: FileFamilies) {
    super()
    this.value = value
    this.syntax = syntax
    this.locale = locale
    this.families = families
  }

  /** The string of a message without plural forms. */
  get single(): ParsedText | undefined {
    return typeof this.value === 'string' ? this.parseText(this.value) : undefined
  }

  /** Lists every string with its plural category, which is undefined for a message without plural forms. */
  get texts(): readonly (readonly [category: string | undefined, text: ParsedText])[] {
    if (typeof this.value === 'string') return [[undefined, this.parseText(this.value)]]
    return Object.entries(this.value).map(([category, text]) => [category, this.parseText(text)])
  }

  /** Parses a string of this message, or a replacement for one. */
  parseText(text: string): ParsedText {
    return getOrAdd(this.#texts, text, () => new ParsedText(text, this.syntax, this.families))
  }
}

/** Words with their offset. Tokens are replaced with spaces, so that offsets stay valid. */
interface WordSpan {
  readonly text: string
  readonly at: number
}

/** Finds the words of a string: the literal parts of an ICU message, or the string without tokens in other syntaxes. */
export function findWordSpans(text: ParsedText, ast = getIcuAst(text)): readonly WordSpan[] {
  if (text.syntax === 'fluent' && text.text.includes('{') && text.fluent.ok) {
    const blanked = blankTokens(text.text, text.markup)
    return [...walkFluent(text.fluent.parts)].flatMap(({ kind, start, end }) =>
      kind === 'words' ? [{ text: blanked.slice(start, end), at: start }] : [],
    )
  }
  if (ast === undefined) return [{ text: blankTokens(text.text, text.tokens), at: 0 }]
  const blanked = blankTokens(text.text, text.markup)
  const pieces: WordSpan[] = []
  for (const element of walkIcu(ast)) {
    if (element.type !== TYPE.literal) continue
    const at = element.location?.start.offset ?? 0
    pieces.push({ text: blanked.slice(at, element.location?.end.offset), at })
  }
  return pieces
}

function getIcuAst(text: ParsedText): IcuAst | undefined {
  if (text.syntax !== 'icu') return undefined
  const { icu } = text
  return icu.ok ? icu.ast : undefined
}

/** A code point that no text has, and that is not part of any word or phrase. */
export const BLANK = '\uFDD0'

export function blankTokens(text: string, tokens: readonly Token[]): string {
  let words = ''
  let at = 0
  for (const { start, end } of tokens) {
    if (end <= at) continue
    words += text.slice(at, Math.max(at, start)) + BLANK.repeat(end - Math.max(at, start))
    at = end
  }
  return words + text.slice(at)
}

/** The offset of the first sign outside of tokens. */
export function findOutside(text: string, tokens: readonly Token[], sign: string): number | undefined {
  const at = blankTokens(text, tokens).indexOf(sign)
  return at === -1 ? undefined : at
}
