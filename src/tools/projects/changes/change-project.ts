import type { z } from 'zod'
import type { Target } from '../../../auth/policy/authorize.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { ProjectRecord } from '../../../store/records/localization.ts'
import { approveRules } from '../../files/rules/approve.ts'
import { checkRules, listRuleSources, mergeRules, parseRules, type RuleInput } from '../../files/rules/input.ts'
import { assertNoSharedTargets } from '../../files/rules/shared-targets.ts'
import type { Call, ReadDeps } from '../../pipeline/call.ts'
import { changeLocales, type LocaleChange, type LocaleInput } from '../change-locales.ts'
import { filterFallbacks } from '../fallbacks.ts'
import { assertRuleRoom } from '../limits.ts'

type Project = Frozen<ProjectRecord>

/** Locales and file rules of a call. */
export interface ProjectInput extends LocaleInput {
  readonly files?: readonly z.output<typeof RuleInput>[] | undefined
}

interface ProjectChange {
  readonly locales: LocaleChange
  readonly project: Project
  /** Target paths that the call approved. */
  readonly paths: readonly string[]
}

/**
 * The project after a call that changes its locales and file rules. Nothing is written.
 * @throws AppError `invalid_input`, `quota_exceeded`, and `forbidden` for a path that an administrator must approve.
 */
export async function changeProject(
  project: Project,
  input: ProjectInput,
  call: Pick<Call, 'principal' | 'services'> & ReadDeps,
  target: Target,
): Promise<ProjectChange> {
  const locales = changeLocales(project, input)
  const { source, targets, added } = locales
  const pace = call.computed.pace()
  const after = mergeRules(project.files, await parseRules(input.files ?? [], targets, pace))
  if (targets.join() !== project.target_locales.join() || input.files !== undefined) {
    await checkRules(after, { targets, added }, await call.read.files.list('project', project.id), pace)
    await assertNoSharedTargets(project, { files: after, target_locales: targets }, call)
  }
  const change = { ...locales, before: project.files, after, given: listRuleSources(input.files ?? []) }
  const { rules: files, paths } = await approveRules(change, call, target)
  assertRuleRoom(project, files)
  const fallbacks = filterFallbacks(project.fallbacks, { source, targets })
  return { locales, paths, project: { ...project, source_locale: source, target_locales: targets, files, fallbacks } }
}
