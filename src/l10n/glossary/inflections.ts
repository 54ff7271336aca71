/** An ending of the last word, and what replaces it; `$&` is the ending itself. */
type Rule = readonly [ending: RegExp, forms: readonly string[]]

/** The first rule that fits a word applies. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  en: [
    [/(?<=[^aeiou])y$/i, ['ies']],
    [/(?:s|x|z|ch|sh)$/i, ['$&es']],
    [/$/, ['s']],
  ],
  de: [
    [/e$/i, ['en', 'es']],
    [/$/, ['s', 'e', 'n', 'en', 'er', 'es', 'ern']],
  ],
  nl: [[/$/, ['s', 'en', "'s", 'n']]],
  sv: [[/$/, ['s', 'ar', 'or', 'er', 'n', 'en', 'et', 'na', 'arna', 'erna']]],
  da: [[/$/, ['s', 'e', 'er', 'r', 'en', 'et', 'ene', 'erne']]],
  nb: [[/$/, ['s', 'e', 'er', 'r', 'en', 'et', 'ene']]],
  fr: [
    [/al$/i, ['aux', 'als']],
    [/(?:eau|eu|ou)$/i, ['$&x', '$&s']],
    [/$/, ['s', 'e', 'es']],
  ],
  es: [
    [/z$/i, ['ces']],
    [/[aeiouáéíóú]$/i, ['$&s']],
    [/$/, ['es', 's']],
  ],
  pt: [
    [/ão$/i, ['ões', 'ães', 'ãos']],
    [/m$/i, ['ns']],
    [/(?<=[aeo])l$/i, ['is']],
    [/[aeiouáéíóú]$/i, ['$&s']],
    [/$/, ['es', 's']],
  ],
  it: [
    [/[ao]$/i, ['e', 'i']],
    [/e$/i, ['i']],
  ],
}

/** Languages with the rules of another one. */
const SAME: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', gl: 'pt', ca: 'es' }

/** The language whose rules apply to texts in a locale; undefined for languages without rules. */
export function findInflected(locale: string): string | undefined {
  const [language = ''] = locale.toLowerCase().split('-')
  const ruled = SAME[language] ?? language
  return Object.hasOwn(RULES, ruled) ? ruled : undefined
}

/**
 * Simple plural and case forms of a term in its language: `Boosts` for `Boost`. They need not be words. None for languages without rules, and for terms that
 * end with something other than a letter.
 */
export function listInflections(term: string, locale: string): readonly string[] {
  if (!/\p{L}$/u.test(term)) return []
  const [ending, forms = []] = (RULES[findInflected(locale) ?? ''] ?? []).find(([pattern]) => pattern.test(term)) ?? []
  return ending === undefined ? [] : forms.map(form => term.replace(ending, form))
}

/** Letters of a last word whose forms are distinct from other words: `Ei` must not forbid `Ein`, nor `Rat` the word `Raten`. */
const MIN_LETTERS = 5
/** The same for a form with only an `s`. */
const MIN_LETTERS_BEFORE_S = 3

/** The plural and case forms of a forbidden word that are forbidden, too: not those of short words, which are often other words. */
export function listForbiddenForms(word: string, locale: string): readonly string[] {
  const { length } = /\p{L}*$/u.exec(word)?.[0] ?? ''
  return listInflections(word, locale).filter(
    form => length >= (form === `${word}s` ? MIN_LETTERS_BEFORE_S : MIN_LETTERS),
  )
}
