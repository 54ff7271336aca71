import { wordsOf } from '../../../src/l10n/checks/reading/variants.ts'
import { writingOf } from '../../../src/l10n/locales/writing.ts'
import { pick } from '../random.ts'
import { type AnyDefect, type Draft, replaceMatch, toText } from './defect.ts'
import { respell } from './respell.ts'

/** Letters of scripts, to write a text in another one. */
const ALPHABETS: Readonly<Record<string, string>> = {
  Latin: 'abcdefghijklmnoprstuvz',
  Cyrillic: 'абвгдежзиклмнопрстуфхцч',
  Greek: 'αβγδεζηθικλμνξοπρστυφχψω',
  Arabic: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  Hangul: '가나다라마바사아자차카타파하',
  Devanagari: 'कखगघचछजझटठडढतथदधनपफबभमयरलव',
}

/** How models introduce or surround a translation. */
const WRAPPERS: readonly ((text: string) => string)[] = [
  text => `Here is the translation: ${text}`,
  text => `Here's the translated text:\n\n${text}`,
  text => `Sure! Here is the translation:\n${text}`,
  text => `Certainly! Here’s your translation: "${text}"`,
  text => `Translation: ${text}`,
  text => `The translation is: ${text}`,
  text => `Here is the German translation: ${text}`,
  text => `\`\`\`\n${text}\n\`\`\``,
  text => `"${text}"`,
  text => `Hier ist die Übersetzung: ${text}`,
  text => `Voici la traduction : ${text}`,
  text => `Aquí está la traducción: ${text}`,
  text => `以下是翻译：${text}`,
  text => `Перевод: ${text}`,
  text => `As an AI language model, I translate this as: ${text}`,
  text => `${text}\n\nLet me know if you need anything else!`,
  text => `${text} (Note: I kept the placeholders.)`,
  text => `<translation>${text}</translation>`,
]

const hasWords = (text: string, least: number): boolean => (text.match(/\p{L}{3,}/gu)?.length ?? 0) >= least

