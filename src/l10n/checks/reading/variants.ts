import { TYPE } from '@formatjs/icu-messageformat-parser'
import type { FluentPart } from '../../message/fluent/parts.ts'
import { type IcuAst, isChoice } from '../../message/icu.ts'
import { BLANK, findWordSpans, type ParsedMessage, type ParsedText } from '../../message/parsed-text.ts'
import type { CheckContext } from '../define-check.ts'

/** Most variants of a text that are read; each costs the length of the text. */
const MAX_VARIANTS = 12

/** What users can see of a text, with a blank for each placeholder: one string for each plural form or select case inside it. */
export const variantsOf = (text: ParsedText): readonly string[] => text.computeOnce(listVariants)

/** Whether a text has plural forms or select cases inside it. */
export const hasVariants = (text: ParsedText): boolean => variantsOf(text).length > 1

/** A part of a message whose choices have branches, as in Java and MediaWiki. */
type BranchedPart =
  | { readonly kind: 'words' | 'quote'; readonly start: number; readonly end: number }
  | { readonly kind: 'value' }
  | { readonly kind: 'choice'; readonly branches: readonly { readonly parts: readonly BranchedPart[] }[] }

function listVariants(text: ParsedText): readonly string[] {
  const words = wordsOf(text)
  if (text.syntax === 'vue-i18n') return words.split('|').slice(0, MAX_VARIANTS)
  const parts = readParts(text)
  const count = Math.min(MAX_VARIANTS, countVariants(parts))
  return count <= 1 ? [words] : Array.from({ length: count }, (_, at) => readVariant(parts, words, at))
}

/** The parts of a text; none where it has no choices. */
function readParts(text: ParsedText): readonly BranchedPart[] {
  if (text.syntax === 'java') return text.java.ok ? text.java.parts : []
  if (text.syntax === 'banana') return text.banana
  if (text.syntax === 'fluent') return text.text.includes('->') && text.fluent.ok ? fromFluent(text.fluent.parts) : []
  return text.syntax === 'icu' && text.text.includes('{') && text.icu.ok ? fromIcu(text.icu.ast) : []
}

const fromFluent = (parts: readonly FluentPart[]): readonly BranchedPart[] =>
  parts.map(part => {
    if (part.kind !== 'select') return part
    return { kind: 'choice', branches: part.variants.map(variant => ({ parts: fromFluent(variant.parts) })) }
  })

const VALUE: BranchedPart = { kind: 'value' }

const fromIcu = (ast: IcuAst): readonly BranchedPart[] =>
  ast.flatMap((element): readonly BranchedPart[] => {
    if (element.type === TYPE.tag) return [VALUE, ...fromIcu(element.children), VALUE]
    if (isChoice(element)) {
      const branches = Object.values(element.options).map(({ value }) => ({ parts: fromIcu(value) }))
      return [{ kind: 'choice', branches }]
    }
    if (element.type !== TYPE.literal || element.location === undefined) return [VALUE]
    return [{ kind: 'words', start: element.location.start.offset, end: element.location.end.offset }]
  })

/** How many texts a message has: those of its largest choice. */
const countVariants = (parts: readonly BranchedPart[]): number =>
  parts.reduce((most, part) => {
    if (part.kind !== 'choice') return most
    return Math.max(most, part.branches.length, ...part.branches.map(branch => countVariants(branch.parts)))
  }, 1)

/** The text where every choice has its branch at an index, or its last one. `words` has blanks for tokens. */
const readVariant = (parts: readonly BranchedPart[], words: string, at: number): string =>
  parts
    .map(part => {
      if (part.kind === 'value') return BLANK
      if (part.kind !== 'choice') return words.slice(part.start, part.end)
      return readVariant(part.branches[Math.min(at, part.branches.length - 1)]?.parts ?? [], words, at)
    })
    .join('')

/** Any sign but letters, digits, spaces and those of sentences. */
const SIGN = /[^\p{L}\p{M}\p{N}\s.,!?;()-]/u

const hasSign = ({ text }: ParsedText): boolean => SIGN.test(text)
const hasAnySign = ({ texts }: ParsedMessage): boolean => texts.some(([, text]) => text.computeOnce(hasSign))

/** Whether a message or its translation has more than words: in every syntax, a placeholder, a tag, a link and code need another sign. */
export const hasSyntax = ({ source, target }: CheckContext): boolean =>
  source.computeOnce(hasAnySign) || hasAnySign(target)

/** The words of a text at their offsets, with a blank for each character of syntax. Has the length of the text. */
export const wordsOf = (text: ParsedText): string => text.computeOnce(blankSyntax)

function blankSyntax(text: ParsedText): string {
  const spans = findWordSpans(text)
  const [first] = spans
  if (first?.text.length === text.text.length) return first.text
  const parts: string[] = []
  let at = 0
  for (const span of spans) {
    if (span.at < at) continue
    parts.push(BLANK.repeat(span.at - at), span.text)
    at = span.at + span.text.length
  }
  parts.push(BLANK.repeat(Math.max(0, text.text.length - at)))
  return parts.join('')
}
