import { isDeepStrictEqual } from 'node:util'
import { countWords } from '../../../l10n/message/count-words.ts'
import type { Syntax } from '../../../l10n/message/message.ts'
import { isLongSource } from '../../../l10n/translation/sources.ts'
import { withMainView } from '../../../l10n/translation/state.ts'
import { Pacer } from '../../../scheduling/pacer.ts'
import type { Transaction } from '../../../store/store.ts'
import type { BranchView } from '../../translations/branch-view.ts'
import { type EqualKeys, noteEqualTexts } from '../../translations/equal-texts.ts'
import type { Entry } from '../../translations/records.ts'
import { findSource, withSource } from '../../translations/sources.ts'
import { findListedElsewhere } from './branch-keys.ts'
import type { FilePlan, PushDestination } from './file-plan.ts'

/** Context of a call that changes the lists of branches. */
export interface ListWriteContext {
  readonly tx: Transaction
  readonly at: string
  readonly newId: () => string
  /** Bytes that the call adds to the history. */
  readonly appended: { bytes: number }
  /** Collects equal texts of others; see `noteEqualTexts`. */
  readonly equal: EqualKeys
  /** View of the main branch. */
  readonly view: BranchView
}

/** The branch whose list loses entries. */
export type ListPlace = Pick<PushDestination, 'project' | 'branch'>

/**
 * Drops entries from a list; they keep their translations, and become unused if no other branch lists them. Returns the number of unused entries. A long
 * source string that no branch has any more is moved to the log, because no file counts it.
 */
export async function dropEntries(
  absent: FilePlan['absent'],
  { fileId, known }: { readonly fileId: string; readonly known: FilePlan['known'] },
  { project, branch }: ListPlace,
  writing: ListWriteContext,
): Promise<number> {
  if (absent.length === 0) return 0
  const pace = new Pacer()
  const lists = await writing.tx.branch_files.list('file', fileId)
  const elsewhere = await pace.run(findListedElsewhere(lists, branch, known))
  let unused = 0
  for (const { entry_id } of absent) {
    if (pace.shouldYield) await pace.yieldNow()
    const entry = known.get(entry_id)
    if (entry === undefined) continue
    const src = elsewhere.get(entry_id)
    const followed = src === undefined ? entry : await followSource(entry, src, project, writing)
    const unused_since = src === undefined ? writing.at : null
    const dropped = { ...followed, listed: branch === project.main_branch ? false : entry.listed, unused_since }
    if (src === undefined) unused += 1
    if (!isDeepStrictEqual(dropped, entry)) await saveEntry(dropped, entry, writing)
  }
  return unused
}

/** An entry with a long source string gets the source string of a branch that still lists it. */
async function followSource(
  entry: Entry,
  src: string,
  { source_locale: locale }: ListPlace['project'],
  writing: ListWriteContext,
): Promise<Entry> {
  if (src === entry.src || !isLongSource(entry.source)) return entry
  const source = await findSource(entry, src, writing.tx)
  if (source === undefined) return entry
  const { sources: _sources, ...rest } = entry
  const words = countWords(source, entry.syntax as Syntax, locale)
  return { ...rest, ...(await withSource(entry, { src, source }, true, writing)), words }
}

/** Writes a changed entry, and the main branch's view of its translations. */
export async function saveEntry(
  entry: Entry,
  before: Entry,
  { tx, at, view, equal }: Pick<ListWriteContext, 'tx' | 'at' | 'view' | 'equal'>,
): Promise<void> {
  await tx.entries.put(entry)
  const isSeenAlike =
    entry.src === before.src &&
    entry.listed === before.listed &&
    entry.description === before.description &&
    entry.do_not_translate === before.do_not_translate &&
    entry.words === before.words
  if (isSeenAlike) return
  for (const translation of await tx.translations.list('entry', entry.id)) {
    const seen = withMainView(await view.recallText(translation, entry, entry.src), entry, at)
    await tx.translations.put(seen)
    await noteEqualTexts({ entry: before, translation }, { entry, translation: seen }, { tx, equal })
  }
}
