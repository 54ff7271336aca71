import { neededCategories } from '../../locales/plural-rules.ts'
import { writingOf } from '../../locales/writing.ts'
import { type IcuAst, type IcuPlural, listPlurals } from '../../message/icu.ts'
import type { ParsedMessage } from '../../message/parsed-text.ts'
import { type CheckContext, defineCheck, type Fault } from '../define-check.ts'
import { wordsOf } from '../reading/variants.ts'

export const samePlurals = defineCheck({
  id: 'same_plurals',
  level: 'warning',
  finds:
    'Plural forms that are all equal though those of the source differ. In a language with two forms, whose words can be invariable, and for a lone form, it is an info.',
  why: 'The language needs another word for some numbers.',
  standard: 'CLDR plural rules',
  examples: [
    {
      syntax: 'icu',
      locale: 'ru',
      source: '{n, plural, one {# file} other {# files}}',
      good: '{n, plural, one {# файл} few {# файла} many {# файлов} other {# файла}}',
      bad: '{n, plural, one {# файлов} few {# файлов} many {# файлов} other {# файлов}}',
    },
  ],
  find,
})

/** Languages whose nouns stay singular after a number, so that equal forms are right. */
const INVARIABLE = new Set(
  'az hu hy ka kk ky mn tk tr tt ug uz fa ckb ku ta te kn ml bn as or hi mr gu pa ne si am'.split(' '),
)

function* find(context: CheckContext): Generator<Fault> {
  const { target, locale, forms, ordinal } = context
  if (ordinal === true || INVARIABLE.has(writingOf(locale).language)) return
  // `extra_plural_forms` reports these.
  if (neededCategories(locale).length === 1) return
  if (target.single !== undefined) return yield* findInIcu(context)
  const differs = new Set(context.source.texts.map(([, text]) => wordsOf(text))).size > 1
  if (differs && forms.length > 1 && new Set(target.texts.map(([, { text }]) => text)).size === 1) yield toFault(locale)
}

function* findInIcu({ icu, locale, source, target }: CheckContext): Generator<Fault> {
  if (icu === undefined || 'fault' in icu.target) return
  for (const { branches, at } of readPlurals(target, icu.target.ast)) {
    if (new Set(branches).size > 1 || isReportedElsewhere(branches, locale)) continue
    const differs = source.computeOnce(
      () => readPlurals(source, icu.source).some(plural => new Set(plural.branches).size > 1),
      readPlurals,
    )
    if (differs) yield { ...toFault(locale), at, ...(branches.length === 1 && { level: 'info' }) }
  }
}

/** A plural with `other` alone has one text for all numbers. `plural_forms` refuses it if the text has the number, in languages with several forms. */
const isReportedElsewhere = ([first = '', ...others]: readonly string[], locale: string): boolean =>
  others.length === 0 && neededCategories(locale).length > 2 && /#|\{.*\{/s.test(first)

/** The texts of each cardinal plural, with its offset. */
function readPlurals({ single }: ParsedMessage, ast: IcuAst) {
  const cut = ({ location }: Pick<IcuPlural, 'location'>): string =>
    single?.text.slice(location?.start.offset, location?.end.offset) ?? ''
  return listPlurals(ast)
    .filter(({ pluralType }) => pluralType !== 'ordinal')
    .map(({ options, location }) => ({ branches: Object.values(options).map(cut), at: location?.start.offset ?? 0 }))
}

function toFault(locale: string): Fault {
  const isPair = neededCategories(locale).length <= 2
  return {
    ...(isPair && { level: 'info' }),
    message: 'All plural forms have the same text.',
    fix: `Write the forms that ${locale} uses after different numbers, or ignore this finding if they are equal.`,
  }
}
