import { FUNCTION_WORDS } from '../../../src/l10n/checks/wording/language.ts'
import { writingOf } from '../../../src/l10n/locales/writing.ts'
import type { Message } from '../../../src/l10n/message/message.ts'
import { pick } from '../random.ts'
import type { AnyDefect } from './defect.ts'
import { respell } from './respell.ts'

/** How models introduce a translation in its own language. */
const PREAMBLES: Readonly<Record<string, readonly string[]>> = {
  ar: ['إليك الترجمة: ', 'بالطبع! هذه هي الترجمة العربية:\n'],
  de: ['Natürlich! Hier ist die deutsche Übersetzung:\n\n', 'Gerne, hier der übersetzte Text: '],
  es: ['Por supuesto, aquí tienes la traducción al español:\n', 'Texto traducido: '],
  fa: ['ترجمه فارسی: '],
  fr: ['Bien sûr ! Voici la traduction en français :\n', 'Texte traduit : '],
  it: ['Certo, ecco il testo tradotto in italiano: '],
  ja: ['以下が日本語訳です：', '日本語訳：'],
  ko: ['번역은 다음과 같습니다: '],
  nl: ['Natuurlijk, hier is de Nederlandse vertaling: '],
  pl: ['Jasne, oto tłumaczenie na język polski:\n', 'Przetłumaczony tekst: '],
  pt: ['Claro! Segue a tradução para o português:\n'],
  ru: ['Конечно! Вот перевод на русский язык:\n', 'Переведённый текст: '],
  tr: ['Elbette, işte Türkçe çevirisi: '],
  uk: ['Звичайно, ось переклад українською: '],
  zh: ['当然，以下是中文翻译：', '譯文：'],
}

/** Languages with the same words, of which only long texts tell. */
const KIN = ['bs hr mk sl sr', 'bg mk sr', 'cs sk', 'da nb nn no sv', 'ca es gl pt', 'be ru uk', 'id ms'].map(
  line => new Set(line.split(' ')),
)
/** Words of a text that tells its language. */
const MIN_WORDS = 8

/** Words outside of tags and addresses that the source does not have: names and copies tell nothing. */
function countOwnWords(text: string, source: Message): number {
  const known = JSON.stringify(source).toLowerCase()
  const words = text.replace(/<[^<>]*>|\S+:\/\/\S+|\{[^{}]*\}/g, ' ').match(/\p{L}{2,}/gu) ?? []
  return words.filter(word => !known.includes(word.toLowerCase())).length
}

/** Texts in another language, script or encoding than the locale has. */
export const LANGUAGE_DEFECTS: readonly AnyDefect[] = [
  {
    id: 'preamble in its own language',
    inject: ({ target, pair, random }) => {
      const preamble = pick(PREAMBLES[writingOf(pair.locale).language] ?? [], random)
      return preamble === undefined ? undefined : preamble + target.text
    },
  },
  {
    id: 'wrong language',
    injectMessage: ({ source, target, locale }, _, random, siblings) => {
      const own = writingOf(locale)
      if (typeof target !== 'string' || !FUNCTION_WORDS.has(own.language)) return undefined
      const others = siblings.flatMap(({ target: text, locale: other }) => {
        const { language, scripts } = writingOf(other)
        const isOther = language !== own.language && language !== 'en' && FUNCTION_WORDS.has(language)
        const isKin = KIN.some(kin => kin.has(language) && kin.has(own.language))
        if (typeof text !== 'string' || !isOther || isKin || scripts.join() !== own.scripts.join()) return []
        return text.includes(', plural,') || countOwnWords(text, source) < MIN_WORDS ? [] : [text]
      })
      return pick(others, random)
    },
  },
  {
    id: 'short label in the wrong script',
    inject: ({ words, pair }) => {
      const isLatin = writingOf(pair.locale).scripts.includes('Latin')
      return /^[\p{L}\p{M}]{3,10}( [\p{L}\p{M}]{3,10})?$/u.test(words)
        ? words.replace(/[\p{L}\p{M}]+/gu, word => respell(word, isLatin ? 'абвгдежзиклмн' : 'abcdefghijlmnoprstuvz'))
        : undefined
    },
  },
  {
    id: 'UTF-8 read in another encoding',
    inject: ({ words, target, source, random }) => {
      if (!/[^\p{ASCII}…’‘“”–—«»\s]{3}|[à-ž].*[à-ž]/u.test(words) || /[^\p{ASCII}]/u.test(source.text)) return undefined
      const encoding = pick(['windows-1252', 'windows-1250', 'windows-1251'], random)
      return new TextDecoder(encoding).decode(new TextEncoder().encode(target.text))
    },
  },
]
