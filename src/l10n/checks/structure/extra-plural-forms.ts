import { quote } from '../../../text/quote.ts'
import { CATEGORY_ORDER, type PluralProfile, pluralProfile } from '../../locales/plural-rules.ts'
import { isPluralSelect, listSelects } from '../../message/fluent/parts.ts'
import { listPlurals } from '../../message/icu.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { findExtraBananaForms } from './banana-forms.ts'
import { findExtraLaravelForms } from './laravel-forms.ts'

export const extraPluralForms = defineCheck({
  id: 'extra_plural_forms',
  level: 'warning',
  finds: 'A plural form that the target language does not use.',
  why: 'The application never shows it, and a gettext file cannot hold it. A surplus msgstr of an imported gettext file is not imported, so only push_translations warns of it.',
  standard: 'CLDR plural rules',
  examples: [
    {
      syntax: 'icu',
      locale: 'ja',
      source: '{n, plural, one {# file} other {# files}}',
      good: '{n, plural, other {#件}}',
      bad: '{n, plural, one {#件} other {#件}}',
    },
  ],
  find,
})

function* find(context: CheckContext): Generator<Fault> {
  const { icu, target, locale, ordinal, hasExactZero, categories = [] } = context
  if (target.single === undefined) {
    const known = [
      ...categories,
      ...(hasExactZero === true ? ['zero'] : []),
      ...(target.syntax === 'ruby' ? RAILS : []),
    ]
    yield* findExtraForms(
      target.texts.map(([form = '']) => form).filter(form => !known.includes(form)),
      pluralProfile(locale, ordinal === true ? 'ordinal' : 'cardinal'),
      locale,
    )
  } else if (icu !== undefined && !('fault' in icu.target)) {
    for (const { pluralType = 'cardinal', options, location } of listPlurals(icu.target.ast)) {
      yield* findExtraForms(Object.keys(options), pluralProfile(locale, pluralType), locale, location?.start.offset)
    }
  } else if (target.syntax === 'fluent') {
    const { fluent } = target.single
    for (const part of fluent.ok ? listSelects(fluent.parts) : []) {
      if (!isPluralSelect(part)) continue
      // The default variant may have any name.
      const names = part.variants.flatMap(({ name, isDefault }) => (isDefault ? [] : [name]))
      yield* findExtraForms(names, pluralProfile(locale, 'cardinal'), locale, part.start)
    }
  } else if (target.syntax === 'banana') yield* findExtraBananaForms(context)
  else yield* findExtraLaravelForms(context)
}

/** What Rails itself uses for every language, and what its usual rules use for Bosnian and Croatian. */
const RAILS = ['one', 'many']

/** Forms that other languages have. `plural_forms` reports names that no language has. */
function findExtraForms(forms: readonly string[], { categories }: PluralProfile, locale: string, at?: number): Fault[] {
  return CATEGORY_ORDER.filter(category => forms.includes(category) && !categories.includes(category)).map(form => ({
    message: `${locale} does not use the plural form ${quote(form)}.`,
    ...(at !== undefined && { at }),
    fix: `Remove the plural form ${quote(form)}.`,
  }))
}
