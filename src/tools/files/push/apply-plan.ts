import { isDeepStrictEqual } from 'node:util'
import type { SourceItem } from '../../../l10n/files/read-files.ts'
import { countWords } from '../../../l10n/message/count-words.ts'
import { readFamilies } from '../../../l10n/message/families.ts'
import type { Syntax } from '../../../l10n/message/message.ts'
import { Pacer } from '../../../scheduling/pacer.ts'
import { readAhead } from '../../../scheduling/read-ahead.ts'
import type { Frozen } from '../../../store/frozen.ts'
import { toSortKey } from '../../../store/records/define.ts'
import type { EntryRecord } from '../../../store/records/localization.ts'
import { withSource } from '../../translations/sources.ts'
import { dropEntries, type ListWriteContext, saveEntry } from './drop-entries.ts'
import type { FilePlan, PushDestination } from './file-plan.ts'
import { findFixedSyntax } from './fixed-options.ts'

type Entry = Frozen<EntryRecord>

interface PushWriteContext extends ListWriteContext {
  /** Number of the next new entry; incremented for each one. */
  nextEntry: number
  /** IDs of the files whose translations are to be checked again. */
  readonly rechecked: Set<string>
}

/** Writes a plan: the file, the branch's list, its entries, and the main branch's view of their translations. */
export async function applyPlan(plan: FilePlan, to: PushDestination, writing: PushWriteContext): Promise<void> {
  const { tx, at, newId } = writing
  const { project, branch } = to
  const fileId = plan.file?.id ?? newId()
  const file = { id: fileId, project_id: project.id, path: plan.path, format: plan.format, options: plan.options }
  if (plan.file === undefined) await tx.files.insert({ ...file, created_at: at })
  else await tx.files.put({ ...plan.file, ...file })
  if (plan.file !== undefined && !isDeepStrictEqual(readFamilies(plan.file.options), readFamilies(plan.options))) {
    writing.rechecked.add(fileId)
  }

  const entryIds = new Map<string, string>()
  const pace = new Pacer()
  for (const list of [plan.diff.unchanged, plan.diff.changed, plan.diff.renamed, plan.diff.revived]) {
    for (const { item, entry_id } of list) {
      entryIds.set(toPlaceKey(item), entry_id)
      if (pace.shouldYield) await pace.yieldNow()
    }
  }
  const items: { key: string; entry_id: string; src: string }[] = []
  const places = await pace.run(assignOrders(plan, entryIds, writing))
  const fixed = findFixedSyntax(plan.options, project.settings)
  const syntax = { fixed, detected: String(plan.options['syntax'] ?? 'plain') }
  const takenPlaces = new Set<string>()
  for (const entry of plan.known.values()) {
    if (pace.shouldYield) await pace.yieldNow()
    takenPlaces.add(toPlaceKey(entry))
  }
  const write = async (item: SourceItem): Promise<Entry> => {
    const known = plan.known.get(entryIds.get(toPlaceKey(item)) ?? '')
    if (known === undefined) return addEntry(item, { fileId, order: places.get(item) ?? '', syntax }, to, writing)
    const isFree = !takenPlaces.has(toPlaceKey(item))
    return updateEntry(known, { ...item, fileSyntax: syntax, isFree }, to, writing)
  }
  for await (const [item, entry] of readAhead(plan.items, write, WRITTEN_AT_ONCE)) {
    if (pace.shouldYield) await pace.yieldNow()
    items.push({ key: item.key, entry_id: entry.id, src: item.src })
  }
  if (to.replaces) await dropEntries(plan.absent, { fileId, known: plan.known }, to, writing)
  else items.push(...plan.absent)
  const held = { content: plan.content, sha256: plan.sha256, items, pushed_at: at }
  if (plan.held === undefined) {
    await tx.branch_files.insert({ id: newId(), project_id: project.id, branch, file_id: fileId, ...held })
  } else await tx.branch_files.put({ ...plan.held, ...held })
}

/** Entries that are written at once, because a database answers their lookups together. */
const WRITTEN_AT_ONCE = 100

