import { AppError } from '../../errors.ts'
import { ENDINGS } from '../../l10n/formats/registry.ts'
import { checkPath } from '../../l10n/paths.ts'
import { checkPlace, defaultTargetTemplate, hasVariable, targetPath } from '../../l10n/target-path.ts'
import { isFoundAnywhere } from '../../l10n/tool-files.ts'
import { echo } from '../../shown.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen } from '../../store/store.ts'

export type FileRule = Frozen<ProjectRecord['files'][number]>

/** The first rule that names this source file, with each `*` of its target filled in. */
export function ruleFor(rules: readonly FileRule[], path: string): FileRule | undefined {
  for (const rule of rules) {
    // Most rules name one file, and a project can have thousands: those are told apart without taking them to pieces.
    if (rule.source !== path && !rule.source.includes('*')) continue
    const pieces = piecesOf(rule.source, path)
    if (pieces === undefined) continue
    let next = 0
    const target = rule.target.replaceAll('*', () => pieces[next++] ?? '')
    const { approved, ...bare } = { ...rule, source: path, target }
    // Who approved a pattern did not approve this name, which a * stands for.
    const isKept = approved !== undefined && (rule.target === target || !isFoundAnywhere(target))
    return isKept ? { ...bare, approved } : bare
  }
  return undefined
}

/** The rule of a file that none names yet: its own target template, or a guess from its path; undefined when the path names no locale. */
export function newRule(path: string, sourceLocale: string, target: string | undefined): FileRule | undefined {
  const template = target ?? defaultTargetTemplate(path, sourceLocale)
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
  if (!hasVariable(rule.target)) {
    throw new AppError('invalid_input', `The target ${JSON.stringify(rule.target.slice(0, 80))} has no {locale}.`, {
      fix: 'Give a template such as locales/{locale}.json; {locale_underscore} and {locale_lower} exist too.',
    })
  }
  if (
    places.length > 0 &&
    !rule.target.endsWith('*') &&
    !ENDINGS.some(end => rule.target.toLowerCase().endsWith(end))
  ) {
    throw new AppError('invalid_input', `The target ${JSON.stringify(echo(rule.target))} is of no known format.`, {
      fix: `End it as the source file ends: ${ENDINGS.join(', ')}.`,
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
  if (stars(rule.target) > stars(rule.source)) {
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
  const paths = locales.map(locale => samePath(targetPath(filled, locale)))
  const own = locales[paths.indexOf(samePath(rule.source.replaceAll('*', 'x')))]
  if (own !== undefined) {
    throw new AppError(
      'invalid_input',
      `The translations into ${own} would replace the source file ${echo(rule.source)}.`,
      {
        fix: 'Give the locale another alias, or the rule another target.',
      },
    )
  }
  const twice = paths.find((path, at) => paths.indexOf(path) !== at)
  if (twice !== undefined) {
    throw new AppError('invalid_input', `Two locales would share the file ${twice}.`, {
      fix: 'Give each locale its own alias.',
    })
  }
}

/** One text for all paths that are one file where file names have no case, as on macOS and Windows. */
export const samePath = (path: string): string => path.normalize('NFC').toLowerCase()

/** What each `*` of a pattern stands for in a path; undefined when it does not fit. Not by a regular expression, which many `*` could stall. */
function piecesOf(pattern: string, path: string): readonly string[] | undefined {
  const wanted = pattern.split('/')
  const names = path.split('/')
  if (wanted.length !== names.length) return undefined
  const pieces = wanted.map((part, at) => piecesOfName(part, names[at] ?? ''))
  return pieces.every(found => found !== undefined) ? pieces.flat() : undefined
}

function piecesOfName(pattern: string, name: string): readonly string[] | undefined {
  const [first = '', ...between] = pattern.split('*')
  const last = between.pop()
  if (last === undefined) return name === pattern ? [] : undefined
  const end = name.length - last.length
  if (first.length > end || !name.startsWith(first) || !name.endsWith(last)) return undefined
  const pieces: string[] = []
  let at = first.length
  for (const literal of between) {
    const found = name.indexOf(literal, at)
    if (found === -1 || found + literal.length > end) return undefined
    pieces.push(name.slice(at, found))
    at = found + literal.length
  }
  return [...pieces, name.slice(at, end)]
}

const stars = (text: string): number => text.split('*').length - 1
