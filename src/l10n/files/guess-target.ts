import { spellsLocale } from '../locales/spellings.ts'

/** A source file whose target is guessed. */
interface SourceFile {
  readonly path: string
  readonly locale: string
  /** The start of its content, if known. */
  readonly head: string
}

/** Returns the target template of a source file in a layout that frameworks prescribe; undefined if the path has another one. */
type Layout = (file: SourceFile) => string | undefined

/** Layouts whose source files have no locale in their path or another name for it, or whose programs load one spelling only. */
const FIXED: readonly Layout[] = [
  // Android: res/values/strings.xml.
  ({ path }) => replaceFolder(path, /^values$/, 'values-{locale_android}', '.xml'),
  // Apple: the base localization.
  ({ path }) => replaceFolder(path, /^Base\.lproj$/, '{locale}.lproj', ''),
  // Browser extensions: _locales/en/messages.json.
  file => replaceSpelling(file, /^((?:.*\/)?_locales\/)([^/]+)(\/messages\.json)$/, '{locale_webextension}'),
  // Minecraft: assets/mod/lang/en_us.json.
  file => replaceSpelling(file, /^((?:.*\/)?assets\/[^/]+\/lang\/)([^/]+)(\.json)$/, '{locale_minecraft}'),
  file => replaceSpelling(file, /^((?:.*\/)?lang\/)([a-z]{2,3}_[a-z]{2})(\.json)$/, '{locale_minecraft}'),
  // Visual Studio Code: package.nls.json and l10n/bundle.l10n.json.
  ({ path }) => insertInName(path, /^((?:.*\/)?(?:package\.nls|bundle\.l10n))(\.json)$/, '.{locale_vscode}'),
  // Docusaurus: the locale is a folder of i18n, whatever the names below are.
  file => replaceSpelling(file, /^((?:.*\/)?i18n\/)([^/]+)(\/(?:code\.json|docusaurus-.+))$/, '{locale}'),
  // Shopify: en.default.json is the source file of fr.json.
  file => replaceSpelling(file, /^((?:.*\/)?locales\/)([^/.]+)\.default((?:\.schema)?\.json)$/, '{locale}'),
  // Symfony: translations/messages.en.yaml.
  file =>
    replaceSpelling(
      file,
      /^((?:.*\/)?translations\/[^/.]+\.)([A-Za-z_]+)(\.(?:ya?ml|xlf|xliff|php|csv))$/,
      '{locale_underscore}',
    ),
]

/** Layouts of files for the default locale beside those for others; tried if the path has no locale. */
const BESIDE: readonly Layout[] = [
  // .NET: Resources.resx and Resources.de.resx.
  ({ path }) => insertInName(path, /^(.+)(\.resx)$/, '.{locale}'),
  // Java: messages.properties and messages_de.properties.
  ({ path }) => insertInName(path, /^(.+)(\.properties)$/, '_{locale_underscore}'),
  // Java in XML, and Qt: app.ts and app_de.ts.
  ({ path, head }) =>
    WITH_UNDERSCORES.test(head) ? insertInName(path, /^(.+)(\.\w+)$/, '_{locale_underscore}') : undefined,
  // Angular: messages.xlf and messages.de.xlf.
  ({ path }) => insertInName(path, /^(.+)(\.xlf)$/, '.{locale}'),
  ({ path, head }) => (OF_ANGULAR.test(head) ? insertInName(path, /^(.+)(\.json)$/, '.{locale}') : undefined),
  // Starlight: the pages of the root locale are beside the folders of other locales.
  ({ path }) => /^((?:.*\/)?src\/content\/docs\/)(.+\.mdx?)$/.exec(path)?.slice(1).join('{locale}/'),
]

