import { pluralRules } from '../../../locales/plural-rules.ts'
import { memoize } from '../../../memoize.ts'
import { parsePluralExpression } from './expression.ts'

/** A `Plural-Forms` header, and the CLDR category of each of its forms. */
export interface PluralRule {
  readonly header: string
  readonly categories: readonly string[]
}

/** Maximum locales with a cached rule. */
const MAX_LOCALES = 500

/**
 * Returns the plural rule for a new file of a locale: an expression that maps whole numbers to CLDR categories. Categories of only fractions or whole
 * millions (Polish `other`, Spanish `many`) have no form.
 */
export const defaultRule = memoize(MAX_LOCALES, findRule)

function findRule(locale: string): PluralRule {
  const rules = pluralRules(locale)
  const wanted = Array.from({ length: 201 }, (_, n) => rules.select(n))
  let best = RULES[0]
  let most = -1
  // If CLDR changes the rules of a language, the best-matching rule is used.
  for (const rule of RULES) {
    const right = wanted.filter((category, n) => rule.categories[rule.index(n)] === category).length
    if (right > most) [best, most] = [rule, right]
    if (right === wanted.length) break
  }
  return best
}

const FEW = 'n%10>=2 && n%10<=4 && (n%100<12 || n%100>14)'
const TEENS = 'n%100>=11 && n%100<=19'
const THOUSANDS = '(n%100000>=1000 && n%100000<=20000 || n%100000==40000 || n%100000==60000 || n%100000==80000)'

const defineRule = (categories: string, expression: string): PluralRule & { index: (n: number) => number } => {
  const names = categories.split(' ')
  return {
    header: `nplurals=${names.length}; plural=${/^(?:0|\(.*\))$/.test(expression) ? expression : `(${expression})`};`,
    categories: names,
    index: parsePluralExpression(expression),
  }
}

/** One rule per way in which CLDR divides whole numbers, most frequent first. */
const RULES = [
  defineRule('one other', 'n != 1'),
  defineRule('one other', 'n > 1'),
  defineRule('other', '0'),
  // Arabic
  defineRule(
    'zero one two few many other',
    'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5',
  ),
  // Russian, Ukrainian, Belarusian; Croatian, Serbian, Bosnian; Polish
  defineRule('one few many', `n%10==1 && n%100!=11 ? 0 : ${FEW} ? 1 : 2`),
  defineRule('one few other', `n%10==1 && n%100!=11 ? 0 : ${FEW} ? 1 : 2`),
  defineRule('one few many', `n==1 ? 0 : ${FEW} ? 1 : 2`),
  // Czech, Slovak; Romanian; Lithuanian, Latvian; Slovenian
  defineRule('one few other', 'n==1 ? 0 : n>=2 && n<=4 ? 1 : 2'),
  defineRule('one few other', 'n==1 ? 0 : n==0 || n%100>=1 && n%100<=19 ? 1 : 2'),
  defineRule('one few other', `n%10==1 && n%100!=11 ? 0 : n%10>=2 && !(${TEENS}) ? 1 : 2`),
  defineRule('zero one other', `n%10==0 || ${TEENS} ? 0 : n%10==1 && n%100!=11 ? 1 : 2`),
  defineRule('one two few other', 'n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3'),
  // Hebrew; Macedonian, Icelandic; Filipino; Maltese
  defineRule('one two other', 'n==1 ? 0 : n==2 ? 1 : 2'),
  defineRule('one other', 'n%10!=1 || n%100==11'),
  defineRule('one other', 'n%10==4 || n%10==6 || n%10==9'),
  defineRule('one two few many other', `n==1 ? 0 : n==2 ? 1 : n==0 || n%100>=3 && n%100<=10 ? 2 : ${TEENS} ? 3 : 4`),
  // Irish, Welsh, Scottish Gaelic, Breton, Manx, Cornish
  defineRule('one two few many other', 'n==1 ? 0 : n==2 ? 1 : n>=3 && n<=6 ? 2 : n>=7 && n<=10 ? 3 : 4'),
  defineRule('zero one two few many other', 'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5'),
  defineRule('one two few other', 'n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : n>=3 && n<=19 ? 2 : 3'),
  defineRule(
    'one two few other',
    'n%10==1 && n%100!=11 && n%100!=71 && n%100!=91 ? 0 : n%10==2 && n%100!=12 && n%100!=72 && n%100!=92 ? 1 : ' +
      '(n%10==3 || n%10==4 || n%10==9) && n%100/10!=1 && n%100/10!=7 && n%100/10!=9 ? 2 : 3',
  ),
  defineRule('one two few other', 'n%10==1 ? 0 : n%10==2 ? 1 : n%20==0 ? 2 : 3'),
  defineRule(
    'zero one two few many other',
    `n==0 ? 0 : n==1 ? 1 : n%100==2 || n%100==22 || n%100==42 || n%100==62 || n%100==82 || n%1000==0 && ${THOUSANDS} || ` +
      'n%1000000==100000 ? 2 : n%20==3 ? 3 : n%20==1 ? 4 : 5',
  ),
  // Anii and others; Samogitian; Tachelhit; Central Atlas Tamazight
  defineRule('zero one other', 'n==0 ? 0 : n==1 ? 1 : 2'),
  defineRule('one two few other', `n%10==1 && n%100!=11 ? 0 : n==2 ? 1 : n%10>=2 && !(${TEENS}) ? 2 : 3`),
  defineRule('one few other', 'n<=1 ? 0 : n<=10 ? 1 : 2'),
  defineRule('one other', 'n>1 && (n<11 || n>99)'),
] as const
