import { targetPath } from '../../l10n/files/target-path.ts'
import { neededCategories } from '../../l10n/locales/plural-rules.ts'
import type { Syntax } from '../../l10n/message/message.ts'
import { describeSyntax } from '../../l10n/message/placeholders.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { findTargetRefusal } from '../files/pull/target-files.ts'
import { findFixedSyntax } from '../files/push/fixed-options.ts'
import { findRule } from '../files/rules/rule-book.ts'
import type { BranchFile } from '../projects/branches.ts'

type Project = Frozen<ProjectRecord>

/** The rules of a project for its translations, for some of its locales. */
export function toProjectBrief(project: Project, files: readonly BranchFile[], locales: readonly string[]) {
  const { source_locale, target_locales, main_branch, settings } = project
  const inUse = new Set(
    files.map(({ file: { options } }) => findFixedSyntax(options, settings) ?? String(options['syntax'] ?? 'plain')),
  )
  const { review, approve, four_eyes, agents_replace, levels } = settings
  return {
    name: project.name,
    source_locale,
    target_locales,
    branch: main_branch,
    /** By locale. */
    plurals: Object.fromEntries(locales.map(locale => [locale, neededCategories(locale)])),
    ...(inUse.size > 0 && {
      rules: Object.fromEntries([...inUse].map(syntax => [syntax, describeSyntax(syntax as Syntax)])),
    }),
    settings: {
      review,
      approve,
      ...(four_eyes && { four_eyes }),
      ...(agents_replace && { agents_replace }),
      export: settings.export,
      ...(Object.keys(levels).length > 0 && { levels }),
    },
  }
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
