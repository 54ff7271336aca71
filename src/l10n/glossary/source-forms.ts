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

/**
 * Simple plural and case forms of a term in the language of the source: `Boosts` for `Boost`. They need not be words. None for other languages, and for terms
 * that end with something other than a letter.
 */
export function listSourceForms(term: string, sourceLocale: string): readonly string[] {
  if (!/\p{L}$/u.test(term)) return []
  const [language = ''] = sourceLocale.toLowerCase().split('-')
  const [ending, forms = []] = (RULES[SAME[language] ?? language] ?? []).find(([pattern]) => pattern.test(term)) ?? []
  return ending === undefined ? [] : forms.map(form => term.replace(ending, form))
}
