import { AppError } from '../../errors.ts'
import { sameMessage } from '../../l10n/message/message.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import { eachRecord } from '../../store/each-record.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Reader } from '../../store/store.ts'
import { type ChangeFilter, matchesFilter, pageBatches } from '../history/change-filter.ts'
import { type WrittenText, WrittenTexts } from '../history/written-texts.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { listBranchEntries } from '../translations/branch-view.ts'
import type { Entry, Project, TextVersion, Translation } from '../translations/records.ts'
import { withCarriedSource } from '../translations/sources.ts'
import type { Revision } from '../translations/text-history.ts'
import { createLineFinder } from './find-review.ts'

/** Translations of a review, copies included. */
const MAX_REVIEWED = 20_000
/** Batches that one call scans. */
const MAX_BATCHES_SCANNED = 20_000
const PAGE_SIZE = 500

export interface ReviewScope {
  readonly project: Project
  readonly branch: string
  /** Undefined for all that waits. */
  readonly changes: ChangeFilter | undefined
  readonly locale: string | undefined
  readonly file: { readonly id: string; readonly path: string } | undefined
}

/** A current translation that a review is about. */
export interface CollectedUnit {
  readonly entry: Entry
  readonly line: SourceLine
  readonly translation: Translation
  readonly text: TextVersion
  readonly written: WrittenText
}

/**
 * Collects the current translations that the scope matches, without those that are approved.
 * @throws AppError `too_large`
 */
export async function collectUnits(
  scope: ReviewScope,
  { read, computed }: ReadDeps,
): Promise<readonly CollectedUnit[]> {
  const pace = computed.pace()
  const lineOf = await createLineFinder(scope, read)
  const units = new Map<string, CollectedUnit>()
  const texts = new WrittenTexts(scope.changes, read)
  const add = async (translation: Translation, revision: Revision | undefined): Promise<void> => {
    if (pace.shouldYield) await pace.yieldNow()
    const { project, locale, file } = scope
    if (!project.target_locales.includes(translation.locale) || units.has(translation.id)) return
    if ((locale ?? translation.locale) !== translation.locale) return
    if ((file?.id ?? translation.file_id) !== translation.file_id) return
    const entry = await read.entries.get(translation.entry_id)
    const line = entry && lineOf(entry)
    if (entry === undefined || line === undefined) return
    const { text } = shownText(translation, line)
    if (text === undefined || text.state === 'approved') return
    if (revision === undefined ? text.state !== 'needs_review' : !hasTextOf(text, revision)) return
    const isFirst = translation.rev === 1 && revision !== undefined
    const written = isFirst ? { revision } : await texts.find(translation, text)
    if (written === undefined) return
    units.set(translation.id, {
      entry: await withCarriedSource(entry, line.src, read),
      line,
      translation,
      text,
      written,
    })
    if (units.size > MAX_REVIEWED) throw tooManyError()
  }
  if (scope.changes === undefined) await forEachWaiting(scope, read, one => add(one, undefined))
  else {
    await forEachChange(scope.changes, read, async revision => {
      if (units.has(revision.translation_id)) return
      const translation = await read.translations.get(revision.translation_id)
      if (translation !== undefined) await add(translation, revision)
    })
  }
  return [...units.values()].sort(inFileOrder)
}

/** Whether a revision can have made the current text, whose state may have changed since. */
const hasTextOf = (text: TextVersion, { rev, src, value }: Revision): boolean =>
  text.rev === rev || (text.rev > rev && text.src === src && sameMessage(text.value, value))

const inFileOrder = (one: CollectedUnit, other: CollectedUnit): number =>
  compare(one.translation.locale, other.translation.locale) ||
  compare(one.entry.file_id, other.entry.file_id) ||
  compare(one.entry.order, other.entry.order)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

async function forEachWaiting(
  { project, branch, locale }: ReviewScope,
  read: Reader,
  give: (translation: Translation) => Promise<void>,
): Promise<void> {
  if (branch !== project.main_branch) {
    for (const { entryId } of await listBranchEntries(project, branch, read)) {
      for (const one of await read.translations.list('entry', entryId)) await give(one)
    }
    return
  }
  for (const one of locale === undefined ? project.target_locales : [locale]) {
    const key = compoundKey(project.id, one, 'needs_review')
    const waiting = eachRecord(after => read.translations.page('state', key, { limit: PAGE_SIZE, after }))
    for await (const translation of waiting) await give(translation)
  }
}

/** Passes the revisions of matching batches, newest first. */
async function forEachChange(
  filter: ChangeFilter,
  read: Reader,
  give: (revision: Revision) => Promise<void>,
): Promise<void> {
  let scanned = 0
  let batches: string | undefined
  do {
    const page = await pageBatches(filter, { limit: PAGE_SIZE, after: batches }, read)
    for (const batch of page.items) {
      if (batch.kind === 'push' || !matchesFilter(filter, batch)) continue
      const found = eachRecord(after => read.revisions.page('batch', batch.id, { limit: PAGE_SIZE, after }))
      for await (const revision of found) await give(revision)
    }
    scanned += page.items.length
    if (scanned > MAX_BATCHES_SCANNED) throw tooManyError()
    batches = page.next
  } while (batches !== undefined)
}

const tooManyError = (): AppError =>
  new AppError('too_large', `The filter matches more than ${MAX_REVIEWED.toLocaleString('en')} translations.`, {
    fix: 'Give a locale, a file, a batch or a shorter time, and create several reviews.',
  })
