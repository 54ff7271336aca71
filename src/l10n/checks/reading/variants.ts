import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import type { FluentPart } from '../../message/fluent/parts.ts'
import type { IcuAst } from '../../message/icu.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { BLANK } from '../../message/word-spans.ts'
import { type BranchedPart, countBranchVariants, readBranchVariant } from './branch-variants.ts'
import { wordsOf } from './words.ts'

/** Most variants of a text that are read; each costs the length of the text. */
const MAX_VARIANTS = 12

/** What users can see of a text, with a blank for each placeholder: one string for each plural form or select case inside it. */
export const variantsOf = (text: ParsedText): readonly string[] => text.computeOnce(listVariants)

/** Whether a text has plural forms or select cases inside it. */
export const hasVariants = (text: ParsedText): boolean => variantsOf(text).length > 1

function listVariants(text: ParsedText): readonly string[] {
  const words = wordsOf(text)
  if (text.syntax === 'vue-i18n' && words.includes('|')) return words.split('|').slice(0, MAX_VARIANTS)
  if (text.syntax === 'java') return text.java.ok ? listBranchVariants(text.java.parts, words) : [words]
  if (text.syntax === 'banana') return listBranchVariants(text.banana, words)
  if (text.syntax === 'fluent') return listFluentVariants(text, words)
  if (text.syntax !== 'icu' || !text.text.includes('{') || !text.icu.ok) return [words]
  const { ast } = text.icu
  const count = Math.min(MAX_VARIANTS, countBranches(ast))
  return count <= 1 ? [words] : Array.from({ length: count }, (_, branch) => readBranch(ast, words, branch))
}

function listBranchVariants(parts: readonly BranchedPart[], words: string): readonly string[] {
  const count = Math.min(MAX_VARIANTS, countBranchVariants(parts))
  return count <= 1 ? [words] : Array.from({ length: count }, (_, at) => readBranchVariant(parts, words, at))
}

function listFluentVariants(text: ParsedText, words: string): readonly string[] {
  if (!text.text.includes('->') || !text.fluent.ok) return [words]
  const { parts } = text.fluent
  const count = Math.min(MAX_VARIANTS, countVariants(parts))
  return count <= 1 ? [words] : Array.from({ length: count }, (_, at) => readVariant(parts, words, at))
}

const countVariants = (parts: readonly FluentPart[]): number =>
  Math.max(
    1,
    ...parts.map(part =>
      part.kind === 'select'
        ? Math.max(part.variants.length, ...part.variants.map(variant => countVariants(variant.parts)))
        : 1,
    ),
  )

/** The text where every select has its variant at an index, or its last one. */
const readVariant = (parts: readonly FluentPart[], words: string, at: number): string =>
  parts
    .map(part => {
      if (part.kind === 'words') return words.slice(part.start, part.end)
      if (part.kind === 'value') return BLANK
      return readVariant(part.variants[Math.min(at, part.variants.length - 1)]?.parts ?? [], words, at)
    })
    .join('')

const countBranches = (ast: IcuAst): number => Math.max(1, ...ast.map(countElement))

function countElement(element: MessageFormatElement): number {
  if (element.type === TYPE.tag) return countBranches(element.children)
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return 1
  const options = Object.values(element.options)
  return Math.max(options.length, ...options.map(({ value }) => countBranches(value)))
}

/** The text where every plural and select has its branch at an index, or its last one. */
function readBranch(ast: IcuAst, words: string, branch: number): string {
  return ast.map(element => readElement(element, words, branch)).join('')
}

function readElement(element: MessageFormatElement, words: string, branch: number): string {
  switch (element.type) {
    case TYPE.literal:
      return words.slice(element.location?.start.offset ?? 0, element.location?.end.offset)
    case TYPE.tag:
      return `${BLANK}${readBranch(element.children, words, branch)}${BLANK}`
    case TYPE.plural:
    case TYPE.select: {
      const options = Object.values(element.options)
      return readBranch(options[Math.min(branch, options.length - 1)]?.value ?? [], words, branch)
    }
    case TYPE.argument:
    case TYPE.number:
    case TYPE.date:
    case TYPE.time:
    case TYPE.pound:
      return BLANK
  }
}
