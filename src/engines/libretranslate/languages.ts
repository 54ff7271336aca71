/** The codes that LibreTranslate has for a locale, the best first: `pt-BR`, `pb`, `pt`. */
function listCodes(locale: string): readonly string[] {
  const { language, script, region } = new Intl.Locale(locale)
  const codes = [locale, ...(OTHER_CODES[locale] ?? [])]
  if (language === 'zh') {
    const isTraditional =
      script === 'Hant' || (script === undefined && (region === 'TW' || region === 'HK' || region === 'MO'))
    return [...codes, ...(isTraditional ? ['zh-Hant', 'zt'] : ['zh-Hans', 'zh'])]
  }
  // Another script than the usual one of the language would be wrong.
  if (script !== undefined && script !== new Intl.Locale(language).maximize().script) return codes
  return [...codes, ...(OTHER_CODES[language] ?? []), language]
}

/** Codes before BCP 47. */
const OTHER_CODES: Readonly<Record<string, readonly string[]>> = {
  'pt-BR': ['pb'],
  nb: ['nb', 'no'],
  fil: ['tl'],
  he: ['iw'],
}

type Languages = ReadonlyMap<string, readonly string[]>

/** The codes for a pair of locales; undefined if the service does not translate it. */
export function findPair(
  languages: Languages,
  sourceLocale: string,
  locale: string,
): { readonly source: string; readonly target: string } | undefined {
  const find = (known: readonly string[], wanted: string): string | undefined =>
    listCodes(wanted)
      .map(code => known.find(one => one.toLowerCase() === code.toLowerCase()))
      .find(code => code !== undefined)
  const source = find([...languages.keys()], sourceLocale)
  const target = source === undefined ? undefined : find(languages.get(source) ?? [], locale)
  return source === undefined || target === undefined ? undefined : { source, target }
}
