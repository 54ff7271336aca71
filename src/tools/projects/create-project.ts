import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { key } from '../../store/records/collection.ts'
import { accountTarget } from '../resources.ts'
import { Line, ProjectName } from '../shapes.ts'
import { writeTool } from '../tool.ts'
import { checkRule } from './file-rules.ts'
import { canonicalLocales } from './locale-list.ts'
import { DEFAULT_SETTINGS } from './settings.ts'

const SLUG = /^(?=.{1,60}$)[a-z0-9](-?[a-z0-9])*$/

const Rule = z.strictObject({
  source: z.string().describe('Such as locales/en/*.json'),
  target: z.string().describe('Such as locales/{locale}/*.json'),
  aliases: z
    .record(z.string(), z.string())
    .refine(aliases => Object.keys(aliases).length <= 200, 'give at most 200')
    .optional()
    .describe('Locale to its spelling in paths'),
})

/** A new project in an account, with its locales and where its files are. */
export const createProject = writeTool({
  name: 'create_project',
  title: 'Create a project',
  description:
    'Create a project: what is localized, from which locale into which. Give files only where the paths of translations cannot be guessed from the path of the source file. Next: push_source.',
  scope: 'project:write',
  toolset: 'core',
  hints: { destructive: false, idempotent: false },
  rest: [{ method: 'POST', path: '/api/projects', status: 201 }],
  input: z.object({
    project: ProjectName,
    name: Line.optional().describe('For people; default: the last part of project'),
    source_locale: z.string().describe('BCP 47, such as en'),
    target_locales: z.array(z.string()).min(1).max(200).describe('BCP 47, such as ["de","pt-BR"]'),
    files: z.array(Rule).max(100).optional(),
  }),
  output: z.object({
    project: z.string(),
    name: z.string(),
    source_locale: z.string(),
    target_locales: z.array(z.string()),
    next: z.string(),
  }),
  structured: true,
  resource: ({ project }, call) => accountTarget(project.split('/')[0] ?? '', call),
  handler: async (input, { resource: { account }, services, tx, audit }) => {
    const slug = slugOf(input.project)
    const [source = ''] = canonicalLocales('source_locale', [input.source_locale])
    const targets = canonicalLocales('target_locales', input.target_locales)
    if (targets.includes(source)) {
      throw new AppError('invalid_input', `target_locales holds ${source}, which is the source locale.`, {
        fix: `Leave ${source} out of target_locales.`,
      })
    }
    const rules = (input.files ?? []).map(rule => ({ ...rule, aliases: aliasesOf(rule.aliases ?? {}, targets) }))
    for (const rule of rules) checkRule(rule, targets)
    const project = `${account.handle}/${slug}`
    if ((await tx.projects.by('name', key(account.id, slug))) !== undefined) {
      throw new AppError('already_exists', `There is already a project ${project}.`, {
        fix: 'Use it (get_project shows its settings), or give another name.',
      })
    }
    const name = input.name ?? slug
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
      revision: 1,
      deleted_at: null,
      created_at: services.now().toISOString(),
    })
    audit(project)
    return {
      project,
      name,
      source_locale: source,
      target_locales: [...targets],
      next: `Send the source files with push_source, project ${project}.`,
    }
  },
})

/** Aliases by the locales' canonical spelling. @throws AppError `invalid_input` for a locale that is no target, which no file would ever use. */
function aliasesOf(given: Readonly<Record<string, string>>, targets: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([tag, alias]) => {
      const [locale = tag] = canonicalLocales('files.aliases', [tag])
      if (targets.includes(locale)) return [locale, alias]
      throw new AppError('invalid_input', `files.aliases names ${locale}, which is not in target_locales.`, {
        fix: `The targets are ${targets.join(', ')}.`,
      })
    }),
  )
}

/** @throws AppError `invalid_input` with a name that would do. */
function slugOf(project: string): string {
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
    `project ends in ${JSON.stringify(slug.slice(0, 80))}: a project's name has 1 to 60 lower-case letters and digits, with single hyphens between them.`,
    { fix: plain === '' ? 'Use a name such as app.' : `Use ${project.split('/')[0]}/${plain}.` },
  )
}
