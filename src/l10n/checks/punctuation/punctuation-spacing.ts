import { quote } from '../../../text/quote.ts'
import { writingOf } from '../../locales/writing.ts'
import { type CheckContext, defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'
import { wordsOf } from '../reading/variants.ts'

export const punctuationSpacing = defineCheck({
  id: 'punctuation_spacing',
  level: 'info',
  finds: 'A space before punctuation where the locale has none, and in French a missing or breakable one.',
  why: 'The mark moves to the next line, or the text looks foreign.',
  standard: 'Lexique des règles typographiques (French), CLDR; fr-CA has a space before colons only',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Saved!', good: 'Gesichert!', bad: 'Gesichert !' },
    { syntax: 'plain', locale: 'fr', source: 'Delete it?', good: 'Supprimer\u202F?', bad: 'Supprimer?' },
    { syntax: 'plain', locale: 'fr', source: 'Delete it?', good: 'Supprimer\u00A0?', bad: 'Supprimer ?' },
  ],
  isNeeded: ({ forms }) => forms.some(({ target }) => SPACED_MARK.test(target.text)),
  find: inEachForm(find),
})

/** A space, then a mark that ends a phrase; not `:smile:`, `.gitignore` or `...`. */
const SPACED = /(?<=[\p{L}\p{N}\uFDD0])[ \u00A0\u202F]+([,;:!?。、，！？：；]|\.(?!\.))(?![\p{L}\p{N}\p{P}\uFDD0])/gu
/** French double marks after a word without a no-break space, and inside quotation marks. */
const FRENCH =
  /(?<=[\p{L}\p{N}\uFDD0)»])( ?)((?<!&(?:amp;)?#?\w{1,8});|[!?]+|:(?![\p{L}\p{N}/\uFDD0]))(?![\p{P}\uFDD0])|«(?![\u00A0\u202F])|(?<![\u00A0\u202F])»/gu
const FRENCH_COLON =
  /(?<=[\p{L}\p{N}\uFDD0)»])( ?)(:)(?![\p{L}\p{N}\p{P}/\uFDD0])|«(?![\u00A0\u202F])|(?<![\u00A0\u202F])»/gu

const SPACED_MARK = /[,;:!?.。、，！？：；«»]/

function* find({ source, target }: Form, { locale }: CheckContext): Generator<Fault> {
  const isFrench = writingOf(locale).language === 'fr'
  if (!SPACED_MARK.test(target.text)) return
  yield* isFrench ? findFrench(wordsOf(target), locale) : findSpaced(wordsOf(target), source.text)
}

function* findSpaced(text: string, source: string): Generator<Fault> {
  for (const { 0: raw, 1: mark = '', index } of text.matchAll(SPACED)) {
    if (source.includes(raw.replace(/^\s+/, ' '))) continue
    yield {
      message: `There is a space before ${quote(mark)}.`,
      at: index,
      fix: `Write ${quote(mark)} after the word without a space.`,
    }
  }
}

function* findFrench(text: string, locale: string): Generator<Fault> {
  for (const { 0: raw, 2: mark = raw, index } of text.matchAll(/-CA\b/.test(locale) ? FRENCH_COLON : FRENCH)) {
    const side = mark === '«' ? 'after' : 'before'
    yield {
      message: `${quote(mark)} has no no-break space ${side} it.`,
      at: index,
      fix: `Write U+202F or U+00A0 ${side} ${quote(mark)}.`,
    }
  }
}
