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
    throw new AppError(
      'invalid_input',
      `Source ${JSON.stringify(rule.source.slice(0, 80))} contains **, which is not supported.`,
      { fix: 'Each * matches within one name, without slashes. Give one rule per depth, such as locales/en/*/*.json.' },
    )
  }
  checkPath(rule.source.replaceAll('*', 'x'))
  if (isOwnTarget(rule) && hasEnding(rule.target, MULTILINGUAL_EXTENSIONS)) return
  if (!hasLocaleVariable(rule.target)) {
    throw new AppError('invalid_input', `Target ${JSON.stringify(rule.target.slice(0, 80))} has no {locale}.`, {
      fix: `Use a template such as locales/{locale}.json, with ${LOCALE_VARIABLES.join(', ')}.`,
    })
  }
  if (places.length > 0 && !rule.target.endsWith('*') && !hasEnding(rule.target, FILE_EXTENSIONS)) {
    for (const path of [rule.source, rule.target]) assertSupported(path)
    throw new AppError('invalid_input', `The format of target ${JSON.stringify(echo(rule.target))} is not supported.`, {
      fix: `Use the extension of the source file: ${FILE_EXTENSIONS.join(', ')}.`,
    })
  }
  if (places.length > 0 && isScript(rule.target) && getExtension(rule.target) !== getExtension(rule.source)) {
    throw new AppError(
      'invalid_input',
      `Target ${quote(rule.target)} is code, but its source ${quote(rule.source)} is not.`,
      { fix: 'Use the extension of the source file.' },
    )
  }
  if (/\*\{locale|\{locale\w*\}\*/.test(rule.target)) {
    throw new AppError(
      'invalid_input',
      `In target ${JSON.stringify(rule.target.slice(0, 80))}, a * touches {locale}.`,
      {
        fix: 'Separate them, such as *_{locale}.json.',
      },
    )
  }
  if (countStars(rule.target) > countStars(rule.source)) {
    throw new AppError(
      'invalid_input',
      `Target ${quote(rule.target)} has more * than its source ${quote(rule.source)}.`,
      { fix: 'Use one * in the target for each * in the source.' },
    )
  }
  const filled = { ...rule, target: rule.target.replaceAll('*', 'x') }
  for (const locale of places) checkPlace(filled, locale)
  const source = foldPath(rule.source.replaceAll('*', 'x'))
  const taken = new Set<string>()
  let own: string | undefined
  let twice: string | undefined
  for (const locale of locales) {
    const path = foldPath(targetPath(filled, locale))
    if (path === source) own ??= locale
    if (taken.has(path)) twice ??= path
    taken.add(path)
  }
  if (own !== undefined) {
    throw new AppError(
      'invalid_input',
      `The ${own} translations would overwrite the source file ${quote(rule.source)}.`,
      { fix: 'Set another alias for the locale, or another target for the rule.' },
    )
  }
  if (twice !== undefined) {
    throw new AppError('invalid_input', `Two locales share the path ${twice}.`, {
      fix: 'Set a different alias for each locale.',
    })
  }
}

/** Folds a path, so that paths of the same file compare equal on case-insensitive file systems (macOS, Windows). */
export const foldPath = (path: string): string => path.normalize('NFC').toLowerCase()

const hasEnding = (path: string, endings: readonly string[]): boolean =>
  endings.some(ending => path.toLowerCase().endsWith(ending))

const getExtension = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase()

const countStars = (text: string): number => text.split('*').length - 1
