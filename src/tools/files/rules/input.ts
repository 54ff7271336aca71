import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { targetPath } from '../../../l10n/files/target-path.ts'
import type { Pacer } from '../../../scheduling/pacer.ts'
import { echoList } from '../../../text/escape.ts'
import { quote } from '../../../text/quote.ts'
import type { LocaleChange } from '../../projects/change-locales.ts'
import { canonicalLocale } from '../../schemas/locale.ts'
import { type FileRule, findRule } from './rule-book.ts'
import { createTargetMatcher } from './shared-targets.ts'
import { checkRule } from './validate.ts'

/** File rules as input; an alias is the spelling of a locale in paths. */
export const RuleInput = z.strictObject({
  source: z.string(),
  target: z.string(),
  aliases: z
    .record(z.string(), z.string())
    .refine(aliases => Object.keys(aliases).length <= 200, 'at most 200')
    .optional(),
})

/** Parses file rules. @throws AppError `invalid_input` if a rule is invalid or shares a file with another. */
export async function parseRules(
  given: readonly z.output<typeof RuleInput>[],
  targets: readonly string[],
  pace: Pacer,
): Promise<readonly FileRule[]> {
  const twice = given.find(({ source }, at) => given.findIndex(other => other.source === source) !== at)
  if (twice !== undefined) {
    throw new AppError('invalid_input', `files has two rules for ${JSON.stringify(twice.source.slice(0, 80))}.`, {
      fix: 'Give one rule per source.',
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

/** Files that differ only in a `*` missing from the target would share one target file. */
function assertOneTargetEach({ source, target }: FileRule): void {
  if (target.split('*').length >= source.split('*').length) return
  throw new AppError('invalid_input', `Target ${quote(target)} has fewer * than its source ${quote(source)}.`, {
    fix: 'Use one * in the target for each * in the source, or one rule per file.',
  })
}

/** Aliases by canonical locale. @throws AppError `invalid_input` for a locale that is not a target locale. */
function parseAliases(given: Readonly<Record<string, string>>, targets: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([tag, alias]) => {
      const locale = canonicalLocale('A key of files.aliases', tag, { allowPrivate: true })
      if (targets.includes(locale)) return [locale, alias]
      throw new AppError('invalid_input', `${locale} in files.aliases is not a target locale.`, {
        fix: `The target locales are ${echoList(targets)}.`,
      })
    }),
  )
}

export const listRuleSources = (rules: readonly { readonly source: string }[]): ReadonlySet<string> =>
  new Set(rules.map(({ source }) => source))

/** Merges rules into the project's: each replaces the rule with its source, or is put first. */
export function mergeRules(rules: readonly FileRule[], given: readonly FileRule[]): readonly FileRule[] {
  const bySource = new Map(given.map(rule => [rule.source, rule]))
  const known = listRuleSources(rules)
  return [...given.filter(({ source }) => !known.has(source)), ...rules.map(rule => bySource.get(rule.source) ?? rule)]
}

/**
 * Checks the rules of a project again after its locales or rules change. Rules of the call were checked before; of the others only the paths of `added`
 * locales are new.
 * @throws AppError `invalid_input` if a target path collides with another one or with a source file.
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
      `The ${locale} translations of ${source} would overwrite the source file ${path}.`,
      { fix: `Set another target for ${source} in files, or remove ${locale}.` },
    )
  }
}
