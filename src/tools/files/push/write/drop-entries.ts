import { isDeepStrictEqual } from 'node:util'
import { countWords } from '../../../../l10n/message/count-words.ts'
import type { Syntax } from '../../../../l10n/message/message.ts'
import { nextLine } from '../../../../l10n/translation/line.ts'
import { isLongSource } from '../../../../l10n/translation/sources.ts'
import { withMainView } from '../../../../l10n/translation/state.ts'
import { Pacer } from '../../../../scheduling/pacer.ts'
import { readAhead } from '../../../../scheduling/read-ahead.ts'
import type { Transaction } from '../../../../store/store.ts'
import type { BranchView } from '../../../translations/branch-view.ts'
import type { Change } from '../../../translations/delivered.ts'
import { type EqualKeys, noteEqualTexts } from '../../../translations/equal-texts.ts'
import type { Entry } from '../../../translations/records.ts'
import { findSource, withSource } from '../../../translations/sources.ts'
import type { PushDestination } from '../file-plan.ts'
import type { OldString } from '../plan/strings.ts'

/** Context of a call that changes the lists of a branch. */
export interface ListWriteContext extends Pick<PushDestination, 'project' | 'branch'> {
  readonly tx: Transaction
  readonly at: string
  readonly newId: () => string
  /** Bytes that the call adds to the history. */
  readonly appended: { bytes: number }
  /** Collects equal texts of others; see `noteEqualTexts`. */
  readonly equal: EqualKeys
  /** Collects the translations whose string in the main branch changes, for `findChangedLocales`. */
  readonly changes: Change[]
  /** View of the main branch. */
  readonly view: BranchView
}

/** Former places of an entry that are kept. */
const MAX_LEFT = 5

/** Returns an entry that remembers another place as left; see `left` of its record. */
export function withLeft(entry: Entry, place: NonNullable<Entry['left']>[number]): Entry {
  const isOther = (one: typeof place): boolean => !isDeepStrictEqual(one, place)
  return { ...entry, left: [...(entry.left ?? []).filter(isOther), place].slice(-MAX_LEFT) }
}

/** Branches whose drops of an entry are kept. */
const MAX_DROPPED = 5

/**
 * Drops strings from the lists of a branch; they keep their translations, and become unused if no other branch lists them. Returns the number of unused
 * entries. A long source string that no branch has any more is moved to the log, because no file counts it.
 * @param elsewhere result of `findElsewhere`
 * @param isKept whether a later push can bring them back with their line
 */
export async function dropStrings(
  strings: readonly OldString[],
  elsewhere: ReadonlyMap<string, string>,
  writing: ListWriteContext,
  isKept = true,
): Promise<number> {
  const { project, branch, tx, at } = writing
  const pace = new Pacer()
  let unused = 0
  for await (const [{ file, key, line }, stored] of readAhead(strings, ({ entry }) => tx.entries.get(entry.id))) {
    if (pace.shouldYield) await pace.yieldNow()
    if (stored === undefined) continue
    const src = elsewhere.get(stored.id)
    const followed = src === undefined ? stored : await followSource(stored, src, writing)
    if (src === undefined) unused += 1
    const left = !isKept || file === stored.file_id ? followed : withLeft(followed, { file_id: file, key, branch })
    const gone = withoutBranch(left, branch)
    const { src: had, earlier, unlined } = line
    const record = { branch, file_id: file, key, ...nextLine({ src: had, earlier, unlined }, had), at }
    const dropped = isKept ? [...(gone.dropped ?? []), record].slice(-MAX_DROPPED) : gone.dropped
    const after = {
      ...gone,
      ...(dropped !== undefined && { dropped }),
      listed: branch === project.main_branch ? false : stored.listed,
      unused_since: src === undefined ? at : null,
    }
    if (!isDeepStrictEqual(after, stored)) await saveEntry(after, stored, writing)
  }
  return unused
}

/** Returns an entry without what it keeps of a branch that lists it again, or no longer. */
export function withoutBranch(entry: Entry, branch: string): Entry {
  if (entry.places?.[branch] === undefined && !entry.dropped?.some(one => one.branch === branch)) return entry
  const { places = {}, dropped = [], ...rest } = entry
  const others = Object.entries(places).filter(([name]) => name !== branch)
  const drops = dropped.filter(one => one.branch !== branch)
  return {
    ...rest,
    ...(others.length > 0 && { places: Object.fromEntries(others) }),
    ...(drops.length > 0 && { dropped: drops }),
  }
}

/** An entry with a long source string gets the source string of a branch that still lists it. */
async function followSource(entry: Entry, src: string, writing: ListWriteContext): Promise<Entry> {
  if (src === entry.src || !isLongSource(entry.source)) return entry
  const source = await findSource(entry, src, writing.tx)
  if (source === undefined) return entry
  const { sources: _sources, ...rest } = entry
  const words = countWords(source, entry.syntax as Syntax, writing.project.source_locale)
  return { ...rest, ...(await withSource(entry, { src, source }, true, writing)), words }
}

/** Writes a changed entry, and the main branch's view of its translations. */
export async function saveEntry(
  entry: Entry,
  before: Entry,
  { tx, at, view, equal, changes }: Pick<ListWriteContext, 'tx' | 'at' | 'view' | 'equal' | 'changes'>,
): Promise<void> {
  await tx.entries.put(entry)
  const isPlacedAlike = entry.file_id === before.file_id && entry.order === before.order
  const isSeenAlike =
    entry.src === before.src &&
    entry.listed === before.listed &&
    entry.description === before.description &&
    entry.do_not_translate === before.do_not_translate &&
    entry.words === before.words &&
    entry.unlined === before.unlined &&
    isDeepStrictEqual(entry.earlier, before.earlier)
  if (isSeenAlike && isPlacedAlike) return
  for (const stored of await tx.translations.list('entry', entry.id)) {
    const translation = isPlacedAlike ? stored : { ...stored, file_id: entry.file_id, order: entry.order }
    const seen = withMainView(await view.recallText(translation, entry, entry), entry, at)
    await tx.translations.put(seen)
    if (entry.listed)
      changes.push({ before: stored, after: seen, lines: { was: before.listed ? before : undefined, is: entry } })
    await noteEqualTexts({ entry: before, translation: stored }, { entry, translation: seen }, { tx, equal })
  }
}
