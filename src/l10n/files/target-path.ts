import { AppError } from '../../errors.ts'
import { hasKnownLanguage, spellsLocale, suggestedSpellings } from '../locales/spellings.ts'
import { fillLocale, hasLocaleVariable, LOCALE_VARIABLE } from './locale-variables.ts'
import { checkTarget } from './paths.ts'
import { getFileName, isScript, namesLocale } from './script-files.ts'
import { findAmbiguousTool, isAgentFile } from './tool-files.ts'

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

/** Returns the path of a target file: the template with `{locale}` replaced by the locale's alias, or by the locale. Unchecked. */
export const targetPath = ({ target, aliases }: TargetTemplate, locale: string): string =>
  fillLocale(target, locale, findAlias(aliases, locale))

/** Returns the common start of all paths of a template, up to its last slash, and the common end, from the first dot or slash. */
export function fixedParts(template: string): { readonly folder: string; readonly ending: string } {
  const pieces = template.split(LOCALE_VARIABLE)
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  return { folder: first.slice(0, first.lastIndexOf('/') + 1), ending: /[./].*$/s.exec(last)?.[0] ?? '' }
}

/** Returns whether the source file is its own target file: one file has all locales. */
export const isOwnTarget = ({ source, target }: Pick<SourceTargetTemplate, 'source' | 'target'>): boolean =>
  source === target

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
  const path = targetPath(place, locale)
  const tool = findAmbiguousTool(path)
  if (tool !== undefined) {
    return { why: `${tool} runs commands from ${getFileName(path)} in every folder.`, fix: 'Use another file name.' }
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
  if (isAgentFile(place.target)) {
    return {
      why: `Coding agents may read ${quotePath(place.target)} as a command or an agent.`,
      fix: 'Use a folder such as docs/{locale}.',
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

/** Returns whether a file has the name of its source; gettext's template `app.pot` becomes `app.po`. */
const isSourceFileName = (name: string, source: string): boolean =>
  [name, name.replace(/\.po$/, '.pot')].includes(getFileName(source))

/** A locale next to letters can complete a name: `openco{locale}.json` is opencode.json in German. */
const GLUED = /[\p{L}\p{N}\p{M}}*]\{locale|\{locale(?:_\w+)?\}[\p{L}\p{N}\p{M}{*]/u

/** Aliases that an administrator can approve: names without a folder or extension. */
const ALIAS = /^[\p{L}\p{N}@_-]{1,40}$/u

const findAlias = (aliases: TargetTemplate['aliases'], locale: string): string | undefined =>
  Object.hasOwn(aliases, locale) ? aliases[locale] : undefined

const quotePath = (text: string): string => JSON.stringify(text.slice(0, 80))
