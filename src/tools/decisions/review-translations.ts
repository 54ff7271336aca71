import { z } from 'zod'
import { MAX_FAULTS } from '../../l10n/faults.ts'
import type { ExportPolicy } from '../../l10n/translation/export.ts'
import { nextStep, type Outcome } from '../next/next-step.ts'
import { surveyWork } from '../next/remaining.ts'
import { countWorkChanges } from '../next/work-changes.ts'
import { projectLink, stringLink } from '../page-links.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { BranchName, formatBranchSuffix, getBranch, otherBranch } from '../projects/branches.ts'
import { Lines, ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { openBatch, saveBatch } from '../translations/batch.ts'
import { BranchView } from '../translations/branch-view.ts'
import { describeReach } from '../work/branch-reach.ts'
import { applyReview, ReviewItem } from './apply-review.ts'
import { precheckReview } from './precheck.ts'

const count = z.number().int().optional()

/** Reviews translations and suggestions, each item on its own. */
export const reviewTranslations = writeTool({
  name: 'review_translations',
  title: 'Review translations',
  pastTense: 'Reviewed translations',
  description:
    'Approve, request changes (needs comment), reject (restores the last one that nobody refused), or accept or reject a suggestion. Requested changes and rejections become work: get_work lists them first. stale: true allows stale ones.',
  scope: 'project:write',
  hints: { destructive: false, idempotent: false },
  grows: true,
  toolset: 'advanced',
  rest: [{ method: 'POST', path: '/api/projects/:account/:project/reviews', bind: { project: ':account/:project' } }],
  input: z.object({
    project: ProjectName,
    locale: Locale.optional(),
    branch: BranchName.optional(),
    items: z.array(ReviewItem).min(1).max(1000),
    note: Lines.optional(),
    dry_run: z.boolean().default(false),
  }),
  output: z.object({
    approved: count,
    changes_requested: count,
    rejected: count,
    accepted: count,
    suggestions_rejected: count,
    unchanged: count,
    refused: z
      .array(
        z.object({
          id: z.string().optional(),
          key: z.string().optional(),
          locale: z.string().optional(),
          action: z.string(),
          code: z.string(),
          why: z.string().optional(),
          fix: z.string().optional(),
          got: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
          rev: z.number().int().optional(),
          page: z.string().optional(),
        }),
      )
      .optional(),
    more_refused: count,
    /** The other branches on which these decisions count. */
    shared: z.string().optional(),
    dry_run: z.boolean().optional(),
    batch: z.string().optional(),
    left: z.record(z.string(), z.number().int()),
    next: z.string(),
  }),
  structured: false,
  resource: ({ project }, call) => projectTarget(project, call),
  prepare: (input, { read, computed, resource: { project } }) =>
    precheckReview(input, { project, branch: getBranch(project, input.branch) }, { read, computed }),
  handler: async (input, context) => {
    const { tx, computed, resource, audit, skipAudit, principal, services } = context
    const { project, account, target } = resource
    const name = `${account.handle}/${project.slug}`
    const branch = getBranch(project, input.branch)
    const batch = await openBatch('review', project, context)
    const caller = { principal, read: tx, computed, target }
    const { counts, refused, locales, written, hasChanges } = await applyReview(input, branch, batch, caller)
    const wrote = hasChanges && !input.dry_run
    if (wrote) await saveBatch(batch, counts, input.note)
    if (!hasChanges) skipAudit()
    else audit(name, { branch, ...counts, ...(input.dry_run && { dry_run: true }) })
    const view = new BranchView(project, branch, caller)
    const changes = await countWorkChanges(input.dry_run ? written : [], view)
    const { left, remaining } = await surveyWork(project, branch, locales, caller, changes)
    const shared = await describeReach(project, branch, written, caller)
    const { refused: _, ...done } = counts
    const toPage = ({ code, id, locale }: (typeof refused)[number]) =>
      NEEDS_USER.includes(code) && id !== undefined && locale !== undefined
        ? { page: stringLink(services.baseUrl, { project: name, id, locale, branch: otherBranch(project, branch) }) }
        : {}
    return {
      ...Object.fromEntries(Object.entries(done).filter(([, number]) => number > 0)),
      ...(refused.length > 0 && { refused: refused.slice(0, MAX_FAULTS).map(one => ({ ...one, ...toPage(one) })) }),
      ...(refused.length > MAX_FAULTS && { more_refused: refused.length - MAX_FAULTS }),
      ...(shared !== undefined && { shared }),
      ...(input.dry_run && { dry_run: true }),
      ...(wrote && { batch: batch.id }),
      left,
      next: nextStep({
        page: projectLink(services.baseUrl, name),
        at: formatBranchSuffix(project, branch),
        outcome: {
          isDryRun: input.dry_run,
          hasChanges,
          call: 'review',
          refusal: describeRefusals(refused.length),
          notices:
            counts.changes_requested + counts.rejected > 0 && !input.dry_run
              ? [describeRequested(project.settings)]
              : [],
        },
        remaining,
        more: wrote ? [`To undo: revert_changes with batch ${batch.id}.`] : [],
      }),
    }
  },
})

/** Refusals that a user can settle on the page of the string. */
const NEEDS_USER: readonly string[] = ['needs_person', 'own_text', 'locked', 'protected', 'invalid']

const describeRequested = ({ changes_requested }: ExportPolicy): string =>
  changes_requested === 'current'
    ? 'Agents get the strings with requested changes first. Pulls export them meanwhile (policy changes_requested: current).'
    : 'Agents get the strings with requested changes first. Until then, pulls have the translations before them, if there are any.'

function describeRefusals(refused: number): Outcome['refusal'] {
  if (refused === 0) return undefined
  const again = refused > MAX_FAULTS ? ', then repeat the call for the others' : ''
  return { fix: `Follow the fix of each refused item${again}.` }
}
