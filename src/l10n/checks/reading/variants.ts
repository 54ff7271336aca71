import { TYPE } from '@formatjs/icu-messageformat-parser'
import type { IcuAst } from '../../message/icu.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { type BranchedPart, listBranchVariants, MAX_VARIANTS } from './branch-variants.ts'
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
  return listBranchVariants(toParts(text.icu.ast), words)
}

/** The parts of an ICU message. A tag has a blank at its ends. */
function toParts(ast: IcuAst): readonly BranchedPart[] {
  return ast.flatMap((element): readonly BranchedPart[] => {
    switch (element.type) {
      case TYPE.literal:
        return [{ kind: 'words', start: element.location?.start.offset ?? 0, end: element.location?.end.offset }]
      case TYPE.tag:
        return [{ kind: 'value' }, ...toParts(element.children), { kind: 'value' }]
      case TYPE.plural:
      case TYPE.select:
        return [
          { kind: 'choice', branches: Object.values(element.options).map(({ value }) => ({ parts: toParts(value) })) },
        ]
      case TYPE.argument:
      case TYPE.number:
      case TYPE.date:
      case TYPE.time:
      case TYPE.pound:
        return [{ kind: 'value' }]
    }
  })
}
