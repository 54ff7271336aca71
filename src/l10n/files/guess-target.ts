/** Returns the target template of a source file in a layout that frameworks prescribe; undefined if the path has another one. */
type Layout = (path: string) => string | undefined

/** Layouts whose source files have no locale in their path, or another name for it. */
const FIXED: readonly Layout[] = [
  // Android: res/values/strings.xml.
  path => replaceFolder(path, /^values$/, 'values-{locale_android}', '.xml'),
  // Apple: the base localization.
  path => replaceFolder(path, /^Base\.lproj$/, '{locale}.lproj', ''),
]

/** Layouts of files for the default locale beside those for others; tried if the path has no locale. */
const BESIDE: readonly Layout[] = [
  // .NET: Resources.resx and Resources.de.resx.
  path => insertBeforeEnding(path, '.resx', '.{locale}'),
  // Java: messages.properties and messages_de.properties.
  path => insertBeforeEnding(path, '.properties', '_{locale_underscore}'),
  // Angular: messages.xlf and messages.de.xlf.
  path => insertBeforeEnding(path, '.xlf', '.{locale}'),
  // Starlight: the pages of the root locale are beside the folders of other locales.
  path => /^((?:.*\/)?src\/content\/docs\/)(.+\.mdx?)$/.exec(path)?.slice(1).join('{locale}/'),
]

/** Formats whose programs look for `pt_BR`, also if the source file has a language alone: Qt names its files `app_en.ts`, Java `app_en.xml`. */
const UNDERSCORES = /\.(?:arb|po|pot|properties)$|[A-Za-z]_[a-z]{2,3}(?:_[A-Z]{2})?\.(?:ts|xml)$/

/**
 * Guesses the target template of a source file: of a layout that frameworks prescribe, or with the last occurrence of the source locale in its path replaced by
 * `{locale}`. Undefined if the path contains no locale, so that the guess is never the source file itself.
 */
export function guessTargetTemplate(sourcePath: string, sourceLocale: string): string | undefined {
  for (const layout of FIXED) {
    const found = layout(sourcePath)
    if (found !== undefined) return found
  }
  return replaceLocale(sourcePath, sourceLocale) ?? firstOf(BESIDE, sourcePath)
}

function replaceLocale(path: string, sourceLocale: string): string | undefined {
  const plain = UNDERSCORES.test(path) ? '{locale_underscore}' : '{locale}'
  const [language = sourceLocale] = sourceLocale.split('-')
  // Android: values-en/strings.xml, values-en-rUS/strings.xml.
  const folder = new RegExp(`^values-(?:${language}(?:-r[A-Z]{2})?|b\\+${language}(?:\\+\\w+)*)$`)
  const android = replaceFolder(path, folder, 'values-{locale_android}', '.xml')
  if (android !== undefined) return android
  const spellings: readonly (readonly [string, string])[] = [
    [sourceLocale, sourceLocale.includes('-') ? '{locale}' : plain],
    [sourceLocale.replaceAll('-', '_'), '{locale_underscore}'],
    [sourceLocale.toLowerCase(), '{locale_lower}'],
    // A repository may use only the language of a locale with a region: `en` for `en-US`.
    [language, plain],
    // Or a region for a locale without one: `en-US` for `en`.
    [`${sourceLocale}-[A-Z]{2}`, '{locale}'],
    [`${sourceLocale.replaceAll('-', '_')}_[A-Z]{2}`, '{locale_underscore}'],
    [`${sourceLocale.toLowerCase()}-[a-z]{2}`, '{locale_lower}'],
  ]
  for (const [spelling, variable] of spellings) {
    const found = [...path.matchAll(new RegExp(`(?<![A-Za-z0-9_-])${spelling}(?![A-Za-z0-9_-])`, 'g'))].at(-1)
    const place = found ?? [...path.matchAll(new RegExp(`(?<=[A-Za-z]{3}[_-])${spelling}(?=\\.[a-z]+$)`, 'g'))].at(-1)
    if (place !== undefined) return path.slice(0, place.index) + variable + path.slice(place.index + place[0].length)
  }
  return undefined
}

function firstOf(layouts: readonly Layout[], path: string): string | undefined {
  for (const layout of layouts) {
    const found = layout(path)
    if (found !== undefined) return found
  }
  return undefined
}

/** Replaces the name of the folder that a file with the ending is in. */
function replaceFolder(path: string, name: RegExp, replacement: string, ending: string): string | undefined {
  const names = path.split('/')
  const at = names.length - 2
  if (at < 0 || !path.endsWith(ending) || !name.test(names[at] ?? '')) return undefined
  return names.with(at, replacement).join('/')
}

const insertBeforeEnding = (path: string, ending: string, text: string): string | undefined =>
  path.endsWith(ending) ? `${path.slice(0, -ending.length)}${text}${ending}` : undefined

/** An example of a target template for a source file without one: its name in a folder of each locale. */
export const exampleTarget = (sourcePath: string): string =>
  `i18n/{locale}/${sourcePath.slice(sourcePath.lastIndexOf('/') + 1)}`
