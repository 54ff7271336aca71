import { AppError } from '../../errors.ts'
import { hasKnownLanguage, spellsLocale, suggestedSpellings } from '../locales/spellings.ts'
import { checkTarget } from './paths.ts'
import { isScript, namesLocale } from './script-files.ts'
import { isAmbiguousToolFile } from './tool-files.ts'

const VARIABLE = /\{locale(?:_underscore|_lower)?\}/
const ALL_VARIABLES = new RegExp(VARIABLE, 'g')

/** The target paths of a source file: a template with `{locale}`, and the spelling of each locale. */
export interface TargetTemplate {
  readonly target: string
  readonly aliases: Readonly<Record<string, string>>
}

/** A target template with its source file. */
export interface SourceTargetTemplate extends TargetTemplate {
  readonly source: string
}

/** The reason why a path needs an administrator's approval, and an alternative without approval. */
export interface ApprovalReason {
  readonly why: string
  readonly fix: string
}

/** Returns whether a template contains a locale placeholder. */
export const hasLocaleVariable = (template: string): boolean => VARIABLE.test(template)

/** Returns the path of a target file: the template with `{locale}` replaced by the locale's alias, or by the locale. Unchecked. */
export function targetPath({ target, aliases }: TargetTemplate, locale: string): string {
  const name = findAlias(aliases, locale) ?? spellLocale(locale, target)
  return target.replaceAll(ALL_VARIABLES, () => name)
}

/** Returns the common start of all paths of a template, up to its last slash, and the common end, from the first dot or slash. */
export function fixedParts(template: string): { readonly folder: string; readonly ending: string } {
  const pieces = template.split(VARIABLE)
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  return { folder: first.slice(0, first.lastIndexOf('/') + 1), ending: /[./].*$/s.exec(last)?.[0] ?? '' }
}

/**
 * Rejects paths that no user may set: outside of the repository, a file of a tool, or an alias with a slash or dot.
 * @throws AppError `invalid_input`.
 */
export function checkPlace(place: TargetTemplate, locale: string): void {
  const alias = findAlias(place.aliases, locale)
  if (alias !== undefined && !ALIAS.test(alias) && !spellsLocale(alias, locale)) {
    throw new AppError('invalid_input', `Alias ${quotePath(alias)} of ${locale} is not valid.`, {
      fix: 'Use 1 to 40 letters, digits, @, _ and -, such as pt-rBR. Put folders and extensions into target.',
    })
  }
  const path = checkTarget(targetPath(place, locale))
  if (!isScript(path) || namesLocale(path, locale)) return
  throw new AppError('invalid_input', `Path ${quotePath(path)} is code whose name does not spell ${locale}.`, {
    fix: `Spell the locale in the name or folder, such as locales/${suggestedSpellings(locale)[0] ?? locale}.ts.`,
  })
}

/**
 * Returns why the path of a locale needs an administrator's approval; undefined if the file name follows from the locale alone. A freely chosen file name
 * could make a tool run code on every machine that pulls, and no list of such names is complete.
 */
export function findApprovalReason(place: SourceTargetTemplate, locale: string): ApprovalReason | undefined {
  if (isAmbiguousToolFile(targetPath(place, locale))) {
    return { why: 'Nx runs commands from project.json in every folder.', fix: 'Use another file name.' }
  }
  if (!hasKnownLanguage(locale)) {
    return {
      why: `CLDR does not know the language of locale ${quotePath(locale)}, so its files could have any name.`,
      fix: `Use a private tag such as art-x-${locale.split('-')[0]}.`,
    }
  }
  const alias = findAlias(place.aliases, locale)
  if (alias !== undefined && !spellsLocale(alias, locale)) {
    return {
      why: `Alias ${quotePath(alias)} is not a spelling of ${locale}.`,
      fix: `Use a spelling such as ${suggestedSpellings(locale).join(', ')}.`,
    }
  }
  const name = getFileName(place.target)
  if (!hasLocaleVariable(name) && !isSourceFileName(name, place.source)) {
    return {
      why: `File name ${quotePath(name)} has no {locale} and differs from the source ${quotePath(place.source)}.`,
      fix: 'Use the name of the source file, or put {locale} into the name, such as locales/{locale}.json.',
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

/** Returns whether a file has the name of its source; gettext's template `app.pot` becomes `app.po`. */
const isSourceFileName = (name: string, source: string): boolean =>
  [name, name.replace(/\.po$/, '.pot')].includes(getFileName(source))

/** A locale next to letters can complete a name: `openco{locale}.json` is opencode.json in German. */
const GLUED = /[\p{L}\p{N}\p{M}}*]\{locale|\{locale(?:_underscore|_lower)?\}[\p{L}\p{N}\p{M}{*]/u

/** Aliases that an administrator can approve: names without a folder or extension. */
const ALIAS = /^[\p{L}\p{N}@_-]{1,40}$/u

const findAlias = (aliases: TargetTemplate['aliases'], locale: string): string | undefined =>
  Object.hasOwn(aliases, locale) ? aliases[locale] : undefined

const quotePath = (text: string): string => JSON.stringify(text.slice(0, 80))

/** Spells a locale for a template: `{locale}` → `pt-BR`, `{locale_underscore}` → `pt_BR`, `{locale_lower}` → `pt-br`. */
function spellLocale(locale: string, template: string): string {
  if (template.includes('{locale_underscore}')) return locale.replaceAll('-', '_')
  return template.includes('{locale_lower}') ? locale.toLowerCase() : locale
}

/**
 * Guesses the target template of a source file: replaces the last occurrence of the source locale in its path with `{locale}`. Undefined if the path contains
 * no locale, so that the guess is never the source file itself.
 */
export function guessTargetTemplate(sourcePath: string, sourceLocale: string): string | undefined {
  const spellings: readonly (readonly [string, string])[] = [
    [sourceLocale, '{locale}'],
    [sourceLocale.replaceAll('-', '_'), '{locale_underscore}'],
    [sourceLocale.toLowerCase(), '{locale_lower}'],
    // A repository may use only the language of a locale with a region: `en` for `en-US`.
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
