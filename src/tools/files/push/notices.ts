import { exampleTarget } from '../../../l10n/files/guess-target.ts'
import { isOwnTarget, targetPath } from '../../../l10n/files/target-path.ts'
import { formatById } from '../../../l10n/formats/registry.ts'
import { describeConflicts, describeDuplicates } from '../../../l10n/formats/repeated-keys.ts'
import { getRootKey } from '../../../l10n/formats/root-key.ts'
import { spellsLocale } from '../../../l10n/locales/spellings.ts'
import { getSource } from '../../../l10n/translation/sources.ts'
import { quote, quoteList } from '../../../text/quote.ts'
import { describeMissingTarget } from '../../projects/locales.ts'
import { type FileRule, findRule } from '../rules/rule-book.ts'
import { findDoubts } from './detected.ts'
import type { FilePlan, PushDestination } from './file-plan.ts'
import type { LikelyMove } from './moved-files.ts'
import { findUnapprovedNotice } from './rules.ts'
import { describeUntranslatable } from './untranslatable-notes.ts'

const MAX_NOTICES = 3

/** Sentences about the files that somebody should act on: paths without a target or approval, moves, and doubtful formats. */
export async function listNotices(
  plans: readonly FilePlan[],
  { rules, likelyMoves }: { readonly rules: readonly FileRule[]; readonly likelyMoves: readonly LikelyMove[] },
  to: PushDestination,
): Promise<readonly string[]> {
  const paths = plans.map(({ path }) => path)
  const places = { locales: to.project.target_locales, pace: to.computed.pace() }
  const targets = [
    ...(await Promise.all(plans.map(plan => describeOwnTranslations(plan, to)))),
    describeMissingTargets(paths, rules),
    describeWithoutStrings(plans),
    ...plans.map(({ path, conflicts }) => describeConflicts(path, conflicts)),
    describeReshaped(plans),
    describeOwnTargets(plans, rules),
    describeTranslatedFiles(plans, rules, to),
    await findUnapprovedNotice(paths, rules, places),
  ]
  const moves = likelyMoves.map(describeMove)
  const formats = plans.flatMap(({ notice }) => notice ?? [])
  const repeated = plans.flatMap(({ path, items }) => describeDuplicates(path, items) ?? [])
  const leftAlone = plans.flatMap(plan => describeLeftAlone(plan) ?? [])
  const roots = plans.flatMap(plan => describeOtherRoot(plan, to) ?? [])
  const doubts = plans.flatMap(plan => findDoubts(plan, to))
  return [
    ...targets.flatMap(notice => notice ?? []),
    ...[describeUntranslatable(plans) ?? []].flat(),
    ...[...moves, ...formats, ...roots, ...repeated, ...leftAlone, ...doubts].slice(0, MAX_NOTICES),
  ]
}

const describeMove = ({ path, moved_from: from }: LikelyMove): string =>
  `${path} looks like ${from} at a new path. If it moved, push it with moved_from: ${from} to keep its translations.`

/** Names the values of a new or changed file that are not entries, because they are code. */
function describeLeftAlone({ same, path, options }: FilePlan): string | undefined {
  const values = options['left_alone']
  return same || typeof values !== 'string' ? undefined : `${quote(path)} has values that are left alone: ${values}.`
}

/** Names the new or changed files that have nothing to translate, which could be files of another format or program. */
function describeWithoutStrings(plans: readonly FilePlan[]): string | undefined {
  const without = plans.filter(({ same, items }) => !same && items.length === 0)
  if (without.length === 0) return undefined
  const paths = without.map(({ path }) => path)
  return `No strings to translate in ${quoteList(paths, MAX_NOTICES)}.`
}

