import { AppError } from '../../../errors.ts'
import { checkPath } from '../../../l10n/files/paths.ts'
import { checkPlace, guessTargetTemplate, hasLocaleVariable, targetPath } from '../../../l10n/files/target-path.ts'
import { FILE_EXTENSIONS } from '../../../l10n/formats/registry.ts'
import { echo } from '../../../text/escape.ts'
import type { FileRule } from './rule-book.ts'

/** The rule of a file that none names yet: its own target template, or a guess from its path; undefined when the path names no locale. */
export function newRule(path: string, sourceLocale: string, target: string | undefined): FileRule | undefined {
  const template = target ?? guessTargetTemplate(path, sourceLocale)
  return template === undefined ? undefined : { source: path, target: template, aliases: {} }
}

/**
 * Checks a rule for the locales of a project. `places` are the locales whose paths are new; the paths of the others were checked when they were set.
 * @throws AppError `invalid_input` when a rule leads outside the repository, two locales to one file, or a locale to the source file.
 */
export function checkRule(rule: FileRule, locales: readonly string[], places = locales): void {
  if ([rule.source, rule.target].some(text => text.includes('**'))) {
    throw new AppError('invalid_input', `The rule of ${JSON.stringify(rule.source.slice(0, 80))} holds **.`, {
      fix: 'Each * stands for a name, or a part of one, without a slash: give a rule for each depth, such as locales/en/*/*.json.',
    })
  }
  checkPath(rule.source.replaceAll('*', 'x'))
  if (!hasLocaleVariable(rule.target)) {
    throw new AppError('invalid_input', `The target ${JSON.stringify(rule.target.slice(0, 80))} has no {locale}.`, {
      fix: 'Give a template such as locales/{locale}.json; {locale_underscore} and {locale_lower} exist too.',
    })
  }
  if (
    places.length > 0 &&
    !rule.target.endsWith('*') &&
    !FILE_EXTENSIONS.some(end => rule.target.toLowerCase().endsWith(end))
  ) {
    throw new AppError('invalid_input', `The target ${JSON.stringify(echo(rule.target))} is of no known format.`, {
      fix: `End it as the source file ends: ${FILE_EXTENSIONS.join(', ')}.`,
    })
  }
  if (/\*\{locale|\{locale\w*\}\*/.test(rule.target)) {
    throw new AppError(
      'invalid_input',
      `In the target ${JSON.stringify(rule.target.slice(0, 80))} a * touches {locale}.`,
      {
        fix: 'Separate them, such as *_{locale}.json.',
      },
    )
  }
  if (countStars(rule.target) > countStars(rule.source)) {
    throw new AppError(
      'invalid_input',
      `The target ${echo(rule.target)} has more * than its source ${echo(rule.source)}.`,
      {
        fix: 'Each * of the target stands for the * of the source at the same place.',
      },
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
      `The translations into ${own} would replace the source file ${echo(rule.source)}.`,
      {
        fix: 'Give the locale another alias, or the rule another target.',
      },
    )
  }
  if (twice !== undefined) {
    throw new AppError('invalid_input', `Two locales would share the file ${twice}.`, {
      fix: 'Give each locale its own alias.',
    })
  }
}

/** One text for all paths that are one file where file names have no case, as on macOS and Windows. */
export const foldPath = (path: string): string => path.normalize('NFC').toLowerCase()

const countStars = (text: string): number => text.split('*').length - 1
