import { AppError } from '../../errors.ts'
import { hasKnownLanguage, spellsLocale, suggestedSpellings } from '../locales/spellings.ts'
import { checkTarget } from './paths.ts'
import { isAmbiguousToolFile } from './tool-files.ts'

const VARIABLE = /\{locale(?:_underscore|_lower)?\}/
const ALL_VARIABLES = new RegExp(VARIABLE, 'g')

/** Where the translations of a source file go: a template with `{locale}`, and how its paths spell a locale. */
export interface TargetTemplate {
  readonly target: string
  readonly aliases: Readonly<Record<string, string>>
}

/** A place with the source file whose translations go there. */
export interface SourceTargetTemplate extends TargetTemplate {
  readonly source: string
}

/** Why a path needs an administrator's approval, and what needs none. */
export interface ApprovalReason {
  readonly why: string
  readonly fix: string
}

/** Whether a template has the locale in it. */
export const hasLocaleVariable = (template: string): boolean => VARIABLE.test(template)

/** The path of a target file: the template with `{locale}` replaced by the locale, or by its alias where there is one. It checks nothing. */
export function targetPath({ target, aliases }: TargetTemplate, locale: string): string {
  const name = findAlias(aliases, locale) ?? spellLocale(locale, target)
  return target.replaceAll(ALL_VARIABLES, () => name)
}

/** What every path of a template begins with, up to its last slash, and ends with, from the dot of its ending or a slash on. */
export function fixedParts(template: string): { readonly folder: string; readonly ending: string } {
  const pieces = template.split(VARIABLE)
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  return { folder: first.slice(0, first.lastIndexOf('/') + 1), ending: /[./].*$/s.exec(last)?.[0] ?? '' }
}

/**
 * Refuses a path that nobody may set: outside the repository, a file of tools, an alias that holds a slash or a dot.
 * @throws AppError `invalid_input`.
 */
export function checkPlace(place: TargetTemplate, locale: string): void {
  const alias = findAlias(place.aliases, locale)
  if (alias !== undefined && !ALIAS.test(alias) && !spellsLocale(alias, locale)) {
    throw new AppError('invalid_input', `The alias ${quotePath(alias)} of ${locale} is not a name.`, {
      fix: 'Use 1 to 40 letters, digits, @, _ and -, such as pt-rBR. Put everything around it into target.',
    })
  }
  checkTarget(targetPath(place, locale))
}

/**
 * Why the path of a locale needs an administrator's approval; undefined when the name of the file follows from the locale alone. Whoever may choose any
 * name for a file chooses one that a tool on the machine of every person who pulls runs code for, and no list has all of these.
 */
export function findApprovalReason(place: SourceTargetTemplate, locale: string): ApprovalReason | undefined {
  if (isAmbiguousToolFile(targetPath(place, locale))) {
    return { why: 'Nx runs commands from project.json in any folder.', fix: 'Use another file name.' }
  }
  if (!hasKnownLanguage(locale)) {
    return {
      why: `The locale ${quotePath(locale)} has no language code that CLDR knows, so its files could have any name.`,
      fix: `Use a private tag such as art-x-${locale.split('-')[0]}.`,
    }
  }
  const alias = findAlias(place.aliases, locale)
  if (alias !== undefined && !spellsLocale(alias, locale)) {
    return {
      why: `The alias ${quotePath(alias)} is not a spelling of ${locale}.`,
      fix: `Use a spelling such as ${suggestedSpellings(locale).join(', ')}.`,
    }
  }
  const name = getFileName(place.target)
  if (!hasLocaleVariable(name) && !isSourceFileName(name, place.source)) {
    return {
      why: `The file name ${quotePath(name)} has no {locale}, and is not that of the source ${quotePath(place.source)}.`,
      fix: 'Keep the name of the source file, or put {locale} into the name, such as locales/{locale}.json.',
    }
  }
  if (GLUED.test(place.target)) {
    return {
      why: `Letters or digits touch {locale} in ${quotePath(place.target)}.`,
      fix: 'Separate {locale} from other letters, such as strings_{locale}.json.',
    }
  }
  return undefined
}

const getFileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Whether a file is called as its source is; gettext's template `app.pot` becomes `app.po`. */
const isSourceFileName = (name: string, source: string): boolean =>
  [name, name.replace(/\.po$/, '.pot')].includes(getFileName(source))

/** `openco{locale}.json` is opencode.json in German. */
const GLUED = /[\p{L}\p{N}\p{M}}*]\{locale|\{locale(?:_underscore|_lower)?\}[\p{L}\p{N}\p{M}{*]/u

/** What an administrator can approve as an alias: a name without a folder or an ending. */
const ALIAS = /^[\p{L}\p{N}@_-]{1,40}$/u

const findAlias = (aliases: TargetTemplate['aliases'], locale: string): string | undefined =>
  Object.hasOwn(aliases, locale) ? aliases[locale] : undefined

const quotePath = (text: string): string => JSON.stringify(text.slice(0, 80))

/**
 * How a locale is spelled in the paths of a template: `{locale}` → `pt-BR`, `{locale_underscore}` → `pt_BR`, `{locale_lower}` → `pt-br`.
 */
function spellLocale(locale: string, template: string): string {
  if (template.includes('{locale_underscore}')) return locale.replaceAll('-', '_')
  return template.includes('{locale_lower}') ? locale.toLowerCase() : locale
}

/**
 * Guesses where the targets of a source file are: the last place of the path that names the source locale becomes `{locale}`. Undefined when the path names
 * no locale, so that nothing is ever guessed to be the source file itself.
 */
export function guessTargetTemplate(sourcePath: string, sourceLocale: string): string | undefined {
  const spellings: readonly (readonly [string, string])[] = [
    [sourceLocale, '{locale}'],
    [sourceLocale.replaceAll('-', '_'), '{locale_underscore}'],
    [sourceLocale.toLowerCase(), '{locale_lower}'],
    // A repository may call the language alone what the project calls by its region: `en` for `en-US`.
    [sourceLocale.split('-')[0] ?? sourceLocale, '{locale}'],
  ]
  for (const [spelling, variable] of spellings) {
    const found = [...sourcePath.matchAll(new RegExp(`(?<![A-Za-z0-9_-])${spelling}(?![A-Za-z0-9_-])`, 'g'))].at(-1)
    const place =
      found ?? [...sourcePath.matchAll(new RegExp(`(?<=[a-z]{3}[_-])${spelling}(?=\\.[a-z]+$)`, 'g'))].at(-1)
    if (place !== undefined) {
      return sourcePath.slice(0, place.index) + variable + sourcePath.slice(place.index + spelling.length)
    }
  }
  return undefined
}
