import { isDeepStrictEqual } from 'node:util'
import type { SourceItem } from '../../../../l10n/files/read-files.ts'
import { countWords } from '../../../../l10n/message/count-words.ts'
import type { Syntax } from '../../../../l10n/message/message.ts'
import { findEntrySyntax } from '../../../../l10n/message/patterns/find-pattern.ts'
import type { Batch } from '../../../translations/batch.ts'
import type { Entry } from '../../../translations/records.ts'
import { withSource } from '../../../translations/sources.ts'
import type { PushDestination } from '../file-plan.ts'
import type { PlannedString } from '../plan/strings.ts'
import { type ListWriteContext, saveEntry, withLeft, withoutBranch } from './drop-entries.ts'

export interface PushWriteContext extends ListWriteContext, Pick<PushDestination, 'replaces'> {
  readonly batch: Batch
  /** Number of this push on its branch. */
  readonly push: number
  /** Number of the next new entry; incremented for each one. */
  nextEntry: number
  /** IDs of the files whose translations are to be checked again. */
  readonly rechecked: Set<string>
  /** The other branches that list the moved entries in their former files, by entry. */
  readonly holders: Map<string, string[]>
}

/** Where a string is written. */
interface Place {
  readonly fileId: string
  /** Sort key, if it is new in the file. */
  readonly order: string | undefined
  readonly syntax: FileSyntax
  /** Whether no entry has its place in the main branch's file. */
  readonly isFree: boolean
}

/** The message syntax of a file; strings may have another than the detected one. */
export interface FileSyntax {
  readonly fixed: string | undefined
  readonly detected: string
}

const isMain = ({ project, branch }: ListWriteContext): boolean => branch === project.main_branch

/** Adds an entry that is new to the project. */
export async function addEntry(
  { item, line, copyOf }: PlannedString,
  { fileId, order = '', syntax, isFree }: Place,
  writing: PushWriteContext,
): Promise<Entry> {
  const { project, tx, at, newId } = writing
  const entry: Entry = {
    id: newId(),
    project_id: project.id,
    file_id: fileId,
    short: toShortId(Number(order.slice(-12))),
    key: item.key,
    ...(!isFree && !isMain(writing) && { displaced: true as const }),
    ...(copyOf !== undefined && { copy_of: copyOf.entry.id, copied_at: at }),
    ...(item.context !== undefined && { context: item.context }),
    ...toEntryFields(item, syntax, writing),
    ...line,
    source: item.value,
    order,
    listed: isMain(writing),
    unused_since: null,
  }
  await tx.entries.insert(entry)
  return entry
}

/**
 * Updates an entry from the pushed file: source string, place, note and syntax; it is no longer unused. Until the main branch lists it, it has the place of the
 * branch that does, as after the merge.
 */
export async function placeEntry(
  { item, line, copyOf }: PlannedString,
  known: Entry,
  place: Place,
  writing: PushWriteContext,
): Promise<Entry> {
  const { fileId, order, syntax, isFree } = place
  const { branch, at } = writing
  const leads = isMain(writing) || !known.listed
  const takes = isMain(writing) || (leads && (isFree || isAt(known, fileId, item)))
  const { sources: _sources, src: _src, source: _source, ...kept } = withoutBranch(known, branch)
  const { description: _note, max_length: _max, earlier: _earlier, unlined: _unlined, ...rest } = kept
  const { src: _own, ...ofLine } = line
  const entry: Entry = {
    ...(leads ? { ...rest, ...toEntryFields(item, syntax, writing, known), ...ofLine } : kept),
    ...(await withSource(known, { src: item.src, source: item.value }, leads, writing)),
    ...(isMain(writing) && { listed: true }),
    ...(copyOf !== undefined && { copy_of: copyOf.entry.id, copied_at: at }),
    unused_since: null,
  }
  const placed = takes
    ? takePlace(entry, { fileId, key: item.key, order, holders: writing.holders.get(known.id) ?? [] })
    : {
        ...leavePlace(entry, known, fileId, branch),
        ...(fileId !== known.file_id && { places: { ...entry.places, [branch]: fileId } }),
      }
  const named = { ...placed, ...collectOtherKeys(known, placed.key, item.key) }
  if (!isDeepStrictEqual(named, known)) await saveEntry(named, known, writing)
  if (!isDeepStrictEqual(pickRules(named), pickRules(known))) writing.rechecked.add(named.file_id)
  return named
}

