import { z } from 'zod'
import type { Target } from '../../auth/policy/authorize.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import { echo } from '../../text/escape.ts'
import { NotComputedError } from '../../workers/computation.ts'
import { mayOverrideProtection } from '../authority/protected-translations.ts'
import { mayReadTerms } from '../glossary/redact-findings.ts'
import type { WriteContext } from '../pipeline/call.ts'
import { describeMissingTarget, formatTargets, matchLocale } from '../projects/locales.ts'
import { Lines } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { addComment } from '../translations/add-comment.ts'
import type { Batch } from '../translations/batch.ts'
import { BranchView } from '../translations/branch-view.ts'
import { CheckRulesReader } from '../translations/check-rules.ts'
import { EntryFinder, type FoundEntry, toGivenName } from '../translations/find-entry.ts'
import { recordTranslation } from '../translations/record-text.ts'
import type { Translation } from '../translations/records.ts'
import type { WrittenUnit } from '../work/branch-reach.ts'
import { changedInCallFault, type ReviewFault, repeatedFault } from './faults.ts'
import { acceptSuggestion, rejectSuggestion } from './suggestion-actions.ts'
import {
  approve,
  type ReviewContext,
  type ReviewResult,
  refusedResult,
  reject,
  requestChanges,
} from './text-actions.ts'

/** One item of a review: an entry by ID or key, and the decision about its translation or a suggestion. */
export const ReviewItem = z.strictObject({
  id: z.string().min(1).max(40).optional(),
  key: z.string().max(2000).optional(),
  file: z.string().min(1).optional(),
  locale: Locale.optional(),
  action: z.enum(['approve', 'request_changes', 'reject', 'accept']),
  rev: z.number().int().optional(),
  suggestion: z.string().min(1).max(40).optional(),
  comment: Lines.min(1).optional(),
  stale: z.boolean().optional(),
})

type Item = z.output<typeof ReviewItem>

interface ReviewRequest {
  readonly items: readonly Item[]
  readonly locale?: string | undefined
  readonly dry_run: boolean
}

interface ReviewRefusal extends Omit<ReviewFault, 'code'> {
  readonly id?: string
  readonly key?: string
  readonly locale?: string
  readonly action: Item['action']
  readonly code: ReviewFault['code'] | Extract<FoundEntry, { code: string }>['code'] | 'unknown_locale'
}

const ZERO_COUNTS = {
  approved: 0,
  changes_requested: 0,
  rejected: 0,
  accepted: 0,
  suggestions_rejected: 0,
  unchanged: 0,
  refused: 0,
}

type Counts = Record<keyof typeof ZERO_COUNTS, number>

interface ReviewOutcome {
  readonly counts: Counts
  readonly refused: readonly ReviewRefusal[]
  /** Locales of the items that were found. */
  readonly locales: readonly string[]
  /** The translations that were changed. */
  readonly written: readonly WrittenUnit[]
  /** Whether anything changed, or would have in a dry run. */
  readonly hasChanges: boolean
}

