import { TYPE } from '@formatjs/icu-messageformat-parser'
import { walkIcu } from '../icu.ts'
import { CATEGORY_ORDER, ordinalCategories, pluralCategories } from '../locales.ts'
import type { Finding } from './check.ts'
import type { CheckContext } from './context.ts'

/** Every plural has the forms that the target's language needs; further ones are pointed out. */
export function pluralForms(context: CheckContext): Finding[] {
  const { icu, source, target, locale } = context
  if (typeof target !== 'string') return judge(Object.keys(target), pluralCategories(locale), locale, undefined)
  if (typeof source !== 'string') {
    const needed = required(pluralCategories(locale), locale).join(', ')
    const fix = `Send forms: one text for each of ${needed}.`
    return [{ id: 'plural_forms', level: 'error', message: 'The source has plural forms and this is one text.', fix }]
  }
  if (icu === undefined || 'fault' in icu.target) return []
  const findings: Finding[] = []
  for (const element of walkIcu(icu.target.ast)) {
    if (element.type !== TYPE.plural) continue
    const categories = element.pluralType === 'ordinal' ? ordinalCategories(locale) : pluralCategories(locale)
    findings.push(...judge(Object.keys(element.options), categories, locale, element.location?.start.offset))
  }
  return findings
}

function judge(
  forms: readonly string[],
  categories: readonly string[],
  locale: string,
  at: number | undefined,
): Finding[] {
  const place = at === undefined ? {} : { at }
  const has = new Set(forms.map(form => EXACT[form] ?? form))
  const missing = required(categories, locale).filter(category => !has.has(category))
  const extra = forms.filter(form => !form.startsWith('=') && !categories.includes(form))
  const findings: Finding[] = []
  if (missing.length > 0) {
    const list = missing.join(', ')
    const noun = missing.length === 1 ? 'the plural form' : 'the plural forms'
    const message = `The language ${locale} also needs ${noun} ${list}.`
    findings.push({ id: 'plural_forms', level: 'error', message, ...place, fix: `Add ${noun} ${list}.` })
  }
  for (const form of extra) {
    const isCategory = (CATEGORY_ORDER as readonly string[]).includes(form)
    const message = isCategory
      ? `The language ${locale} does not use the plural form ${form}.`
      : `${form} is no plural form.`
    findings.push({
      id: 'extra_plural_forms',
      level: 'info',
      message,
      ...place,
      fix: `Remove the plural form ${form}.`,
    })
  }
  return findings
}

/** `=1 {…}` is enough where a language has `one` for the number one. */
const EXACT: Readonly<Record<string, string>> = { '=0': 'zero', '=1': 'one', '=2': 'two' }

/** In these languages `many` is for numbers such as 1,000,000, and next to nobody writes it. */
const MANY_IS_RARE = new Set(['es', 'fr', 'it', 'pt', 'ca'])

function required(categories: readonly string[], locale: string): string[] {
  const isRare = MANY_IS_RARE.has(new Intl.Locale(locale).language)
  return categories.filter(category => !(category === 'many' && isRare))
}
