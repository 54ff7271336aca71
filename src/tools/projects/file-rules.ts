import { AppError } from '../../errors.ts'
import { checkPath, defaultTargetTemplate, targetPath } from '../../l10n/paths.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen } from '../../store/store.ts'

export type FileRule = Frozen<ProjectRecord['files'][number]>

/** The first rule that names this source file, with each `*` of its target filled in. */
export function ruleFor(rules: readonly FileRule[], path: string): FileRule | undefined {
  for (const rule of rules) {
    const found = patternOf(rule.source).exec(path)
    if (found === null) continue
    const pieces = found.slice(1)
    return { ...rule, source: path, target: rule.target.replaceAll('*', () => pieces.shift() ?? '') }
  }
  return undefined
}

/** The rule of a file that none names yet: its own target template, or a guess from its path; undefined when the path names no locale. */
export function newRule(path: string, sourceLocale: string, target: string | undefined): FileRule | undefined {
  const template = target ?? defaultTargetTemplate(path, sourceLocale)
  return template === undefined ? undefined : { source: path, target: template, aliases: {} }
}

/** @throws AppError `invalid_input` when a rule leads outside the repository, or two locales to one file. */
export function checkRule(rule: FileRule, locales: readonly string[]): void {
  checkPath(rule.source.replaceAll('*', 'x'))
  if (!/\{locale(?:_underscore|_lower)?\}/.test(rule.target)) {
    throw new AppError('invalid_input', `The target ${JSON.stringify(rule.target.slice(0, 80))} has no {locale}.`, {
      fix: 'Give a template such as locales/{locale}.json; {locale_underscore} and {locale_lower} exist too.',
    })
  }
  if (stars(rule.target) > stars(rule.source)) {
    throw new AppError('invalid_input', `The target ${rule.target} has more * than its source ${rule.source}.`, {
      fix: 'Each * of the target stands for the * of the source at the same place.',
    })
  }
  const paths = locales.map(locale => targetPath(rule.target.replaceAll('*', 'x'), locale, rule.aliases))
  const twice = paths.find((path, at) => paths.indexOf(path) !== at)
  if (twice !== undefined) {
    throw new AppError('invalid_input', `Two locales would share the file ${twice}.`, {
      fix: 'Give each locale its own alias.',
    })
  }
}

/** `*` stands for any text without a slash. */
const patternOf = (source: string): RegExp =>
  new RegExp(`^${source.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\*+/g, '([^/]*)')}$`)

const stars = (text: string): number => text.split(/\*+/).length - 1
