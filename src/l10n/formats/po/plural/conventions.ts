import { memoize } from '../../../memoize.ts'
import { type PluralIndex, parsePluralExpression } from './expression.ts'

/**
 * Published rules that divide whole numbers otherwise than CLDR, by language: those of gettext's own table, of other tables where they give 0 another form, and of
 * the languages whose nouns do not change after a number. Rules that equal CLDR's are not listed.
 */
const CONVENTIONS: Readonly<Record<string, readonly string[]>> = {
  br: ['n > 1'],
  cy: ['n==1 ? 0 : n==2 ? 1 : n != 8 && n != 11 ? 2 : 3', 'n != 1'],
  fil: ['n > 1'],
  ga: ['n==1 ? 0 : n==2 ? 1 : 2', 'n==1 ? 0 : n==2 ? 1 : n<7 ? 2 : n<11 ? 3 : 4'],
  gv: ['n > 1'],
  he: ['n != 1', 'n==1 ? 0 : n==2 ? 1 : n>10 && n%10==0 ? 2 : 3'],
  is: ['n != 1'],
  jv: ['n != 0'],
  kw: ['n==1 ? 0 : n==2 ? 1 : n==3 ? 2 : 3'],
  lv: ['n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2'],
  mk: ['n != 1', 'n==1 || n%10==1 ? 0 : 1', 'n%10==1 ? 0 : n%10==2 ? 1 : 2'],
  mr: ['n > 1'],
  mt: ['n==1 ? 0 : n==0 || n%100>1 && n%100<11 ? 1 : n%100>10 && n%100<20 ? 2 : 3'],
  pt: ['n > 1'],
  se: ['n != 1'],
  tl: ['n > 1'],
  tr: ['n > 1'],
  uz: ['n > 1'],
}

/** Languages with two categories in CLDR whose translations often have one form. */
const ONE_FORM = 'az bn fa hu hy ka kk ku ky mn ta te tg tk tr tt ug uz'.split(' ')

/** Returns the published rules of a language that differ from CLDR's. */
export const publishedRules = memoize(500, (language: string): readonly PluralIndex[] => {
  const known = Object.hasOwn(CONVENTIONS, language) ? (CONVENTIONS[language] ?? []) : []
  return [...known, ...(ONE_FORM.includes(language) ? ['0'] : [])].map(parsePluralExpression)
})
