import { targetPath } from '../../l10n/files/target-path.ts'
import { formatById } from '../../l10n/formats/registry.ts'
import { neededCategories } from '../../l10n/locales/plural-rules.ts'
import { readFamilies } from '../../l10n/message/families.ts'
import type { Syntax } from '../../l10n/message/message.ts'
import { describeSyntax, type ShownFamily } from '../../l10n/message/placeholders.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { findTargetRefusal } from '../files/pull/target-files.ts'
import { findFixedSyntax } from '../files/push/plan/fixed-options.ts'
import { findRule } from '../files/rules/rule-book.ts'
import { BRANCH_RULES, type BranchFile } from '../projects/branches.ts'
import { SETTINGS_BY } from '../projects/policy.ts'

type Project = Frozen<ProjectRecord>

/** The rules of a project for its translations, for some of its locales. */
export function toProjectBrief(project: Project, files: readonly BranchFile[], locales: readonly string[]) {
  const { source_locale, target_locales, main_branch, settings } = project
  const rules = describeRules(project, files)
  const { review, approve, four_eyes, agents_replace, levels } = settings
  return {
    name: project.name,
    source_locale,
    target_locales,
    branch: main_branch,
    branches: BRANCH_RULES,
    /** By locale. */
    plurals: Object.fromEntries(locales.map(locale => [locale, neededCategories(locale)])),
    ...(files.length > 0 && { rules }),
    settings: {
      review,
      approve,
      ...(four_eyes && { four_eyes }),
      ...(agents_replace && { agents_replace }),
      export: settings.export,
      ...(Object.keys(levels).length > 0 && { levels }),
    },
    settings_by: SETTINGS_BY,
  }
}

/** The rule of each syntax, with the placeholder families of its files. */
function describeRules({ settings }: Project, files: readonly BranchFile[]): Readonly<Record<string, string>> {
  const inUse = new Map<string, Set<ShownFamily> | undefined>()
  for (const { file } of files) {
    const syntax = findFixedSyntax(file.options, settings) ?? String(file.options['syntax'] ?? 'plain')
    const isApple = formatById(file.format).isApple === true
    const families = readFamilies(file.options)?.families.map(one => (isApple && one === 'printf' ? 'apple' : one))
    const known = inUse.has(syntax) ? inUse.get(syntax) : new Set<ShownFamily>()
    inUse.set(syntax, families && known && new Set([...known, ...families]))
  }
  return Object.fromEntries(
    [...inUse].map(([syntax, families]) => [syntax, describeSyntax(syntax as Syntax, families)]),
  )
}

/** The target path of a source file: in one locale if a pull would write it, else the template. */
export function toFileBrief(project: Project, source: BranchFile, locale: string | undefined) {
  const { file, held } = source
  const rule = findRule(project.files, file.path)
  const isRefused = rule !== undefined && locale !== undefined && findTargetRefusal(rule, locale) !== undefined
  const target = isRefused ? undefined : rule && (locale === undefined ? rule.target : targetPath(rule, locale))
  return {
    source: escapeInvisible(file.path),
    ...(target !== undefined && { target: escapeInvisible(target) }),
    format: file.format,
    entries: held.items.length,
  }
}
