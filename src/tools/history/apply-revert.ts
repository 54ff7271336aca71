import {
  findOwnRequest,
  isAnswer,
  isSameRequest,
  keepRequest,
  revertRequest,
  withOwnRequest,
  withReopenedRequest,
} from '../../l10n/translation/request.ts'
import {
  findRevertTarget,
  findWayBack,
  hasText,
  isSameRevision,
  type RevertedText,
  type RevertTarget,
  restoredState,
  revertText,
  withRequestRevision,
  withUnrefusedState,
} from '../../l10n/translation/revert.ts'
import { withMainView } from '../../l10n/translation/state.ts'
import { withDecided, withoutEqualSuggestions, withReturned } from '../../l10n/translation/suggestions/decided.ts'
import type { ReviewRequest } from '../../l10n/translation/translation.ts'
import type { Pacer } from '../../scheduling/pacer.ts'
import { eachRecord } from '../../store/each-record.ts'
import { compoundKey } from '../../store/records/define.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { CheckRequest } from '../../workers/computation.ts'
import type { ReviewFault } from '../decisions/faults.ts'
import { findRestoredText, restoreText } from '../decisions/withdraw-text.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'
import type { Batch } from '../translations/batch.ts'
import { CheckRulesReader, toRecheckRequest } from '../translations/check-rules.ts'
import { recordTranslation } from '../translations/record-text.ts'
import type { Entry, Translation } from '../translations/records.ts'
import { type Revision, TextHistory } from '../translations/text-history.ts'
import type { WrittenUnit } from '../work/branch-reach.ts'
import { type BatchView, type ChangeFilter, matchesFilter } from './change-filter.ts'
import { EndedConflicts } from './ended-conflicts.ts'
import { RevertGuard } from './revert-faults.ts'

/** The changes to revert. */
export interface RevertOrder {
  readonly filter: ChangeFilter
  /** Only these, with the expected revision of each; undefined means all. */
  readonly only: ChosenItems | undefined
  /** Batches that earlier calls of the same revert created. */
  readonly reverts: ReadonlySet<string>
}

/** Entry id → chosen locales (absent: all). */
export type ChosenItems = ReadonlyMap<string, readonly (ChosenItem & { readonly locale?: string | undefined })[]>

interface ChosenItem {
  /** The expected revision. */
  readonly rev?: number | undefined
  /** The ID of the revision to restore, whatever batches changed the text since; without one, the text is removed. */
  readonly back?: { readonly to: string | undefined }
}

export interface RevertRefusal extends Pick<ReviewFault, 'why' | 'fix' | 'got' | 'rev'> {
  readonly id: string
  readonly key: string
  readonly locale: string
  readonly code: ReviewFault['code']
}

export interface RevertCounts {
  reverted: number
  superseded: number
  suggestions_removed: number
  suggestions_returned: number
  refused: number
}

/** Maximum refused translations that an answer lists. */
const MAX_REFUSALS = 100

type Suggestion = Translation['suggestions'][number]
type DecidedSuggestion = NonNullable<Translation['decided']>[number]

interface RevertedSuggestions {
  readonly gone: readonly Suggestion[]
  readonly back: readonly DecidedSuggestion[]
}

/** A text to restore, or to keep, with its request from now on. */
interface Reverted {
  readonly translation: Translation
  readonly src: string
  /** The revision to restore. */
  readonly to: RevertTarget['to']
  /** The newest revision, whose text stays; `to` gives it its state. */
  readonly keeps?: RevertTarget['newest']
  readonly request: ReviewRequest | undefined
}

/** What a revert makes of the text for a source. */
interface Plan {
  readonly newest: RevertTarget['newest'] | undefined
  readonly fault?: ReviewFault
  readonly reverted?: Reverted
}

/** A revision, as far as a revert reads it. */
type RevertedRevision = Pick<Revision, 'translation_id' | 'entry_id' | 'locale' | 'src'>

type RevertDeps = ReadDeps & Pick<Batch, 'project' | 'origin'>