/** Changes of what people read. */
export const WORDING_DEFECTS: readonly AnyDefect[] = [
  {
    id: 'untranslated copy',
    injectMessage: ({ source, target, locale, syntax }) => {
      if (writingOf(locale).language === 'en' || !hasWords(toText(source), 3)) return undefined
      if (typeof target !== 'string')
        return Object.fromEntries(Object.keys(target).map(category => [category, toText(source, category)]))
      return syntax === 'icu' && /\{\s*\w+\s*,/.test(toText(source)) ? undefined : toText(source)
    },
  },
  { id: 'wrong script', inject: writeInOtherScript },
  {
    id: 'word in the wrong script',
    inject: draft => {
      const [own = ''] = writingOf(draft.pair.locale).scripts
      const alphabet = own === 'Latin' || own === 'Cyrillic' ? ALPHABETS['Arabic'] : ALPHABETS['Cyrillic']
      return replaceMatch(draft, /(?<![\p{L}\p{M}])[\p{L}\p{M}]{3,}/gu, ({ 0: word }) => respell(word, alphabet ?? ''))
    },
  },
  {
    id: 'text of another string',
    injectMessage: (pair, other) =>
      typeof pair.target === typeof other.target &&
      toText(pair.source).toLowerCase() !== toText(other.source).toLowerCase() &&
      toText(pair.target) !== toText(other.target)
        ? other.target
        : undefined,
  },
  {
    id: 'far too long',
    inject: ({ words, target, source, random }) => {
      const parts = words.match(/[\p{L}\p{M}]+/gu) ?? []
      if (parts.length === 0 || (source.syntax === 'icu' && /\{\s*\w+\s*,/.test(target.text))) return undefined
      let text = target.text
      while (text.length < Math.max(source.text.length, target.text.length) * 4 + 40) text += ` ${pick(parts, random)}`
      return text
    },
  },
  {
    id: 'cut to a quarter',
    inject: ({ target, source }) => {
      if (wordsOf(source).replace(/\P{L}/gu, '').length < 20) return undefined
      const cut = target.text.slice(0, Math.floor(target.text.length / 4)).trim()
      return cut === '' ? undefined : cut
    },
  },
  { id: 'word repeated', inject: repeatWord },
  { id: "assistant's preamble", inject: ({ target, random }) => pick(WRAPPERS, random)?.(target.text) },
  {
    id: 'zero-width character',
    inject: draft =>
      replaceMatch(draft, /\p{L}(?=\p{L})/gu, ({ 0: letter }) => {
        const isUnspaced = /Thai|Khmer|Lao|Myanmar|Tibetan/.test(writingOf(draft.pair.locale).scripts.join())
        return letter + (pick(isUnspaced ? ['\uFEFF', '\u2060'] : ['\u200B', '\uFEFF', '\u2060'], draft.random) ?? '')
      }),
  },
  { id: 'replacement character', inject: draft => replaceMatch(draft, /\p{L}/gu, () => '\uFFFD') },
  { id: 'control character', inject: draft => replaceMatch(draft, /\p{L}/gu, ({ 0: letter }) => `${letter}\u0008`) },
  { id: 'direction override', inject: draft => replaceMatch(draft, /\p{L}/gu, ({ 0: letter }) => `\u202E${letter}`) },
  {
    id: 'plural forms all the same',
    injectMessage: ({ target, source, locale }) => {
      if (typeof target === 'string' || typeof source === 'string') return undefined
      const language = writingOf(locale).language
      // Their nouns stay singular after a number.
      if ('az hu ka kk ky mn tr tt ug uz fa ckb ku ta te kn ml bn mr gu ne hi'.split(' ').includes(language))
        return undefined
      const texts = new Set(Object.values(target))
      return texts.size < 2 || new Set(Object.values(source)).size < 2
        ? undefined
        : Object.fromEntries(Object.keys(target).map(category => [category, toText(target)]))
    },
  },
]

function writeInOtherScript({ words, target, pair, random }: Draft): string | undefined {
  const { scripts } = writingOf(pair.locale)
  if (!hasWords(words, 2) && !/[\p{sc=Han}\p{sc=Hangul}\p{sc=Thai}]{4}/u.test(words)) return undefined
  const others = Object.keys(ALPHABETS).filter(name => !scripts.includes(name))
  const alphabet = ALPHABETS[pick(others, random) ?? ''] ?? ''
  let text = ''
  let at = 0
  for (const { 0: word, index } of words.matchAll(/[\p{L}\p{M}]+/gu)) {
    text += target.text.slice(at, index) + respell(word, alphabet)
    at = index + word.length
  }
  return text + target.text.slice(at)
}

function repeatWord(draft: Draft): string | undefined {
  const { scripts, language } = writingOf(draft.pair.locale)
  const isUnspaced = scripts.includes('Han') || scripts.includes('Thai')
  if (!isUnspaced || language === 'ko')
    return replaceMatch(
      draft,
      /(?<![\p{L}\p{M}\p{N}'’-])\p{L}[\p{L}\p{M}]{2,}(?![\p{L}\p{M}\p{N}'’-])/gu,
      ({ 0: word }) => `${word} ${word}`,
    )
  const segments = [...new Intl.Segmenter(draft.pair.locale, { granularity: 'word' }).segment(draft.words)]
  const long = segments.filter(
    ({ segment, isWordLike }) =>
      isWordLike === true && /^[\p{sc=Han}\p{sc=Katakana}\p{sc=Thai}\p{M}]{2,}$/u.test(segment),
  )
  const chosen = pick(long, draft.random)
  if (chosen === undefined) return undefined
  const { text } = draft.target
  return text.slice(0, chosen.index) + chosen.segment + text.slice(chosen.index)
}
