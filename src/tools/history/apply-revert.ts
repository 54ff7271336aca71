import { listRefusals } from '../../l10n/translation/refusals.ts'
import {
  isSameRequest,
  keepRequest,
  listRequests,
  requestToRevert,
  revertRequest,
  withoutRevertedRequests,
  withReopenedRequest,
  withRequest,
} from '../../l10n/translation/request.ts'
import {
  findApproval,
  findRevertTarget,
  isSameRevision,
  type RevertedText,
  type RevertTarget,
  revertRequestOnly,
  type TextChange,
} from '../../l10n/translation/revert.ts'
import { withMainView } from '../../l10n/translation/state.ts'
import { withDecided, withReturned } from '../../l10n/translation/suggestions/decided.ts'
import type { Pacer } from '../../scheduling/pacer.ts'
import { compoundKey } from '../../store/records/define.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { CheckRequest } from '../../workers/computation.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { findRevisionFault, lockedFault, protectedTextFault, type ReviewFault } from '../review/faults.ts'
import type { Batch } from '../translations/batch.ts'
import { CheckRulesReader, toRecheckRequest } from '../translations/check-rules.ts'
import { recordTranslation } from '../translations/record-text.ts'
import type { Entry, TextVersion, Translation } from '../translations/records.ts'
import { type Revision, TextHistory } from '../translations/text-history.ts'
import { findRestoredText, restoreText } from '../translations/withdraw-text.ts'
import { type BatchView, type ChangeFilter, matchesFilter } from './change-filter.ts'

/** The changes to revert. */
export interface RevertOrder {
  readonly filter: ChangeFilter
  /** Only these, with the expected revision of each; undefined means all. */
  readonly only: ChosenItems | undefined
  /** Batches that earlier calls of the same revert created. */
  readonly made: ReadonlySet<string>
}

/** Entry id → chosen locales (absent: all) and expected revisions. */
export type ChosenItems = ReadonlyMap<
  string,
  readonly { readonly locale?: string | undefined; readonly rev?: number | undefined }[]
>

export interface RevertRefusal extends Pick<ReviewFault, 'why' | 'fix' | 'got' | 'rev'> {
  readonly id: string
  readonly key: string
  readonly locale: string
  readonly code: 'locked' | 'protected' | 'rev_required'
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

interface Fault {
  readonly fault: ReviewFault
  readonly code: RevertRefusal['code']
}

const requestedByUserFault: ReviewFault = {
  code: 'protected',
  why: 'A user requested changes of the translation.',
  fix: 'Submit a translation that answers the request, or ask a user to revert it.',
}

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
  readonly #order: RevertOrder
  readonly #place: RevertDeps
  readonly #batch: Batch | undefined
  readonly #checker: CheckRulesReader
  readonly #named = new Map<string, BatchView | undefined>()
  readonly #seen = new Set<string>()
  readonly #pace: Pacer

  /** Without a batch, nothing is written. */
  constructor(order: RevertOrder, place: RevertDeps, batch: Batch | undefined) {
    const { project, read, computed } = place
    this.#order = order
    this.#place = place
    this.#batch = batch
    this.#checker = new CheckRulesReader(project, project.main_branch, read, computed)
    this.#pace = computed.pace()
  }

  /** Whether anything was reverted, or would be. */
  get hasChanges(): boolean {
    const { reverted, suggestions_removed, suggestions_returned } = this.counts
    return reverted + suggestions_removed + suggestions_returned > 0
  }

