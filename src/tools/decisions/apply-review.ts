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
import type { Entry, Translation } from '../translations/records.ts'
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

/** Applies the items in order, each to the result of those before it. Writes nothing in a dry run. */
export async function applyReview(order: ReviewRequest, branch: string, batch: Batch, caller: ReviewCaller) {
  const { project, tx } = batch
  const reviewer: Pick<ReviewContext, 'overrules' | 'seesTerms'> = {
    overrules: await mayOverrideProtection(caller, caller.target),
    seesTerms: await mayReadTerms(caller.target, caller),
  }
  const review = new ItemReview(order, branch, batch, caller, reviewer)
  const locales = new Set<string>()
  const pace = caller.computed.pace()
  const entries = await new EntryFinder(project, branch, tx).findAll(order.items)
  for (const [at, item] of order.items.entries()) {
    if (pace.shouldYield) await pace.yieldNow()
    const { action } = item
    const found = entries[at]
    if (found === undefined) continue
    if ('code' in found) {
      review.refused.push({ ...toItemName(item), action, ...found })
      continue
    }
    const { entry, line } = found
    const tag = item.locale ?? order.locale
    const locale = tag === undefined ? undefined : matchLocale(project, tag)
    if (locale === undefined) {
      review.refused.push({ id: entry.short, key: echo(entry.key), action, ...toUnknownLocale(tag, project) })
      continue
    }
    locales.add(locale)
    await review.apply({ item, entry, line, locale })
  }
  const { counts, refused, written, hasChanges } = review
  return { counts: { ...counts, refused: refused.length }, refused, locales: [...locales], written, hasChanges }
}

type ReviewCaller = Pick<WriteContext, 'principal' | 'read' | 'computed'> & { readonly target: Target }

/** An item with its string and locale. */
interface FoundItem {
  readonly item: Item
  readonly entry: Entry
  readonly line: SourceLine
  readonly locale: string
}

/** Applies items one after the other. */
class ItemReview {
  readonly counts = { ...ZERO_COUNTS }
  readonly refused: ReviewRefusal[] = []
  /** The translations that were changed. */
  readonly written: WrittenUnit[] = []
  /** Whether anything changed, or would have in a dry run. */
  hasChanges = false
  readonly #order: ReviewRequest
  readonly #batch: Batch
  readonly #computed: ReviewCaller['computed']
  readonly #reviewer: Pick<ReviewContext, 'overrules' | 'seesTerms'>
  readonly #checker: CheckRulesReader
  readonly #view: BranchView
  /** The translations before the call, and after the items so far. */
  readonly #before = new Map<string, Translation>()
  readonly #latest = new Map<string, Translation>()
  /** The decision of the call about the text of each translation. */
  readonly #decided = new Map<string, Item['action']>()

  constructor(
    order: ReviewRequest,
    branch: string,
    batch: Batch,
    caller: ReviewCaller,
    reviewer: Pick<ReviewContext, 'overrules' | 'seesTerms'>,
  ) {
    this.#order = order
    this.#batch = batch
    this.#computed = caller.computed
    this.#reviewer = reviewer
    this.#checker = new CheckRulesReader(batch.project, branch, batch.tx, caller.computed)
    this.#view = new BranchView(batch.project, branch, caller)
  }

  async apply({ item, entry, line, locale }: FoundItem): Promise<void> {
    const { action } = item
    const stored = await this.#view.getTranslation(entry, locale, line)
    const translation = this.#latest.get(stored.id) ?? stored
    const reviewed = await this.#review({ item, entry, line, locale }, stored, translation)
    if (reviewed.kind === 'refused') {
      this.refused.push({ id: entry.short, key: echo(entry.key), locale, action, ...reviewed.fault })
      return
    }
    if (isAboutText(item)) this.#decided.set(stored.id, action)
    this.counts[reviewed.kind === 'unchanged' ? 'unchanged' : toCountKey(item)] += 1
    if (reviewed.kind === 'done') {
      this.#latest.set(stored.id, reviewed.after)
      this.written.push({ entry, line, translation: reviewed.after })
    }
    // The words of a repeated request are there already.
    const comment = reviewed.kind === 'unchanged' && action === 'request_changes' ? undefined : item.comment
    this.hasChanges ||= reviewed.kind === 'done' || comment !== undefined
    if (this.#order.dry_run) return
    if (reviewed.kind === 'done') {
      await recordTranslation(translation, reviewed.after, this.#batch, reviewed.withdrawn)
    }
    if (comment !== undefined) {
      const kind = action === 'request_changes' ? action : 'comment'
      await addComment({ entry, locale, kind, text: comment }, this.#batch)
    }
  }

  async #review(
    { item, entry, line, locale }: FoundItem,
    stored: Translation,
    translation: Translation,
  ): Promise<ReviewResult> {
    const seen = this.#before.get(stored.id) ?? stored
    this.#before.set(stored.id, seen)
    const earlier = this.#decided.get(stored.id)
    const act: ReviewContext = {
      entry,
      line,
      translation,
      rev: toCurrentRev(item.rev, seen, translation, line),
      stale: item.stale === true,
      comment: item.comment,
      settings: this.#batch.project.settings,
      rules: await this.#checker.getRules(entry, locale),
      computed: this.#computed,
      origin: this.#batch.origin,
      ...this.#reviewer,
    }
    // An accepted text can be approved at once.
    const isApproval = earlier === 'accept' && item.action === 'approve'
    if (isAboutText(item) && earlier !== undefined && !isApproval) return refusedResult(repeatedFault)
    return applyItem(item, act, this.#batch).catch((error: unknown) => {
      // It depends on an earlier item, so it could not be checked before the transaction.
      if (error instanceof NotComputedError && this.#latest.has(translation.id))
        return refusedResult(changedInCallFault)
      throw error
    })
  }
}

/** Whether an item decides about the text, not about a suggestion. */
const isAboutText = ({ action, suggestion }: Item): boolean => action !== 'reject' || suggestion === undefined

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
