import { guessTargetTemplate } from '../../l10n/files/guess-target.ts'
import { fillLocale, LOCALE_VARIABLE } from '../../l10n/files/locale-variables.ts'
import { findLocale } from '../../l10n/locales/find-locale.ts'
import { isLocaleName } from '../../l10n/locales/spellings.ts'

/** Folders of source files beside folders of locales: `templates/app.ftl`, `de/app.ftl`. */
const SOURCE_FOLDERS = /^(?:templates?|sources?|default|base)$/i

/** Lists the target templates that the path of a source file may have, most likely first. */
export function listTemplates(path: string, sourceLocale: string): readonly string[] {
  if (path.endsWith('.pot')) return listCatalogTemplates(path)
  const guessed = guessTargetTemplate(path, sourceLocale)
  if (guessed !== undefined) return [guessed]
  // Angular, whose content shows it later.
  if (/(?:^|\/)messages\.json$/.test(path)) return [path.replace(/\.json$/, '.{locale}.json')]
  const names = path.split('/')
  return names.flatMap((name, at) => (SOURCE_FOLDERS.test(name) ? [names.with(at, '{locale}').join('/')] : []))
}

/** The template with the variable that the content of the source file asks for. */
export function refineTemplate(template: string, path: string, text: string, sourceLocale: string): string {
  const guessed = guessTargetTemplate(path, sourceLocale, text)
  const isSamePlace = guessed?.replaceAll(ANY_VARIABLE, '') === template.replaceAll(ANY_VARIABLE, '')
  return guessed !== undefined && isSamePlace ? guessed : template
}

const ANY_VARIABLE = new RegExp(LOCALE_VARIABLE, 'g')

/** gettext: `po/app.pot` and `po/de.po`, or `locale/app.pot` and `locale/de/LC_MESSAGES/app.po`. */
function listCatalogTemplates(path: string): readonly string[] {
  const slash = path.lastIndexOf('/') + 1
  const [folder, name] = [path.slice(0, slash), path.slice(slash, -'.pot'.length)]
  return [
    `${folder}{locale_underscore}.po`,
    `${folder}{locale_underscore}/LC_MESSAGES/${name}.po`,
    `${folder}{locale_underscore}/${name}.po`,
    `${folder}${name}.{locale_underscore}.po`,
    `${folder}${name}-{locale_underscore}.po`,
  ]
}

/** The locale of a path, as the path spells it. */
export interface SpelledPath {
  readonly path: string
  readonly locale: string
  readonly spelled: string
}

/** Finds the paths of a template with the locale that each spells. */
export function findSpelledPaths(template: string, paths: readonly string[]): readonly SpelledPath[] {
  const pieces = template.split(LOCALE_VARIABLE)
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  const fixed = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const found = paths.flatMap(path => {
    if (!path.startsWith(first) || !path.endsWith(last)) return []
    const length = (path.length - fixed) / (pieces.length - 1)
    if (length < 2 || !Number.isInteger(length)) return []
    const spelled = path.slice(first.length, first.length + length)
    if (spelled.includes('/') || pieces.join(spelled) !== path) return []
    const locale = findLocale(spelled)
    return locale === undefined ? [] : [{ path, locale, spelled }]
  })
  // Codes of three letters can be words: `app`, `src`. Beside a locale, they are locales.
  return found.some(({ spelled }) => isLocaleName(spelled)) ? found : []
}

const VARIABLES = ['{locale}', '{locale_underscore}', '{locale_lower}', '{locale_lower_underscore}'] as const

/** A template with the spellings that it does not produce. */
export interface SpelledTemplate {
  readonly target: string
  readonly aliases: Readonly<Record<string, string>>
}

/** Chooses the variable of a template that spells most locales as the paths do, and an alias for each of the others. */
export function chooseVariable(template: string, spelled: readonly SpelledPath[]): SpelledTemplate {
  const [variable = '{locale}'] = LOCALE_VARIABLE.exec(template) ?? []
  const others = variable === '{locale_android}' ? [] : VARIABLES.filter(one => one !== variable)
  const choices = [variable, ...others].map(one => {
    const wrong = spelled.filter(({ locale, spelled: own }) => fillLocale(one, locale, undefined) !== own)
    return { one, aliases: Object.fromEntries(wrong.map(({ locale, spelled: own }) => [locale, own])) }
  })
  const size = ({ aliases }: (typeof choices)[number]): number => Object.keys(aliases).length
  const best = choices.reduce((least, choice) => (size(choice) < size(least) ? choice : least))
  return { target: template.replaceAll(variable, best.one), aliases: best.aliases }
}
