import { pluralProfile } from '../../locales/plural-rules.ts'
import { gapsBetween, type Span, type Token, tokenCutter } from '../token.ts'

/** A part of a MediaWiki message, with its offsets. */
export type BananaPart = (Span & { readonly kind: 'words' }) | BananaValue | BananaChoice

/** What is printed as it is: `$1`, `{{SITENAME}}`, and a bracket that nothing closes. */
interface BananaValue extends Span {
  readonly kind: 'value'
  /** Identifies the value: `$1`. */
  readonly key: string
}

/**
 * Texts within braces or brackets: `{{PLURAL:$1|file|files}}`, `{{GENDER:$1|he|she}}`, `[[page|label]]`, `[https://example.com label]`. `free` is syntax that
 * each language uses as it needs it: `{{GRAMMAR:genitive|word}}`, `{{#FORMAL:du|Sie}}`, `{{formatnum:$1}}`.
 */
export interface BananaChoice extends Span {
  readonly kind: 'choice'
  readonly type: 'plural' | 'gender' | 'link' | 'address' | 'free'
  /** What it chooses by, or the target of a link: `$1`. Empty if there is none. */
  readonly argument: string
  /** The values within the target of a link: `[[Page/$1|label]]`. */
  readonly values: readonly BananaValue[]
  readonly branches: readonly BananaBranch[]
}

/** The text of a form, without its number. */
export interface BananaBranch extends Span {
  /** The number of a form for one number only, `1=one file`. */
  readonly exact?: number
  readonly parts: readonly BananaPart[]
}

/** Lists all choices of some type, those of branches behind the one that has them. */
export function* listChoices(parts: readonly BananaPart[], type: BananaChoice['type']): Generator<BananaChoice> {
  for (const part of parts) {
    if (part.kind !== 'choice') continue
    if (part.type === type) yield part
    for (const branch of part.branches) yield* listChoices(branch.parts, type)
  }
}

/** The plural forms that the language chooses by position, without those for one number. */
export const listPositional = ({ branches }: BananaChoice): readonly BananaBranch[] =>
  branches.filter(({ exact }) => exact === undefined)

/** The plural categories of the forms that a language needs, in order, and of those that it may have. */
export interface BananaForms {
  /** The categories of whole numbers. */
  readonly needed: readonly string[]
  /** Those for fractions and whole millions, too. */
  readonly known: readonly string[]
}

/** MediaWiki chooses a form by its position among the categories of CLDR. The last form stands for those that are absent. */
export function listForms(locale: string): BananaForms {
  const { categories, sampleCounts } = pluralProfile(locale, 'cardinal')
  return { needed: categories.filter(category => sampleCounts.has(category)), known: categories }
}

/** Finds the only category that a form is for: a number, `=1`, or a plural category. The last form is for all others. */
export function createNamer(choice: BananaChoice, locale: string): (branch: BananaBranch) => string {
  const positional = listPositional(choice)
  const { needed, known } = listForms(locale)
  const categories = positional.length > needed.length ? known : needed
  const names = new Map(positional.slice(0, -1).map((branch, at) => [branch, categories[at] ?? 'other'] as const))
  return branch => (branch.exact === undefined ? (names.get(branch) ?? 'other') : `=${branch.exact}`)
}

const toToken = tokenCutter('banana')

/** Returns the tokens of a MediaWiki message: everything but its words, in order. */
export function tokenizeBanana(text: string, parts: readonly BananaPart[]): Token[] {
  return parts.flatMap((part): Token[] => {
    if (part.kind === 'words') return []
    if (part.kind === 'choice') return tokenizeChoice(text, part)
    return [toToken(text, 'argument', part.start, part.end, part.key.trim())]
  })
}

/** The head, what stands between the texts, and the texts' own tokens. */
function tokenizeChoice(text: string, choice: BananaChoice): Token[] {
  const { type, argument, branches } = choice
  return gapsBetween(choice, branches).flatMap(({ start, end }, at) => {
    const isHead = at === 0 && (type !== 'free' || branches.length === 0)
    const gap = toToken(text, isHead ? 'choice' : 'literal', start, end, isHead ? argument : undefined)
    return [gap, ...tokenizeBanana(text, branches[at]?.parts ?? [])]
  })
}
