import { z } from 'zod'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { findRule } from '../files/rules/rule-book.ts'
import { listVersions } from '../files/versions/push-versions.ts'
import { findWithheldReason, formatWriteStep } from '../guidance/withheld.ts'
import { projectLink } from '../page-links.ts'
import { ofProject, readTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { countOpenReviews } from '../reviews/find-review.ts'
import { EngineView, listEngines } from '../runs/engines.ts'
import { ProjectName } from '../schemas/fields.ts'
import { isPublicReader } from '../translations/actors.ts'
import { BranchName, listBranchFiles } from './branches.ts'
import { Policy, SETTINGS_BY, showPolicy } from './policy.ts'
import { ProjectSummary, toProjectSummary } from './summary.ts'

const MAX_FILES = 200
const MAX_RULES = 50
const MAX_BRANCHES = 100

/** Shows a project with its settings, files, branches and counts. */
export const getProject = readTool({
  name: 'get_project',
  title: 'Get project',
  description: 'Locales, settings, engines, branches, open reviews, files, target paths.',
  scope: 'project:read',
  toolset: 'core',
  rest: [ofProject('GET', '')],
  unlisted: ['branch', 'versions'],
  input: z.object({
    project: ProjectName,
    branch: BranchName.optional(),
    versions: z.boolean().default(false).describe('The versions of the branch, too'),
  }),
  output: ProjectSummary.extend({
    main_branch: z.string(),
    branches: z.array(z.object({ name: z.string(), pushed_at: z.string() })).optional(),
    more_branches: z.number().optional(),
    /** The versions of the last pushes to the branch, newest first. */
    versions: z.array(z.string()).optional(),
    settings: Policy,
    /** Who can change the settings. */
    settings_by: z.string(),
    fallbacks: z.record(z.string(), z.string()).optional(),
    rules: z.array(z.looseObject({ source: z.string(), target: z.string() })).optional(),
    /** The engines that start_run can use. */
    engines: z.array(EngineView),
    entries: z.number(),
    files: z
      .array(z.object({ path: z.string(), format: z.string(), entries: z.number(), target: z.string().optional() }))
      .optional(),
    more_files: z.number().optional(),
    /** The number and the page of its open reviews. */
    open_reviews: z.object({ count: z.number(), page: z.string() }).optional(),
    created_at: z.string(),
    /** The first page of the project. */
    url: z.string(),
    next: z.string(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, { resource, principal, read, services }) => {
    const { project, account } = resource
    const isMember = !(await isPublicReader(principal, resource.target, read))
    const files = await listBranchFiles(project, project.main_branch, read)
    const noWriting = await findWithheldReason('project:write', resource.target, { principal, read })
    const openReviews = await countOpenReviews(project.id, read)
    // A rule for one file is shown with that file.
    const rules = project.files
      .map(({ aliases, ...rule }) => ({ ...rule, ...(Object.keys(aliases).length > 0 && { aliases: { ...aliases } }) }))
      .filter(rule => rule.source.includes('*') || 'aliases' in rule || 'approved' in rule)
    return {
      ...toProjectSummary(project, account),
      main_branch: project.main_branch,
      ...(project.branches.length > 0 && { branches: listLastPushed(project.branches) }),
      ...(project.branches.length > MAX_BRANCHES && { more_branches: project.branches.length - MAX_BRANCHES }),
      ...(input.versions && { versions: [...listVersions(project.branches, input.branch ?? project.main_branch)] }),
      settings: showPolicy(project.settings),
      settings_by: SETTINGS_BY,
      ...(Object.keys(project.fallbacks).length > 0 && { fallbacks: { ...project.fallbacks } }),
      ...(rules.length > 0 && { rules: rules.slice(0, MAX_RULES) }),
      engines: [...(await listEngines({ project, account }, { read, now: services.now(), isMember }, services))],
      entries: files.reduce((sum, { branchFile }) => sum + branchFile.items.length, 0),
      ...(files.length > 0 && {
        files: files.slice(0, MAX_FILES).map(({ file, branchFile }) => {
          const target = findRule(project.files, file.path)?.target
          return {
            path: file.path,
            format: file.format,
            entries: branchFile.items.length,
            ...(target !== undefined && { target }),
          }
        }),
      }),
      ...(files.length > MAX_FILES && { more_files: files.length - MAX_FILES }),
      ...(openReviews > 0 && {
        open_reviews: {
          count: openReviews,
          page: `${projectLink(services.baseUrl, `${account.handle}/${project.slug}`)}/review`,
        },
      }),
      created_at: project.created_at,
      url: projectLink(services.baseUrl, `${account.handle}/${project.slug}`),
      next:
        files.length === 0
          ? formatWriteStep('Push the source files with push_source.', noWriting)
          : 'Call get_status for progress, or get_work for strings to translate.',
    }
  },
})

/** The most recently pushed branches, in the order of their first push. */
function listLastPushed(branches: Frozen<ProjectRecord>['branches']): { name: string; pushed_at: string }[] {
  const newest = new Set(
    [...branches].sort((a, b) => Date.parse(b.pushed_at) - Date.parse(a.pushed_at)).slice(0, MAX_BRANCHES),
  )
  return branches.filter(branch => newest.has(branch)).map(({ name, pushed_at }) => ({ name, pushed_at }))
}