  /** Reverts the translations of these revisions where a matching batch is still current. */
  async revertTexts(revisions: readonly Revision[]): Promise<void> {
    for (const revision of revisions) {
      const { translation_id, entry_id, locale, src } = revision
      const place = compoundKey(translation_id, src)
      const chosen = this.#chosen(entry_id, locale)
      if (this.#seen.has(place) || chosen === undefined) continue
      this.#seen.add(place)
      if (this.#pace.shouldYield) await this.#pace.yieldNow()
      await this.#text(revision, chosen.rev)
    }
  }

  /** Removes the suggestions of matching batches, and brings back those that matching batches decided. Runs after the texts, which it compares. */
  async revertSuggestions(): Promise<void> {
    const { read, project } = this.#place
    const found: { readonly before: Translation; readonly after: Translation }[] = []
    let cursor: string | undefined
    do {
      const page = await read.translations.page('suggestions', project.id, { limit: 500, after: cursor })
      for (const before of page.items) {
        if (this.#chosen(before.entry_id, before.locale) === undefined) continue
        const after = await this.#withSuggestions(before)
        if (after !== before) found.push({ before, after })
      }
      cursor = page.next
      if (this.#pace.shouldYield) await this.#pace.yieldNow()
    } while (cursor !== undefined)
    for (const { before, after } of found)
      if (this.#batch !== undefined) await recordTranslation(before, after, this.#batch)
  }

  async #withSuggestions(before: Translation): Promise<Translation> {
    const decision = this.#batch ?? { id: '', at: '' }
    const gone: Translation['suggestions'][number][] = []
    for (const one of before.suggestions) if (await this.#isMade(one)) gone.push(one)
    const back: NonNullable<Translation['decided']>[number][] = []
    for (const one of before.decided ?? [])
      if ((await this.#isNamed(one.decided_by)) && !(await this.#isMade(one))) back.push(one)
    const rest = withDecided(before, gone, decision)
    // A request is open again without the suggestion that answered it.
    const answers = gone.filter(one => one.answers)
    const open = answers.reduce((all, { src }) => withReopenedRequest(all, src), rest)
    const after = withReturned(open, back, decision)
    if (after === before) return before
    this.counts.suggestions_removed += gone.length
    this.counts.suggestions_returned += (rest.decided?.length ?? 0) - (after.decided?.length ?? 0)
    this.locales.add(before.locale)
    return withMainView(after, await this.#getEntry(before), decision.at)
  }

  /** Whether a matching batch suggested it or brought it back. */
  async #isMade({ batch_id, returned_by }: Translation['suggestions'][number]): Promise<boolean> {
    return (await this.#isNamed(batch_id)) || (returned_by !== undefined && (await this.#isNamed(returned_by)))
  }

  async #text({ translation_id, src }: Revision, rev: number | undefined): Promise<void> {
    const { read } = this.#place
    const stored = await read.translations.get(translation_id)
    if (stored === undefined) throw new Error(`a revision is about ${translation_id}, which is gone`)
    const entry = await this.#getEntry(stored)
    const past = new TextHistory(stored.id, src, read)
    const isNamed = (batch: string) => this.#isNamed(batch)
    const translation = await withoutRevertedRequests(stored, src, isNamed)
    const way = await findRevertTarget(past, isNamed)
    const text = translation.texts.find(one => one.src === src)
    const undone = way?.undone.map(({ made }) => made.request) ?? []
    const request =
      way && (await revertRequest(translation, { src, from: text, to: way.to, newest: way.newest, undone }, isNamed))
    const isSame = isSameRequest(request, requestToRevert(translation, src))
    if (way === undefined || (isSameRevision(way.newest, way.to) && isSame)) {
      const newest = way?.newest ?? (await past.newest())
      if (newest !== undefined) await this.#supersede(stored, translation, entry, newest)
      return
    }
    const fault =
      this.#requestFault(stored, withRequest(translation, request)) ??
      (text === undefined ? undefined : await this.#fault(translation, text, { way, past, rev }))
    if (fault !== undefined) this.#refuse(fault, translation, entry)
    else {
      const rules = await this.#checker.getRules(entry, translation.locale)
      const back = { src, to: way.to, request }
      const { computed } = this.#place
      const fitting = findRestoredText(entry, back)
      if (fitting !== undefined && this.#batch === undefined) this.questions.push(toRecheckRequest(fitting, rules))
      await this.#write(stored, batch => restoreText(translation, entry, back, { rules, computed }, batch))
    }
  }

  /** Keeps a text that does not depend on the reverted changes. Reverted refusals end all the same. */
  async #supersede(
    stored: Translation,
    translation: Translation,
    entry: Entry,
    newest: TextChange['made'],
  ): Promise<void> {
    const { src } = newest
    const own = translation.request?.refused.src === src ? translation.request : undefined
    const request = await keepRequest(own, batch => this.#isNamed(batch))
    if (request !== own || translation !== stored) {
      const after = request === own ? translation : withRequest(translation, request)
      const fault = this.#requestFault(stored, after)
      if (fault !== undefined) return this.#refuse(fault, translation, entry)
      return this.#write(stored, async batch => revertRequestOnly(after, entry, newest, batch))
    }
    // Already reverted by an earlier call: not superseded.
    if (!this.#order.made.has(newest.batch_id)) this.counts.superseded += 1
  }

  async #write(before: Translation, revert: (batch: Batch) => Promise<RevertedText>): Promise<void> {
    this.counts.reverted += 1
    this.locales.add(before.locale)
    if (this.#batch === undefined) return
    const { after, withdrawn } = await revert(this.#batch)
    await recordTranslation(before, after, this.#batch, withdrawn)
  }

  async #getEntry({ id, entry_id }: Translation): Promise<Entry> {
    const entry = await this.#place.read.entries.get(entry_id)
    if (entry === undefined) throw new Error(`translation ${id} has no entry`)
    return entry
  }

  /** Keeps a user's request for changes from agents that would revert it. */
  #requestFault(before: Translation, after: Translation): Fault | undefined {
    if (this.#mayOverrulePeople) return undefined
    const kept = new Set(
      listRequests(after)
        .flatMap(listRefusals)
        .map(({ batch_id }) => batch_id),
    )
    const lost = listRequests(before)
      .flatMap(listRefusals)
      .filter(({ batch_id }) => !kept.has(batch_id))
    return lost.some(({ origin }) => origin.kind === 'human')
      ? { fault: requestedByUserFault, code: 'protected' }
      : undefined
  }

  /** Whether the caller is a user, or the project lets agents replace what users wrote or decided. */
  get #mayOverrulePeople(): boolean {
    const { origin, project } = this.#place
    return origin.kind === 'human' || project.settings.agents_replace
  }

  /** Refuses locked translations, and those that a user wrote or approved to agents. Approved ones, and those of a user that an agent may revert, need the expected revision. */
  async #fault(
    translation: Translation,
    text: TextVersion,
    { way, past, rev }: { readonly way: RevertTarget; readonly past: TextHistory; readonly rev: number | undefined },
  ): Promise<Fault | undefined> {
    if (translation.locked) return { fault: lockedFault, code: 'locked' }
    const wrong = findRevisionFault(translation, text, rev)
    if (wrong !== undefined) return { fault: wrong, code: 'rev_required' }
    const isApproved = text.state === 'approved'
    const approval = isApproved ? await this.#loadBatch((await findApproval(past, way.newest)).batch_id) : undefined
    const isOfPerson = text.origin.kind === 'human' || approval?.origin.kind === 'human'
    if (isOfPerson && !this.#mayOverrulePeople) return { fault: protectedTextFault(text), code: 'protected' }
    const byAgent = this.#place.origin.kind !== 'human'
    const isHeld = (byAgent && isOfPerson) || (isApproved && !(await this.#isApproval(way)))
    if (!isHeld || rev !== undefined) return undefined
    const why = isApproved ? 'The translation is approved.' : 'A user wrote the translation.'
    const fix = `To revert it anyway, give it in items with rev ${text.rev}.`
    return { fault: { code: 'rev_required', why, fix, got: text.value, rev: text.rev }, code: 'rev_required' }
  }

  /** Whether the newest change that the revert undoes is the approval itself. */
  async #isApproval({ undone: [first] }: RevertTarget): Promise<boolean> {
    if (first?.made.state !== 'approved') return false
    return (await this.#loadBatch(first.made.batch_id))?.kind === 'review'
  }

  #refuse({ fault, code }: Fault, { locale }: Translation, entry: Entry): void {
    this.counts.refused += 1
    if (this.refused.length >= MAX_REFUSALS) return
    const { why, fix, got, rev } = fault
    this.refused.push({
      id: entry.short,
      key: escapeInvisible(entry.key),
      locale,
      code,
      why,
      fix,
      ...(got !== undefined && { got }),
      ...(rev !== undefined && { rev }),
    })
  }

  #chosen(entry: string, locale: string): { readonly rev?: number | undefined } | undefined {
    const { only } = this.#order
    if (only === undefined) return {}
    return only.get(entry)?.find(one => one.locale === undefined || one.locale === locale)
  }

  async #isNamed(id: string): Promise<boolean> {
    const batch = await this.#loadBatch(id)
    return batch !== undefined && matchesFilter(this.#order.filter, batch)
  }

  async #loadBatch(id: string): Promise<BatchView | undefined> {
    if (!this.#named.has(id)) this.#named.set(id, await this.#place.read.batches.get(id))
    return this.#named.get(id)
  }
}
