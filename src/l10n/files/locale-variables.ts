/** Locale placeholders of target templates, and how each spells a locale. */
const SPELLINGS: Readonly<Record<string, (locale: string) => string>> = {
  locale: locale => locale,
  locale_underscore: locale => locale.replaceAll('-', '_'),
  locale_lower: locale => locale.toLowerCase(),
  locale_lower_underscore: locale => locale.replaceAll('-', '_').toLowerCase(),
  locale_android: spellForAndroid,
  locale_webextension: locale => spellChinese(locale).replaceAll('-', '_'),
  locale_vscode: locale => spellChinese(locale).toLowerCase(),
  locale_minecraft: spellForMinecraft,
}

/** The names of all placeholders, such as `{locale}` and `{locale_android}`. */
export const LOCALE_VARIABLES: readonly string[] = Object.keys(SPELLINGS).map(name => `{${name}}`)

/** Matches a placeholder. */
export const LOCALE_VARIABLE = new RegExp(`\\{(?:${Object.keys(SPELLINGS).join('|')})\\}`)
const ALL_VARIABLES = new RegExp(LOCALE_VARIABLE, 'g')

/** Returns whether a template contains a locale placeholder. */
export const hasLocaleVariable = (template: string): boolean => LOCALE_VARIABLE.test(template)

/** Replaces each placeholder by the locale in its spelling, or by `alias`. */
export const fillLocale = (template: string, locale: string, alias: string | undefined): string =>
  template.replaceAll(ALL_VARIABLES, variable => alias ?? SPELLINGS[variable.slice(1, -1)]?.(locale) ?? locale)

/** The codes that Java and Android use for languages whose ISO 639 code changed. */
const OLD_CODES: ReadonlyMap<string, string> = new Map([
  ['he', 'iw'],
  ['id', 'in'],
  ['yi', 'ji'],
])

/**
 * Spells a locale as the qualifier of an Android resource folder: `pt-rBR`, `iw`, and with a script, a numeric region or a variant `b+sr+Latn`.
 * https://developer.android.com/guide/topics/resources/providing-resources#AlternativeResources
 */
function spellForAndroid(locale: string): string {
  const [, language = '', region] = /^([a-z]{2,3})(?:-([A-Z]{2}))?$/.exec(locale) ?? []
  if (language === '') return `b+${locale.replaceAll('-', '+')}`
  const code = OLD_CODES.get(language) ?? language
  return region === undefined ? code : `${code}-r${region}`
}

/** Browsers and editors load Chinese by its region only: `zh-CN` for `zh-Hans`. */
function spellChinese(locale: string): string {
  const [language, script, region] = locale.split('-')
  if (language !== 'zh' || (script !== 'Hans' && script !== 'Hant')) return locale
  return `zh-${region ?? (script === 'Hans' ? 'CN' : 'TW')}`
}

/** Names of Minecraft's languages that are not the language with its usual region. */
const MINECRAFT_NAMES: ReadonlyMap<string, string> = new Map([
  ['ar', 'ar_sa'],
  ['eo', 'eo_uy'],
  ['es-419', 'es_mx'],
  ['la', 'la_la'],
  ['nb', 'no_no'],
  ['no', 'no_no'],
  ['sr', 'sr_sp'],
  ['sr-Cyrl', 'sr_sp'],
  ['sr-Latn', 'sr_cs'],
  ['yi', 'yi_de'],
])

/** Spells a locale as Minecraft names its language files: in lower case, always with a region (`de_de`, `pt_br`). */
function spellForMinecraft(locale: string): string {
  const known = MINECRAFT_NAMES.get(locale)
  if (known !== undefined) return known
  const { language, region } = new Intl.Locale(locale).maximize()
  return [language, region ?? language].join('_').toLowerCase()
}