/** Returns an entry that remembers the file in which a branch had it alone, if the branch has it in another one now. */
function leavePlace(entry: Entry, { places, key }: Entry, fileId: string, branch: string): Entry {
  const was = places?.[branch]
  return was === undefined || was === fileId ? entry : withLeft(entry, { file_id: was, key, branch })
}

const isAt = (entry: Entry, fileId: string, { key }: SourceItem): boolean =>
  !entry.displaced && entry.file_id === fileId && entry.key === key

interface NewPlace {
  readonly fileId: string
  readonly key: string
  readonly order: string | undefined
  /** Branches that list it in its former file. */
  readonly holders: readonly string[]
}

/** Returns an entry at another place, which remembers the place that it left. */
export function takePlace(entry: Entry, { fileId, key, order, holders }: NewPlace): Entry {
  const { displaced: _displaced, places = {}, ...present } = entry
  const moves = fileId !== entry.file_id
  const others = Object.entries({
    ...(moves && Object.fromEntries(holders.map(branch => [branch, entry.file_id]))),
    ...places,
  }).filter(([, file]) => file !== fileId)
  const { left = [], ...rest } = moves ? withLeft(present, { file_id: entry.file_id, key: entry.key }) : present
  const behind = left.filter(one => one.file_id !== fileId || one.key !== key || one.branch !== undefined)
  return {
    ...rest,
    file_id: fileId,
    key,
    ...(moves && order !== undefined && { order }),
    ...(others.length > 0 && { places: Object.fromEntries(others) }),
    ...(behind.length > 0 && { left: behind }),
  }
}

/** The fields that checks of its translations depend on, other than the source string. */
const pickRules = ({ file_id, syntax, max_length, do_not_translate, tags }: Entry) => ({
  file_id,
  syntax,
  max_length,
  do_not_translate,
  tags,
})

/** Limits of an entry's former keys, and of their characters together; the newest is always kept. */
const MAX_KEYS = 20
const MAX_KEY_CHARACTERS = 2_000

/** Keys that target files may still use for an entry: former keys, and keys on other branches. */
function collectOtherKeys(known: Entry, name: string, pushed: string): Pick<Entry, 'other_keys'> {
  const others = new Set([...(known.other_keys ?? []), known.key, pushed])
  others.delete(name)
  const newest = [...others].slice(-MAX_KEYS)
  let characters = newest.join('').length
  while (newest.length > 1 && characters > MAX_KEY_CHARACTERS) characters -= newest.shift()?.length ?? 0
  return newest.length === 0 ? {} : { other_keys: newest }
}

/** Fields of an entry from the file, other than its source string. */
function toEntryFields(item: SourceItem, file: FileSyntax, { project }: PushWriteContext, known?: Entry) {
  const syntax = findEntrySyntax(item.syntax, file.fixed, file.detected)
  const isCounted = known?.src === item.src && known.syntax === syntax
  return {
    ...(item.description !== undefined && { description: item.description }),
    ...(item.maxLength !== undefined && { max_length: item.maxLength }),
    references: item.references ?? [],
    tags: item.tags ?? [],
    do_not_translate: item.doNotTranslate ?? false,
    syntax,
    words: isCounted ? known.words : (item.words ?? countWords(item.value, syntax as Syntax, project.source_locale)),
  }
}

/** `e` and a number in base 36: short, and never parsed as a number. */
const toShortId = (number: number): string => `e${number.toString(36)}`