/** Reverts changes one translation at a time: restores each, and its request for changes, as if the matching batches had never happened. */
export class Revert {
  readonly counts: RevertCounts = {
    reverted: 0,
    superseded: 0,
    suggestions_removed: 0,
    suggestions_returned: 0,
    refused: 0,
  }
  readonly refused: RevertRefusal[] = []
  readonly locales = new Set<string>()
  /** Checks of translations that would be restored; only without a batch. */
  readonly questions: CheckRequest[] = []
  /** Conflicts of files that the revert ends. */
  readonly ended: EndedConflicts
  readonly #order: RevertOrder
  readonly #place: RevertDeps
  readonly #batch: Batch | undefined
  readonly #checker: CheckRulesReader
  readonly #guard: RevertGuard
  readonly #named = new Map<string, BatchView | undefined>()
  readonly #seen = new Set<string>()
  /** IDs of the translations in `refused`, and of those that it has no room for. */
  readonly #refusedUnits = new Set<string>()
  /** The translations as they would be; only without a batch. */
  readonly #planned = new Map<string, WrittenUnit>()
  readonly #pace: Pacer

  /** Without a batch, nothing is written. */
  constructor(order: RevertOrder, place: RevertDeps, batch: Batch | undefined) {
    const { project, read, computed } = place
    this.#order = order
    this.#place = place
    this.#batch = batch
    this.#checker = new CheckRulesReader(project, project.main_branch, read, computed)
    this.#guard = new RevertGuard(place, id => this.#loadBatch(id))
    this.ended = new EndedConflicts(project, read)
    this.#pace = computed.pace()
  }

  /** Whether anything was reverted, or would be. */
  get hasChanges(): boolean {
    const { reverted, suggestions_removed, suggestions_returned } = this.counts
    return reverted + suggestions_removed + suggestions_returned > 0
  }