const isMain = ({ project, branch }: PushDestination): boolean => branch === project.main_branch

/** Identifies an entry by key and context, as `diffSource` does. */
const toPlaceKey = ({ key, context }: Pick<Entry, 'key' | 'context'>): string => `${key.length} ${key}${context ?? ''}`

interface Place {
  readonly fileId: string
  readonly order: string
  readonly syntax: FileSyntax
}

/** The message syntax of a file; strings may have another than the detected one. */
interface FileSyntax {
  readonly fixed: string | undefined
  readonly detected: string
}

async function addEntry(
  item: SourceItem,
  place: Place,
  to: PushDestination,
  writing: PushWriteContext,
): Promise<Entry> {
  const { tx, newId } = writing
  const entry: Entry = {
    id: newId(),
    project_id: to.project.id,
    file_id: place.fileId,
    short: toShortId(Number(place.order.slice(-12))),
    key: item.key,
    ...(item.context !== undefined && { context: item.context }),
    ...toEntryFields(item, place.syntax, to),
    src: item.src,
    source: item.value,
    order: place.order,
    listed: isMain(to),
    unused_since: null,
  }
  await tx.entries.insert(entry)
  return entry
}

/** An item that names an entry; `isAvailable` = no entry has its key yet. */
type KnownItem = SourceItem & { readonly fileSyntax: FileSyntax; readonly isFree: boolean }

/**
 * Updates an entry from the pushed file: source string, key, note and syntax; it is no longer unused. Until the main branch lists it, it has the key of the
 * branch that does, as after the merge.
 */
async function updateEntry(
  known: Entry,
  item: KnownItem,
  to: PushDestination,
  writing: PushWriteContext,
): Promise<Entry> {
  const leads = isMain(to) || !known.listed
  const name = isMain(to) || (leads && item.isFree) ? item.key : known.key
  const { sources: _sources, ...kept } = known
  const { description: _note, max_length: _max, ...rest } = kept
  const entry: Entry = {
    ...(leads ? { ...rest, ...toEntryFields(item, item.fileSyntax, to, known) } : kept),
    ...(await withSource(known, { src: item.src, source: item.value }, leads, writing)),
    key: name,
    ...(isMain(to) && { listed: true }),
    ...collectOtherKeys(known, name, item.key),
    unused_since: null,
  }
  if (!isDeepStrictEqual(entry, known)) await saveEntry(entry, known, writing)
  if (!isDeepStrictEqual(pickRules(entry), pickRules(known))) writing.rechecked.add(entry.file_id)
  return entry
}

/** The fields that checks of its translations depend on, other than the source string. */
const pickRules = ({ syntax, max_length, do_not_translate, tags }: Entry) => ({
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
function toEntryFields(item: SourceItem, file: FileSyntax, { project }: PushDestination, known?: Entry) {
  const syntax = file.fixed ?? item.syntax ?? file.detected
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

/**
 * Sort keys of new entries: numbers in sequence at the first push; later derived from the entry before, so that a key in the middle is listed there and no
 * other entry moves.
 */
function* assignOrders(
  plan: FilePlan,
  entryIds: ReadonlyMap<string, string>,
  writing: PushWriteContext,
): Generator<void, Map<SourceItem, string>> {
  const orders = new Map<SourceItem, string>()
  const known: (string | undefined)[] = []
  for (const item of plan.items) {
    known.push(plan.known.get(entryIds.get(toPlaceKey(item)) ?? '')?.order)
    yield
  }
  const first = known.find(order => order !== undefined)
  let anchor = first === undefined ? undefined : Math.max(0, parseAnchor(first) - 1)
  for (const [at, item] of plan.items.entries()) {
    yield
    const order = known[at]
    if (order !== undefined) anchor = parseAnchor(order)
    else {
      const number = writing.nextEntry++
      orders.set(item, `${toSortKey(anchor ?? number)}.${toSortKey(number)}`)
    }
  }
  return orders
}

const parseAnchor = (order: string): number => Number(order.slice(0, 12))

/** `e` and a number in base 36: short, and never parsed as a number. */
const toShortId = (number: number): string => `e${number.toString(36)}`