/** Formats whose programs look for `pt_BR`, also if the source file has a language alone. */
const UNDERSCORES = /\.(?:arb|po|pot|properties)$/
/** The content of such files whose ending other formats have, too: Qt Linguist and Java's XML. */
const WITH_UNDERSCORES = /<!DOCTYPE (?:TS|properties)\b|<TS[\s>]/
/** The content of Angular's messages.json. */
const OF_ANGULAR = /^\s{0,99}\{\s{0,99}"locale"\s{0,9}:[^,]{0,99},\s{0,99}"translations"\s{0,9}:/
/** The content of PO files whose programs look for `pt-BR`. */
const OF_WEB = /"X-Generator: (?:@lingui|next-intl)/
/** The content of files that MediaWiki loads under `pt-br` only. */
const IN_LOWER_CASE = /"@metadata"\s{0,9}:/
/** UTF-16 units of a file that are looked at. */
const MAX_HEAD = 2000

/**
 * Guesses the target template of a source file: of a layout that frameworks prescribe, or with the last occurrence of the source locale in its path replaced by
 * `{locale}`. Undefined if the path contains no locale, so that the guess is never the source file itself.
 * @param text the content of the file; it decides where programs with different spellings share a path
 */
export function guessTargetTemplate(sourcePath: string, sourceLocale: string, text = ''): string | undefined {
  const file = { path: sourcePath, locale: sourceLocale, head: text.slice(0, MAX_HEAD) }
  return firstOf(FIXED, file) ?? replaceLocale(file) ?? firstOf(BESIDE, file)
}

function replaceLocale({ path, locale: sourceLocale, head }: SourceFile): string | undefined {
  const plain = choosePlain(path, head)
  const [language = sourceLocale] = sourceLocale.split('-')
  // Android: values-en/strings.xml, values-en-rUS/strings.xml.
  const folder = new RegExp(`^values-(?:${language}(?:-r[A-Z]{2})?|b\\+${language}(?:\\+\\w+)*)$`)
  const android = replaceFolder(path, folder, 'values-{locale_android}', '.xml')
  if (android !== undefined) return android
  const spellings: readonly (readonly [string, string])[] = [
    [sourceLocale, sourceLocale.includes('-') ? '{locale}' : plain],
    [sourceLocale.replaceAll('-', '_'), '{locale_underscore}'],
    [sourceLocale.toLowerCase(), '{locale_lower}'],
    [sourceLocale.replaceAll('-', '_').toLowerCase(), '{locale_lower_underscore}'],
    // A repository may use only the language of a locale with a region: `en` for `en-US`.
    [language, plain],
    // Or a region for a locale without one: `en-US` for `en`.
    [`${sourceLocale}-[A-Z]{2}`, '{locale}'],
    [`${sourceLocale.replaceAll('-', '_')}_[A-Z]{2}`, '{locale_underscore}'],
    [`${sourceLocale.toLowerCase()}-[a-z]{2}`, '{locale_lower}'],
    [`${sourceLocale.replaceAll('-', '_').toLowerCase()}_[a-z]{2}`, '{locale_lower_underscore}'],
  ]
  for (const [spelling, variable] of spellings) {
    const found = [...path.matchAll(new RegExp(`(?<![A-Za-z0-9_-])${spelling}(?![A-Za-z0-9_-])`, 'g'))].at(-1)
    const place = found ?? [...path.matchAll(new RegExp(`(?<=[A-Za-z]{3}[_-])${spelling}(?=\\.[a-z]+$)`, 'g'))].at(-1)
    if (place !== undefined) return path.slice(0, place.index) + variable + path.slice(place.index + place[0].length)
  }
  return undefined
}

/** The variable for a locale that the path spells as a language alone. */
function choosePlain(path: string, head: string): string {
  if (OF_WEB.test(head)) return '{locale}'
  if (UNDERSCORES.test(path) || WITH_UNDERSCORES.test(head)) return '{locale_underscore}'
  return IN_LOWER_CASE.test(head) ? '{locale_lower}' : '{locale}'
}

function firstOf(layouts: readonly Layout[], file: SourceFile): string | undefined {
  for (const layout of layouts) {
    const found = layout(file)
    if (found !== undefined) return found
  }
  return undefined
}

/** Replaces what is between the first and the last group of a pattern, if it spells the source locale. */
function replaceSpelling({ path, locale }: SourceFile, pattern: RegExp, variable: string): string | undefined {
  const [, before = '', spelled = '', after = ''] = pattern.exec(path) ?? []
  return spelled !== '' && spellsLocale(spelled, locale) ? `${before}${variable}${after}` : undefined
}

/** Replaces the name of the folder that a file with the ending is in. */
function replaceFolder(path: string, name: RegExp, replacement: string, ending: string): string | undefined {
  const names = path.split('/')
  const at = names.length - 2
  if (at < 0 || !path.endsWith(ending) || !name.test(names[at] ?? '')) return undefined
  return names.with(at, replacement).join('/')
}

/** Inserts a text between the two groups of a pattern that matches the whole path. */
const insertInName = (path: string, pattern: RegExp, text: string): string | undefined =>
  pattern.exec(path)?.slice(1).join(text)

/** An example of a target template for a source file without one: its name in a folder of each locale. A template of gettext has translations in PO. */
export const exampleTarget = (sourcePath: string): string =>
  `i18n/{locale}/${sourcePath.slice(sourcePath.lastIndexOf('/') + 1).replace(/\.pot$/i, '.po')}`