  /** The translations of the main branch as they would be; only without a batch. */
  get planned(): readonly WrittenUnit[] {
    return [...this.#planned.values()].filter(({ entry }) => entry.listed)
  }

  /** Reverts the translations of these revisions where a matching batch is still current. */
  async revertTexts(revisions: readonly RevertedRevision[]): Promise<void> {
    for (const revision of revisions) {
      const { translation_id, entry_id, locale, src } = revision
      const place = compoundKey(translation_id, src)
      const chosen = this.#chosen(entry_id, locale)
      if (this.#seen.has(place) || chosen === undefined) continue
      this.#seen.add(place)
      if (this.#pace.shouldYield) await this.#pace.yieldNow()
      await this.#text(revision, chosen)
    }
  }

  /** Removes the suggestions of matching batches, and brings back those that matching batches decided. Runs after the texts, which it compares. */
  async revertSuggestions(): Promise<void> {
    const { read, project } = this.#place
    const found: { readonly before: Translation; readonly after: Translation }[] = []
    const all = eachRecord(after => read.translations.page('suggestions', project.id, { limit: 500, after }))
    for await (const before of all) {
      if (this.#chosen(before.entry_id, before.locale) === undefined) continue
      if (this.#pace.shouldYield) await this.#pace.yieldNow()
      const after = await this.#withSuggestions(before)
      if (after !== before) found.push({ before, after })
    }
    for (const { before, after } of found)
      if (this.#batch !== undefined) await recordTranslation(before, after, this.#batch)
  }

  async #withSuggestions(before: Translation): Promise<Translation> {
    const decision = this.#batch ?? { id: '', at: '' }
    const reverted = this.#planned.get(before.id)?.translation ?? before
    const { gone, back } = await this.#findSuggestions(reverted)
    if (gone.length + back.length === 0) return before
    const entry = await this.#getEntry(before)
    const fault = await this.#findSuggestionFault(before, entry, { gone, back })
    if (fault !== undefined) {
      if (!this.#refusedUnits.has(before.id)) this.#refuse(fault, before, entry)
      return before
    }
    const rest = withDecided(reverted, gone, decision)
    // A request is open again without the suggestion that answered it.
    const answers = gone.filter(one => isAnswer(one, findOwnRequest(rest, one.src)))
    const open = answers.reduce((all, { src }) => withReopenedRequest(all, src), rest)
    const after = withReturned(open, back, decision)
    if (after === reverted) return before
    this.counts.suggestions_removed += gone.length
    this.counts.suggestions_returned += (rest.decided?.length ?? 0) - (after.decided?.length ?? 0)
    this.locales.add(before.locale)
    await this.ended.note(reverted, after, entry)
    if (this.#batch === undefined) this.#keep(entry, after)
    return withMainView(after, entry, decision.at)
  }

  /** The suggestions that matching batches made or brought back, and those that they decided. */
  async #findSuggestions({ suggestions, decided = [] }: Translation): Promise<RevertedSuggestions> {
    const gone: Suggestion[] = []
    for (const one of suggestions) if (await this.#isMade(one)) gone.push(one)
    const back: DecidedSuggestion[] = []
    for (const one of decided) if ((await this.#isNamed(one.decided_by)) && !(await this.#isMade(one))) back.push(one)
    return { gone, back }
  }

  /** Suggestions stay with a text that stays: without them, a pull would replace texts that nobody decided about. */
  async #findSuggestionFault(
    translation: Translation,
    entry: Entry,
    { gone, back }: RevertedSuggestions,
  ): Promise<ReviewFault | undefined> {
    const chosen = this.#chosen(translation.entry_id, translation.locale) ?? {}
    for (const src of new Set([...gone, ...back].map(one => one.src))) {
      const { fault } = await this.#plan(translation, entry, src, chosen)
      if (fault !== undefined) return fault
    }
    const batches = [
      ...gone.flatMap(({ batch_id, returned_by }) => [batch_id, returned_by]),
      ...back.map(({ decided_by }) => decided_by),
    ]
    const named: string[] = []
    for (const id of batches) if (id !== undefined && (await this.#isNamed(id))) named.push(id)
    return this.#guard.findSuggestionFault(named)
  }

  /** Whether a matching batch suggested it or brought it back. */
  async #isMade({ batch_id, returned_by }: Suggestion): Promise<boolean> {
    return (await this.#isNamed(batch_id)) || (returned_by !== undefined && (await this.#isNamed(returned_by)))
  }

  async #text({ translation_id, src }: RevertedRevision, chosen: ChosenItem): Promise<void> {
    const stored =
      this.#planned.get(translation_id)?.translation ?? (await this.#place.read.translations.get(translation_id))
    if (stored === undefined) throw new Error(`a revision is about ${translation_id}, which is gone`)
    const entry = await this.#getEntry(stored)
    const { fault, reverted, newest } = await this.#plan(stored, entry, src, chosen)
    if (fault !== undefined) this.#refuse(fault, stored, entry)
    else if (reverted !== undefined) await this.#restore(stored, entry, reverted)
    // Already reverted by an earlier call: not superseded.
    else if (newest !== undefined && !this.#order.reverts.has(newest.batch_id)) this.counts.superseded += 1
  }

  /** Finds what the revert makes of the text for a source; nothing if the text and its request do not depend on the reverted changes. */
  async #plan(stored: Translation, entry: Entry, src: string, { rev, back }: ChosenItem): Promise<Plan> {
    const past = new TextHistory(stored.id, src, this.#place.read)
    const own = findOwnRequest(stored, src)
    const way =
      back === undefined ? await findRevertTarget(past, id => this.#isNamed(id)) : await findWayBack(past, back.to)
    const isNamed = back === undefined ? (id: string) => this.#isNamed(id) : isUndoneBy(way)
    if (way !== undefined) {
      const { newest } = way
      const to = way.to && (await withUnrefusedState(past, way.to))
      const undone = way.undone.map(({ revision }) => revision.request)
      const request = await revertRequest(stored, { src, to, newest, undone }, isNamed)
      if (!isSameRequest(request, own) || !isSameRevision(newest, to, request)) {
        const text = stored.texts.find(one => one.src === src)
        const state = hasText(to) ? restoredState(to, request) : undefined
        const fault =
          this.#guard.findRequestFault(stored, withOwnRequest(stored, src, request)) ??
          (await this.#guard.findTextFault(stored, text, { way, state, past, rev }))
        return fault === undefined ? { newest, reverted: { translation: stored, src, to, request } } : { newest, fault }
      }
    }
    // The text stays. Reverted refusals end all the same.
    const newest = way?.newest ?? (await past.newest())
    const request = await keepRequest(own, isNamed)
    if (newest === undefined || request === own) return { newest }
    const translation = withOwnRequest(stored, src, request)
    const fault = this.#guard.findRequestFault(stored, translation)
    if (fault !== undefined) return { newest, fault }
    const to = await withUnrefusedState(past, newest)
    return { newest, reverted: { translation, src, to, keeps: newest, request } }
  }

  async #restore(stored: Translation, entry: Entry, reverted: Reverted): Promise<void> {
    const { after, withdrawn } = await this.#apply(entry, reverted)
    this.counts.reverted += 1
    this.locales.add(stored.locale)
    await this.ended.note(stored, after, entry)
    if (this.#batch === undefined) this.#keep(entry, withoutEqualSuggestions(after, { id: '', at: '' }))
    else await recordTranslation(stored, after, this.#batch, withdrawn)
  }

  /** Without a batch, restored texts have no findings: they are only noted as questions. */
  async #apply(entry: Entry, { translation, keeps, ...back }: Reverted): Promise<RevertedText> {
    const { origin, computed } = this.#place
    const by = this.#batch ?? { at: '', origin }
    if (keeps !== undefined) return withRequestRevision(translation, entry, keeps, by, back.to)
    const rules = await this.#checker.getRules(entry, translation.locale)
    if (this.#batch !== undefined) return restoreText(translation, entry, back, { rules, computed }, by)
    const fitting = findRestoredText(entry, back)
    if (fitting !== undefined) this.questions.push(toRecheckRequest(fitting, rules))
    return revertText(translation, entry, back, [], back.request, by)
  }

  #keep(entry: Entry, translation: Translation): void {
    this.#planned.set(translation.id, { entry, line: entry, translation })
  }

  async #getEntry({ id, entry_id }: Translation): Promise<Entry> {
    const entry = await this.#place.read.entries.get(entry_id)
    if (entry === undefined) throw new Error(`translation ${id} has no entry`)
    return entry
  }

  #refuse({ code, why, fix, got, rev }: ReviewFault, { id, locale }: Translation, entry: Entry): void {
    this.#refusedUnits.add(id)
    this.counts.refused += 1
    if (this.refused.length >= MAX_REFUSALS) return
    const fault = { code, why, fix, ...omitUndefined({ got, rev }) }
    this.refused.push({ id: entry.short, key: escapeInvisible(entry.key), locale, ...fault })
  }

  #chosen(entry: string, locale: string): ChosenItem | undefined {
    const { only } = this.#order
    if (only === undefined) return {}
    return only.get(entry)?.find(one => one.locale === undefined || one.locale === locale)
  }

  /** Whether the filter matches a batch. Those of earlier calls of the same revert are no changes to revert. */
  async #isNamed(id: string): Promise<boolean> {
    if (this.#order.reverts.has(id)) return false
    const batch = await this.#loadBatch(id)
    return batch !== undefined && matchesFilter(this.#order.filter, batch)
  }

  async #loadBatch(id: string): Promise<BatchView | undefined> {
    if (!this.#named.has(id)) this.#named.set(id, await this.#place.read.batches.get(id))
    return this.#named.get(id)
  }
}

/** Where an older text comes back, its request does, too. Requests stay where no text is left. */
function isUndoneBy(way: RevertTarget | undefined): (batch: string) => Promise<boolean> {
  const undone = new Set(hasText(way?.to) ? way?.undone.map(({ revision }) => revision.batch_id) : [])
  return batch => Promise.resolve(undone.has(batch))
}
