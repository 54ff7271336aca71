import { AppError } from '../../../errors.ts'
import { guessTargetTemplate } from '../../../l10n/files/guess-target.ts'
import { hasLocaleVariable, LOCALE_VARIABLES } from '../../../l10n/files/locale-variables.ts'
import { checkPath } from '../../../l10n/files/paths.ts'
import { isScript } from '../../../l10n/files/script-files.ts'
import { checkPlace, isOwnTarget, targetPath } from '../../../l10n/files/target-path.ts'
import { FILE_EXTENSIONS, MULTILINGUAL_EXTENSIONS } from '../../../l10n/formats/registry.ts'
import { assertSupported } from '../../../l10n/formats/unsupported.ts'
import { echo } from '../../../text/escape.ts'
import { quote } from '../../../text/quote.ts'
import type { FileRule } from './rule-book.ts'

/** Creates the rule of a file that has none: its own target template, or a guess from its path; undefined if the path names no locale. */
export function newRule(
  { path, content, target }: { readonly path: string; readonly content: string; readonly target?: string | undefined },
  sourceLocale: string,
): FileRule | undefined {
  const template = target ?? guessTargetTemplate(path, sourceLocale, content)
  return template === undefined ? undefined : { source: path, target: template, aliases: {} }
}

/**
 * Checks a rule for the locales of a project. `places` are the locales with new paths; other paths were checked when they were set.
 * @throws AppError `invalid_input` if a path is outside the repository, two locales share a file, or a locale uses the source file.
 */
export function checkRule(rule: FileRule, locales: readonly string[], places = locales): void {
  if ([rule.source, rule.target].some(text => text.includes('**'))) {
    throw ruleError(
      `Source ${JSON.stringify(rule.source.slice(0, 80))} contains **, which is not supported.`,
      'Each * matches within one name, without slashes. Give one rule per depth, such as locales/en/*/*.json.',
    )
  }
  checkPath(rule.source.replaceAll('*', 'x'))
  if (isOwnTarget(rule) && hasEnding(rule.target, MULTILINGUAL_EXTENSIONS)) return
  if (!hasLocaleVariable(rule.target)) {
    throw ruleError(
      `Target ${JSON.stringify(rule.target.slice(0, 80))} has no {locale}.`,
      `Use a template such as locales/{locale}.json, with ${LOCALE_VARIABLES.join(', ')}.`,
    )
  }
  if (places.length > 0) checkFormat(rule)
  checkStars(rule)
  const filled = { ...rule, target: rule.target.replaceAll('*', 'x') }
  for (const locale of places) checkPlace(filled, locale)
  checkCollisions(filled, locales)
}

const ruleError = (message: string, fix: string): AppError => new AppError('invalid_input', message, { fix })

/** The target has a format that files of the source can be written in. */
function checkFormat({ source, target }: FileRule): void {
  if (!target.endsWith('*') && !hasEnding(target, FILE_EXTENSIONS)) {
    for (const path of [source, target]) assertSupported(path)
    throw ruleError(
      `The format of target ${JSON.stringify(echo(target))} is not supported.`,
      `Use the extension of the source file: ${FILE_EXTENSIONS.join(', ')}.`,
    )
  }
  if (isScript(target) && getExtension(target) !== getExtension(source)) {
    throw ruleError(
      `Target ${quote(target)} is code, but its source ${quote(source)} is not.`,
      'Use the extension of the source file.',
    )
  }
}

function checkStars({ source, target }: FileRule): void {
  if (/\*\{locale|\{locale\w*\}\*/.test(target)) {
    throw ruleError(
      `In target ${JSON.stringify(target.slice(0, 80))}, a * touches {locale}.`,
      'Separate them, such as *_{locale}.json.',
    )
  }
  if (countStars(target) > countStars(source)) {
    throw ruleError(
      `Target ${quote(target)} has more * than its source ${quote(source)}.`,
      'Use one * in the target for each * in the source.',
    )
  }
}

/** No locale has the source file or the file of another locale. The source file is reported first. */
function checkCollisions(rule: FileRule, locales: readonly string[]): void {
  const source = foldPath(rule.source.replaceAll('*', 'x'))
  const paths = locales.map(locale => foldPath(targetPath(rule, locale)))
  const own = locales[paths.indexOf(source)]
  if (own !== undefined) {
    throw ruleError(
      `The ${own} translations would overwrite the source file ${quote(rule.source)}.`,
      'Set another alias for the locale, or another target for the rule.',
    )
  }
  const taken = new Set<string>()
  const twice = paths.find(path => taken.size === taken.add(path).size)
  if (twice !== undefined) {
    throw ruleError(`Two locales share the path ${twice}.`, 'Set a different alias for each locale.')
  }
}

/** Folds a path, so that paths of the same file compare equal on case-insensitive file systems (macOS, Windows). */
export const foldPath = (path: string): string => path.normalize('NFC').toLowerCase()

const hasEnding = (path: string, endings: readonly string[]): boolean =>
  endings.some(ending => path.toLowerCase().endsWith(ending))

const getExtension = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase()

const countStars = (text: string): number => text.split('*').length - 1
