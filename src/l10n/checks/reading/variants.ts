import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import type { IcuAst } from '../../message/icu.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { BLANK } from '../../message/word-spans.ts'
import { listBranchVariants, MAX_VARIANTS } from './branch-variants.ts'
import { wordsOf } from './words.ts'

/** What users can see of a text, with a blank for each placeholder: one string for each plural form or select case inside it. */
export const variantsOf = (text: ParsedText): readonly string[] => text.computeOnce(listVariants)

/** Whether a text has plural forms or select cases inside it. */
export const hasVariants = (text: ParsedText): boolean => variantsOf(text).length > 1

function listVariants(text: ParsedText): readonly string[] {
  const words = wordsOf(text)
  if (text.syntax === 'vue-i18n' && words.includes('|')) return words.split('|').slice(0, MAX_VARIANTS)
  if (text.syntax === 'java') return text.java.ok ? listBranchVariants(text.java.parts, words) : [words]
  if (text.syntax === 'banana') return listBranchVariants(text.banana, words)
  if (text.syntax === 'fluent') return text.fluent.ok ? listBranchVariants(text.fluent.parts, words) : [words]
  if (text.syntax !== 'icu' || !text.text.includes('{') || !text.icu.ok) return [words]
  const { ast } = text.icu
  const count = Math.min(MAX_VARIANTS, countBranches(ast))
  return count <= 1 ? [words] : Array.from({ length: count }, (_, branch) => readBranch(ast, words, branch))
}

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