/** Names the strings that became a plural, or stopped to be one: their translations need the other shape. */
function describeReshaped(plans: readonly FilePlan[]): string | undefined {
  const changed = plans.flatMap(({ strings }) =>
    strings.flatMap(({ item, before }) => {
      const was = before === undefined ? item.value : getSource(before.entry, before.line.src)
      return typeof was === typeof item.value ? [] : [item]
    }),
  )
  const describe = (isPlural: boolean, what: string): readonly string[] => {
    const keys = changed.filter(({ value }) => (typeof value !== 'string') === isPlural).map(({ key }) => key)
    const again = `Translate ${keys.length === 1 ? 'it' : 'them'} again.`
    return keys.length === 0 ? [] : [`${what}: ${quoteList(keys, MAX_NOTICES)}. ${again}`]
  }
  const notices = [...describe(true, 'Now a plural'), ...describe(false, 'No longer a plural')]
  return notices.length === 0 ? undefined : notices.join(' ')
}

/** Says how to import the translations of files that have all locales. */
function describeOwnTargets(plans: readonly FilePlan[], rules: readonly FileRule[]): string | undefined {
  const own = plans.filter(({ same, path }) => {
    const rule = same ? undefined : findRule(rules, path)
    return rule !== undefined && isOwnTarget(rule)
  })
  if (own.length === 0) return undefined
  const files = own.slice(0, MAX_NOTICES).map(({ path }) => ({ path }))
  return `To import the translations in ${own.length === 1 ? 'this file' : 'these files'}, call push_translations with files ${JSON.stringify(files)}.`
}

/** Says of new files where their translations are. The first pull would replace files that were not imported. */
function describeTranslatedFiles(
  plans: readonly FilePlan[],
  rules: readonly FileRule[],
  { project: { target_locales: locales } }: PushDestination,
): string | undefined {
  for (const { file, path } of plans) {
    const rule = file === undefined ? findRule(rules, path) : undefined
    const [locale] = locales
    if (rule === undefined || locale === undefined || isOwnTarget(rule)) continue
    return `If the repository has translated files, such as ${targetPath(rule, locale)}, call push_translations with them first: a pull replaces them.`
  }
  return undefined
}

/** Warns about a file of Rails for another locale: each target file would have its root key. */
function describeOtherRoot(
  { path, format, options, same }: FilePlan,
  { project }: PushDestination,
): string | undefined {
  if (same || format !== 'rails' || getRootKey(options) !== undefined) return undefined
  const { source_locale: locale } = project
  return `The root key of ${path} is not ${locale}, the source locale, so every target file will have it. Push the file of ${locale}.`
}

/** Warns about files without a target path at push time, before anyone translates them. */
function describeMissingTargets(paths: readonly string[], rules: readonly FileRule[]): string | undefined {
  const missing = paths.filter(path => findRule(rules, path) === undefined)
  if (missing.length === 0) return undefined
  const shown = missing.slice(0, 3).join(', ')
  return `No target path is set for ${shown}: push again with target, such as ${exampleTarget(missing[0] ?? '')}.`
}

/** Says that the translations in a new or changed source file, such as a bilingual one of XLIFF, were not imported, and which call does it. */
async function describeOwnTranslations(
  { path, format, content, same }: FilePlan,
  { project, computed }: PushDestination,
): Promise<string | undefined> {
  const language = same ? undefined : formatById(format).findTargetLanguage?.(content)
  if (language === undefined || spellsLocale(language, project.source_locale)) return undefined
  const locale = project.target_locales.find(one => spellsLocale(language, one))
  const { entries } = await computed.readTarget({ path, content, format, locale: locale ?? language, source: content })
  if (entries.length === 0) return undefined
  const has = entries.length === 1 ? '1 translation' : `${entries.length} translations`
  const what = `The ${has} of ${quote(path)} in ${quote(language)} ${entries.length === 1 ? 'was' : 'were'} not imported.`
  if (locale === undefined) return `${what} ${describeMissingTarget(project, language).fix}`
  return `${what} To import, call push_translations with files ${JSON.stringify([{ path, locale }])}.`
}
