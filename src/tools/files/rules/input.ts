import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { targetPath } from '../../../l10n/files/target-path.ts'
import type { Pacer } from '../../../scheduling/pacer.ts'
import { echo, echoList } from '../../../text/escape.ts'
import type { LocaleChange } from '../../projects/change-locales.ts'
import { canonicalLocale } from '../../schemas/locale.ts'
import { type FileRule, findRule } from './rule-book.ts'
import { createTargetMatcher } from './shared-targets.ts'
import { checkRule } from './validate.ts'

/** Where translations go, as callers give it; an alias is how a locale is spelled in paths. */
export const RuleInput = z.strictObject({
  source: z.string(),
  target: z.string(),
  aliases: z
    .record(z.string(), z.string())
    .refine(aliases => Object.keys(aliases).length <= 200, 'give at most 200')
    .optional(),
})

/** The rules that are meant. @throws AppError `invalid_input` when one leads nowhere, or into the same file as another thing. */
export async function parseRules(
  given: readonly z.output<typeof RuleInput>[],
  targets: readonly string[],
  pace: Pacer,
): Promise<readonly FileRule[]> {
  const twice = given.find(({ source }, at) => given.findIndex(other => other.source === source) !== at)
  if (twice !== undefined) {
    throw new AppError('invalid_input', `files holds two rules for ${JSON.stringify(twice.source.slice(0, 80))}.`, {
      fix: 'Give one rule for each source.',
    })
  }
  const rules: FileRule[] = []
  for (const one of given) {
    if (pace.shouldYield) await pace.yieldNow()
    const rule = { ...one, aliases: parseAliases(one.aliases ?? {}, targets) }
    checkRule(rule, targets)
    assertOneTargetEach(rule)
    rules.push(rule)
  }
  return rules
}

/** Files that differ only in a `*` that the target leaves out would have their translations in one file. */
function assertOneTargetEach({ source, target }: FileRule): void {
  if (target.split('*').length >= source.split('*').length) return
  throw new AppError('invalid_input', `The target ${echo(target)} has fewer * than its source ${echo(source)}.`, {
    fix: 'Give the target a * for each * of the source, so that no two files share their translations, or a rule for each file.',
  })
}

/** Aliases by the locales' canonical spelling. @throws AppError `invalid_input` for a locale that is no target, which no file would ever use. */
function parseAliases(given: Readonly<Record<string, string>>, targets: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([tag, alias]) => {
      const locale = canonicalLocale('A key of files.aliases', tag, { allowPrivate: true })
      if (targets.includes(locale)) return [locale, alias]
      throw new AppError('invalid_input', `files.aliases names ${locale}, which is not in target_locales.`, {
        fix: `The targets are ${echoList(targets)}.`,
      })
    }),
  )
}

export const listRuleSources = (rules: readonly { readonly source: string }[]): ReadonlySet<string> =>
  new Set(rules.map(({ source }) => source))

/** The project's rules with these: each takes the place of the one with its source, or stands before all others. */
export function mergeRules(rules: readonly FileRule[], given: readonly FileRule[]): readonly FileRule[] {
  const bySource = new Map(given.map(rule => [rule.source, rule]))
  const known = listRuleSources(rules)
  return [...given.filter(({ source }) => !known.has(source)), ...rules.map(rule => bySource.get(rule.source) ?? rule)]
}

/**
 * Looks at the rules of a project once more when its locales or rules change; those of rules that the call gives were looked at, of the others only the paths of
 * `added` locales are new.
 * @throws AppError `invalid_input` when a locale would go where another one, or a source file, is.
 */
export async function checkRules(
  rules: readonly FileRule[],
  { targets: locales, added }: Pick<LocaleChange, 'targets' | 'added'>,
  files: readonly { readonly path: string }[],
  pace: Pacer,
): Promise<void> {
  for (const rule of added.length === 0 ? [] : rules) {
    checkRule(rule, locales, added)
    if (pace.shouldYield) await pace.yieldNow()
  }
  const localeAmong = createTargetMatcher(
    files.map(({ path }) => path),
    locales,
  )
  for (const { path: source } of files) {
    if (pace.shouldYield) await pace.yieldNow()
    const rule = findRule(rules, source)
    const locale = rule && localeAmong(rule)
    if (rule === undefined || locale === undefined) continue
    const path = targetPath(rule, locale)
    throw new AppError(
      'invalid_input',
      `The translations of ${source} into ${locale} would replace the source file ${path}.`,
      {
        fix: `Give files with another target for ${source}, or leave ${locale} out.`,
      },
    )
  }
}