/** Applies the items in order, each to the result of those before it. Writes nothing in a dry run. */
export async function applyReview(
  order: ReviewRequest,
  branch: string,
  batch: Batch,
  caller: Pick<WriteContext, 'principal' | 'read' | 'computed'> & { readonly target: Target },
): Promise<ReviewOutcome> {
  const { project, origin, tx } = batch
  const finder = new EntryFinder(project, branch, tx)
  const checker = new CheckRulesReader(project, branch, tx, caller.computed)
  const mayOverrule = await mayOverrideProtection(caller, caller.target)
  const latest = new Map<string, Translation>()
  const before = new Map<string, Translation>()
  /** The decision of the call about the text of each translation. */
  const decided = new Map<string, Item['action']>()
  const withTerms = await mayReadTerms(caller.target, caller)
  const locales = new Set<string>()
  const refused: ReviewRefusal[] = []
  const written: WrittenUnit[] = []
  const counts = { ...ZERO_COUNTS }
  let hasChanges = false
  const view = new BranchView(project, branch, caller)
  const { computed } = caller
  const pace = computed.pace()
  const entries = await finder.findAll(order.items)
  for (const [at, item] of order.items.entries()) {
    if (pace.shouldYield) await pace.yieldNow()
    const { action } = item
    const found = entries[at]
    if (found === undefined) continue
    if ('code' in found) {
      refused.push({ ...toItemName(item), action, ...found })
      continue
    }
    const { entry, line } = found
    const tag = item.locale ?? order.locale
    const locale = tag === undefined ? undefined : matchLocale(project, tag)
    if (locale === undefined) {
      refused.push({ id: entry.short, key: echo(entry.key), action, ...toUnknownLocale(tag, project) })
      continue
    }
    locales.add(locale)
    const stored = await view.getTranslation(entry, locale, line)
    const translation = latest.get(stored.id) ?? stored
    const seen = before.get(stored.id) ?? stored
    before.set(stored.id, seen)
    const isAboutText = action !== 'reject' || item.suggestion === undefined
    const earlier = decided.get(stored.id)
    const act: ReviewContext = {
      entry,
      line,
      translation,
      rev: toCurrentRev(item.rev, seen, translation, line),
      stale: item.stale === true,
      comment: item.comment,
      settings: project.settings,
      rules: await checker.getRules(entry, locale),
      computed,
      origin,
      overrules: mayOverrule,
      seesTerms: withTerms,
    }
    // An accepted text can be approved at once.
    const isRepeated = isAboutText && earlier !== undefined && !(earlier === 'accept' && action === 'approve')
    const deciding = isRepeated ? Promise.resolve(refusedResult(repeatedFault)) : applyItem(item, act, batch)
    const reviewed = await deciding.catch((error: unknown) => {
      // It depends on an earlier item, so it could not be checked before the transaction.
      if (error instanceof NotComputedError && latest.has(translation.id)) return refusedResult(changedInCallFault)
      throw error
    })
    if (reviewed.kind === 'refused') {
      refused.push({ id: entry.short, key: echo(entry.key), locale, action, ...reviewed.fault })
      continue
    }
    if (isAboutText) decided.set(stored.id, action)
    counts[reviewed.kind === 'unchanged' ? 'unchanged' : toCountKey(item)] += 1
    if (reviewed.kind === 'done') {
      latest.set(stored.id, reviewed.after)
      written.push({ entry, line, translation: reviewed.after })
    }
    // The words of a repeated request are there already.
    const comment = reviewed.kind === 'unchanged' && action === 'request_changes' ? undefined : item.comment
    hasChanges ||= reviewed.kind === 'done' || comment !== undefined
    if (order.dry_run) continue
    if (reviewed.kind === 'done') await recordTranslation(translation, reviewed.after, batch, reviewed.withdrawn)
    if (comment !== undefined) {
      const kind = action === 'request_changes' ? action : 'comment'
      await addComment({ entry, locale, kind, text: comment }, batch)
    }
  }
  counts.refused = refused.length
  return { counts, refused, locales: [...locales], written, hasChanges }
}

/** The revision that a reviewer expects. An earlier item of the call can have made a new one; the one before the call still counts. */
function toCurrentRev(
  rev: number | undefined,
  seen: Translation,
  now: Translation,
  line: SourceLine,
): number | undefined {
  if (rev === undefined) return undefined
  const isCurrent = rev === seen.rev || rev === shownText(seen, line).text?.rev
  return isCurrent && now.rev !== seen.rev ? now.rev : rev
}

async function applyItem(item: Item, act: ReviewContext, batch: Batch): Promise<ReviewResult> {
  switch (item.action) {
    case 'approve':
      return approve(act, batch)
    case 'request_changes':
      return requestChanges(act, batch)
    case 'reject':
      return item.suggestion === undefined ? reject(act, batch) : rejectSuggestion(act, item.suggestion, batch)
    case 'accept':
      return acceptSuggestion(act, item.suggestion, batch)
  }
}

function toCountKey({ action, suggestion }: Item): keyof Counts {
  switch (action) {
    case 'approve':
      return 'approved'
    case 'request_changes':
      return 'changes_requested'
    case 'reject':
      return suggestion === undefined ? 'rejected' : 'suggestions_rejected'
    case 'accept':
      return 'accepted'
  }
}

const toItemName = (item: Item) => toGivenName(item, echo)

function toUnknownLocale(tag: string | undefined, project: Parameters<typeof describeMissingTarget>[0]) {
  const code = 'unknown_locale'
  if (tag !== undefined) return { code, ...describeMissingTarget(project, tag) } as const
  const fix = `Give locale in the item or beside items. ${formatTargets(project)}`
  return { code, why: 'The item has no locale.', fix } as const
}
