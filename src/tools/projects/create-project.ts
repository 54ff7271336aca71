import { z } from 'zod'
import { isPastRestoration, restorableUntil } from '../../auth/deletion.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { ProjectRecord, Settings } from '../../store/records/localization.ts'
import type { Transaction } from '../../store/store.ts'
import { approveRules, toAuditPaths } from '../files/rules/approve.ts'
import { listRuleSources, parseRules, RuleInput } from '../files/rules/input.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { accountTarget } from '../pipeline/resources.ts'
import { Line, ProjectName } from '../schemas/fields.ts'
import { canonicalLocale, canonicalLocales, Locale } from '../schemas/locale.ts'
import { assertRuleRoom } from './limits.ts'
import { assertSourceNotTarget } from './locales.ts'

/** The settings of a new project. */
export const DEFAULT_SETTINGS: Settings = {
  review: 'none',
  approve: 'people',
  four_eyes: false,
  agents_replace: false,
  export: 'translated',
  levels: {},
}

const SLUG = /^(?=.{1,60}$)[a-z0-9](-?[a-z0-9])*$/

/** Creates a project with its locales and file rules. */
export const createProject = writeTool({
  name: 'create_project',
  title: 'Create project',
  pastTense: 'Created project',
  description: 'Create a project. Omit files if the source path names the locale. Next: push_source.',
  scope: 'project:write',
  toolset: 'core',
  hints: { destructive: false, idempotent: false },
  grows: true,
  rest: [{ method: 'POST', path: '/api/projects', status: 201 }],
  input: z.object({
    project: ProjectName.describe('account/project'),
    name: Line.optional(),
    source_locale: Locale.describe('BCP 47'),
    target_locales: z.array(Locale).min(1).max(200),
    files: z
      .array(RuleInput)
      .max(100)
      .optional()
      .describe('source l/en/*.json, target l/{locale}/*.json; aliases: locale to its spelling in paths'),
    allow_private_locale: z.boolean().optional(),
  }),
  output: z.object({
    project: z.string(),
    name: z.string(),
    source_locale: z.string(),
    target_locales: z.array(Locale),
    next: z.string(),
  }),
  structured: true,
  resource: ({ project }, call) => accountTarget(project.split('/')[0] ?? '', call),
  handler: async (input, { resource: { account, target }, services, principal, tx, computed, audit, claimQuota }) => {
    const slug = validateSlug(input.project)
    const options = { allowPrivate: input.allow_private_locale ?? false }
    const source = canonicalLocale('source_locale', input.source_locale, options)
    const targets = canonicalLocales('target_locales', input.target_locales, options)
    assertSourceNotTarget(targets, source)
    const given = await parseRules(input.files ?? [], targets, computed.pace())
    const change = { targets, added: targets, before: [], after: given, given: listRuleSources(given) }
    const { rules, paths } = await approveRules(change, { principal, services, read: tx, computed }, target)
    assertRuleRoom({ files: [] }, rules)
    const project = `${account.handle}/${slug}`
    await claimName(project, await tx.projects.by('name', compoundKey(account.id, slug)), { tx, now: services.now() })
    const name = input.name ?? slug
    await claimQuota(account, { used: { projects: 1 } })
    await tx.projects.insert({
      id: services.newId(),
      account_id: account.id,
      slug,
      name,
      source_locale: source,
      target_locales: targets,
      fallbacks: {},
      main_branch: 'main',
      branches: [],
      files: rules,
      settings: { ...DEFAULT_SETTINGS },
      next_entry: 1,
      deleted_at: null,
      created_at: services.now().toISOString(),
    })
    audit(project, { name, source_locale: source, target_locales: targets.length, ...toAuditPaths(paths) })
    return {
      project,
      name,
      source_locale: source,
      target_locales: [...targets],
      next: `Push the source files with push_source, project ${project}.`,
    }
  },
})

/** @throws AppError `invalid_input` with a valid name. */
function validateSlug(project: string): string {
  const slug = project.split('/')[1] ?? ''
  if (SLUG.test(slug)) return slug
  const plain = slug
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '')
  throw new AppError(
    'invalid_input',
    `Project name ${JSON.stringify(slug.slice(0, 80))} is not valid: use 1 to 60 lowercase letters, digits and single hyphens.`,
    { fix: plain === '' ? 'Use a name such as app.' : `Use ${project.split('/')[0]}/${plain}.` },
  )
}

/**
 * Makes sure that no project has the name; a deleted project past its restore period loses it.
 * @throws AppError `already_exists`, worded differently for a deleted project.
 */
async function claimName(
  name: string,
  taken: Frozen<ProjectRecord> | undefined,
  { tx, now }: { readonly tx: Transaction; readonly now: Date },
): Promise<void> {
  if (taken === undefined) return
  if (taken.deleted_at === null) {
    throw new AppError('already_exists', `Project ${name} already exists.`, {
      fix: 'Use it (see get_project), or choose another name.',
    })
  }
  if (isPastRestoration(taken, now)) await tx.projects.put({ ...taken, slug: `deleted:${taken.id}` })
  else {
    throw new AppError('already_exists', `${name} was deleted on ${taken.deleted_at} and can still be restored.`, {
      fix: `Restore it with restore_project, wait until ${restorableUntil(taken.deleted_at)}, or choose another name.`,
    })
  }
}
