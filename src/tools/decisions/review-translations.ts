import { z } from 'zod'
import { MAX_FAULTS } from '../../l10n/faults.ts'
import type { ExportPolicy } from '../../l10n/translation/export.ts'
import { findOwnRequest } from '../../l10n/translation/request.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { CheckRequest } from '../../workers/computation.ts'
import { nextStep, type Outcome } from '../next/next-step.ts'
import { surveyWork } from '../next/remaining.ts'
import { projectLink, stringLink } from '../page-links.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { ofProject, writeTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { BranchName, formatBranchSuffix, getBranch, otherBranch } from '../projects/branches.ts'
import { matchLocale } from '../projects/locales.ts'
import { Lines, ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { openBatch, saveBatch } from '../translations/batch.ts'
import { BranchView } from '../translations/branch-view.ts'
import { CheckRulesReader, type TextToCheck, toRecheckRequest } from '../translations/check-rules.ts'
import { EntryFinder } from '../translations/find-entry.ts'
import type { Entry, Translation } from '../translations/records.ts'
import { TextHistory } from '../translations/text-history.ts'
import { describeReach } from '../work/branch-reach.ts'
import { applyReview, ReviewItem } from './apply-review.ts'
import { findSuggestion } from './suggestion-actions.ts'
import { findRestoredText } from './withdraw-text.ts'

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
  rest: [ofProject('POST', '/reviews')],
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
  resource: ({ project }, call) => projectTarget(project, call),
  prepare: (input, { read, computed, resource: { project } }) =>
    precheckReview(input, { project, branch: getBranch(project, input.branch) }, { read, computed }),
  handler: async (input, context) => {
    const { tx, computed, resource, audit, skipAudit, principal, services } = context
    const { project, name, target } = resource
    const branch = getBranch(project, input.branch)
    const batch = await openBatch('review', project, context)
    const caller = { project, branch, principal, read: tx, computed, target }
    const { counts, refused, locales, written, hasChanges } = await applyReview(input, branch, batch, caller)
    const wrote = hasChanges && !input.dry_run
    if (wrote) await saveBatch(batch, counts, input.note)
    if (!hasChanges) skipAudit()
    else audit(name, { branch, ...counts, ...(input.dry_run && { dry_run: true }) })
    const planned = input.dry_run ? written : []
    const { left, remaining } = await surveyWork(caller, locales, planned)
    const shared = await describeReach(caller, written)
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

type Item = z.output<typeof ReviewItem>

/** Checks the translation that each item would produce, before the transaction that applies the review. */
async function precheckReview(
  { items, locale: given }: { readonly items: readonly Item[]; readonly locale?: string | undefined },
  { project, branch }: { readonly project: Frozen<ProjectRecord>; readonly branch: string },
  { read, computed }: ReadDeps,
): Promise<void> {
  const checker = new CheckRulesReader(project, branch, read, computed)
  const view = new BranchView(project, branch, { read, computed })
  const pace = computed.pace()
  const questions: CheckRequest[] = []
  const entries = await new EntryFinder(project, branch, read).findAll(items)
  for (const [at, item] of items.entries()) {
    if (pace.shouldYield) await pace.yieldNow()
    const found = entries[at]
    if (found === undefined || 'code' in found) continue
    const tag = item.locale ?? given
    const locale = tag === undefined ? undefined : matchLocale(project, tag)
    if (locale === undefined) continue
    const { entry, line } = found
    const translation = await view.getTranslation(entry, locale, line)
    const brought = await findResultingText(item, { translation, entry, line }, read)
    if (brought !== undefined) questions.push(toRecheckRequest(brought, await checker.getRules(entry, locale)))
  }
  await computed.checkAll(questions)
}

/** The translation that an item would produce, with its source; undefined if none. */
async function findResultingText(
  { action, suggestion, stale }: Item,
  { translation, entry, line }: { readonly translation: Translation; readonly entry: Entry; readonly line: SourceLine },
  read: Reader,
): Promise<TextToCheck | undefined> {
  const { text } = shownText(translation, line)
  switch (action) {
    case 'approve': {
      const isCarried = stale === true && staleReason(translation, entry, line) !== undefined
      return isCarried && text !== undefined ? { entry, line, value: text.value } : undefined
    }
    case 'accept': {
      const found = findSuggestion(translation, suggestion)
      return 'code' in found ? undefined : { entry, line, value: found.value }
    }
    case 'reject': {
      if (text === undefined || suggestion !== undefined) return undefined
      const to = await new TextHistory(translation.id, text.src, read).beforeText(
        text,
        findOwnRequest(translation, text.src),
      )
      return findRestoredText(entry, { src: text.src, to })
    }
    case 'request_changes':
      return undefined
  }
}
