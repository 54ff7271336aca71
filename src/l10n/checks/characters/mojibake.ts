import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'

export const mojibake = defineCheck({
  id: 'mojibake',
  level: 'warning',
  finds:
    'UTF-8 that was read in another encoding, such as `Ã©` for é, `â€™` for ’ or `РџСЂ` for Пр, where the source has none.',
  why: 'Users see signs that mean nothing, and the letters are lost at the next save.',
  standard: 'UTF-8 read as Windows-1252, Windows-1250 or Windows-1251',
  examples: [
    { syntax: 'plain', locale: 'fr', source: 'Save', good: 'Conservé', bad: 'ConservÃ©' },
    { syntax: 'plain', locale: 'fr', source: 'The file', good: 'L’élément', bad: 'Lâ€™élément' },
    { syntax: 'plain', locale: 'ru', source: 'Hello', good: 'Привет', bad: 'РџСЂРёРІРµС‚' },
  ],
  isNeeded: ({ forms }) => forms.some(({ target: { text } }) => LEAD.test(text) || text.includes('?')),
  find,
})

/** Most texts have none of the characters that a lead byte becomes. */
const LEAD = /[Â-ðĂ-Ű\u0420\u0421]/

/** What the other bytes of a character become in Windows-1252 and ISO 8859-1. */
const MORE = '\\u0080-\\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
/** The same without what follows a capital in a sentence: French writes « CAFÉ ». */
const INSIDE = '\\u0080-\\u009F\\u00A1-\\u00AA\\u00AC-\\u00BA\\u00BC-\\u00BE€‚ƒ„†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ'
const IN_1250 = '\\u00A0-\\u00BE€‚„…†‡‰‹›‘’“”•–—™ŠšŚśŤťŽžŹźˇ˘ŁłĄąŞşŻż˛˝Ľľ'
const IN_1251 = '\\u00A0-\\u00BF\\u0402-\\u040F\\u0452-\\u045F\\u0490\\u0491€‚„…†‡‰‹›‘’“”•–—№™'

const PATTERNS: readonly RegExp[] = [
  new RegExp(`[ÂÃ][${INSIDE}]|(?<=\\p{Ll})[ÂÃÄÅ][${MORE}]|[ÃÄÅ][${MORE}](?=\\p{Ll})|(?<=\\s)Ã\\u00A0?(?=\\s)`, 'u'),
  /â(?:€.?|[„†‚][\u0090-\u00BF’™¢“”]|\u0080[\u0080-\u00BF])|ð[Ÿ\u009F]/u,
  new RegExp(`(?:[Â-ß][${MORE}]){2}|(?:[à-ï][${MORE}]{2}){2}`, 'u'),
  new RegExp(`(?<=\\p{Ll})[ĂĹ][${IN_1250}]|[ĂĹÄ][${IN_1250}](?=\\p{Ll}|[ĂĹÄ])|[ĂĹ][–›]`, 'u'),
  new RegExp(`(?:[ÂĂÄĹĆÎĎĐŃÖ×ŘŮÚŰ][${IN_1250}]){2}|(?:[ŕáâăäĺćçčéęëěíîď][${IN_1250}]{2}){2}|đ[źŸ]`, 'u'),
  new RegExp(`(?:[РС][${IN_1251}]|[РС]\\u0098){2}`, 'u'),
]

/** A letter in or before a word that an encoding does not have, in a text whose source asks nothing. */
const LOST = /(?<=\p{L})\?(?=\p{Ll})|(?<![^\s("«„“])\?(?=\p{Ll}{3})/u

function* find({ forms }: CheckContext): Generator<Fault> {
  for (const { source, target } of forms) {
    const lost = source.text.includes('?') ? null : LOST.exec(target.text)
    const match = lost ?? (LEAD.test(target.text) ? findWrong(target) : undefined)
    if (match === undefined || source.computeOnce(findWrong) !== undefined) continue
    yield {
      message: `${quote(match[0])} comes from a wrong encoding.`,
      at: match.index,
      fix: 'Write the character again.',
    }
  }
}

function findWrong({ text }: ParsedText): RegExpExecArray | undefined {
  for (const pattern of PATTERNS) {
    const match = pattern.exec(text)
    if (match !== null) return match
  }
  return undefined
}
