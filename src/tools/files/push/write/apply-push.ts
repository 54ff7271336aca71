import { isDeepStrictEqual } from 'node:util'
import { toPlace } from '../../../../l10n/matching/match-strings.ts'
import { readFamilies } from '../../../../l10n/message/families.ts'
import type { SourceLine } from '../../../../l10n/translation/translation.ts'
import { Pacer } from '../../../../scheduling/pacer.ts'
import { readAhead } from '../../../../scheduling/read-ahead.ts'
import { compoundKey, toSortKey } from '../../../../store/records/define.ts'
import type { BranchFileRecord } from '../../../../store/records/localization.ts'
import { omitUndefined } from '../../../schemas/omit-undefined.ts'
import type { Entry } from '../../../translations/records.ts'
import type { FilePlan, PushPlan } from '../file-plan.ts'
import { findElsewhere } from '../plan/elsewhere.ts'
import { findFixedSyntax } from '../plan/fixed-options.ts'
import type { OldString, PlannedString, Takeover } from '../plan/strings.ts'
import { findOwners } from '../plan/strings.ts'
import { adoptTexts, copyString } from './copy-string.ts'
import { dropStrings, saveEntry } from './drop-entries.ts'
import { addEntry, type FileSyntax, type PushWriteContext, placeEntry, takePlace } from './write-entry.ts'

/** Entries that are written at once, because a database answers their lookups together. */
const WRITTEN_AT_ONCE = 100

/** Writes the plan of a push: its files, the branch's lists, its entries, and the main branch's view of their translations. */
export async function applyPush(plan: PushPlan, writing: PushWriteContext): Promise<void> {
  const changed = plan.files.filter(({ same }) => !same)
  await findHolders(plan, writing)
  for (const { branchFile } of plan.removed) await writing.tx.branch_files.remove(branchFile.id)
  await displaceOwners(changed, writing)
  const left: OldString[] = plan.removed.flatMap(({ absent }) => absent)
  for (const file of changed) {
    await applyFile(file, writing)
    if (writing.replaces) left.push(...file.absent)
  }
  for (const takeover of plan.takeovers) if (takeover.item === undefined) await takeOver(takeover, writing)
  left.push(...plan.unbegun)
  const copies = plan.takeovers.map(({ copy }) => copy)
  const elsewhere = await findElsewhere([...left, ...copies], {
    branch: writing.branch,
    read: writing.tx,
    pace: new Pacer(),
  })
  await dropStrings(left, elsewhere, writing)
  await dropStrings(copies, elsewhere, writing, false)
}

/** Finds the other branches that list the moved entries in their former files. */
async function findHolders({ files, takeovers }: PushPlan, { branch, tx, holders }: PushWriteContext): Promise<void> {
  const pace = new Pacer()
  const moved = new Map<string, string>()
  for (const { file, strings } of files) {
    for (const { entry } of strings) {
      if (pace.shouldYield) await pace.yieldNow()
      if (entry !== undefined && entry.file_id !== file?.id) moved.set(entry.id, entry.file_id)
    }
  }
  for (const { before } of takeovers) moved.set(before.entry.id, before.entry.file_id)
  for (const file of new Set(moved.values())) {
    for (const list of await tx.branch_files.list('file', file)) {
      for (const { entry_id } of list.branch === branch ? [] : list.items) {
        if (pace.shouldYield) await pace.yieldNow()
        if (moved.get(entry_id) === file) holders.set(entry_id, [...(holders.get(entry_id) ?? []), list.branch])
      }
    }
  }
}

/** Frees the places in the main branch's files that other entries get, before any of them is written. */
async function displaceOwners(files: readonly FilePlan[], { project, branch, tx }: PushWriteContext): Promise<void> {
  if (branch !== project.main_branch) return
  const pace = new Pacer()
  for (const { file, known, strings } of files) {
    const owners = await findOwners(known, pace)
    for (const { item, entry } of strings) {
      if (pace.shouldYield) await pace.yieldNow()
      const owner = file && owners.get(toPlace({ file: file.id, key: item.key, context: item.context }))
      if (owner !== undefined && owner.id !== entry?.id) await tx.entries.put({ ...owner, displaced: true })
    }
  }
}

async function applyFile(plan: FilePlan, writing: PushWriteContext): Promise<void> {
  const { project, branch, tx, at, newId } = writing
  const fileId = plan.file?.id ?? newId()
  const file = { id: fileId, project_id: project.id, path: plan.path, format: plan.format, options: plan.options }
  if (plan.file === undefined) await tx.files.insert({ ...file, created_at: at })
  else await tx.files.put({ ...plan.file, ...file })
  if (plan.file !== undefined && !isDeepStrictEqual(readFamilies(plan.file.options), readFamilies(plan.options))) {
    writing.rechecked.add(fileId)
  }
  const pace = new Pacer()
  const orders = await pace.run(assignOrders(plan.strings, fileId, writing))
  const syntax: FileSyntax = {
    fixed: findFixedSyntax(plan.options, project.settings),
    detected: String(plan.options['syntax'] ?? 'plain'),
  }
  const taken = await findOwners(plan.known, pace)
  const write = (string: PlannedString): Promise<Entry> => {
    const place = { fileId, order: orders.get(string), syntax }
    const isFree = !taken.has(toPlace({ file: fileId, key: string.item.key, context: string.item.context }))
    return string.entry === undefined
      ? addEntry(string, { ...place, isFree }, writing)
      : placeEntry(string, string.entry, { ...place, isFree }, writing)
  }
  const items: BranchFileRecord['items'] = []
  const batch = writing.batch
  for await (const [string, entry] of readAhead(plan.strings, write, WRITTEN_AT_ONCE)) {
    if (pace.shouldYield) await pace.yieldNow()
    const { item, line, copyOf, twins, former } = string
    items.push(toItem(item.key, entry, line, numberPushes(string, writing.push)))
    if (copyOf !== undefined) await copyString(copyOf.entry, entry, line, batch)
    for (const twin of twins) await adoptTexts(twin, entry, line.src, batch)
    if (former !== undefined) await adoptTexts(former, entry, line.src, batch, true)
  }
  if (!writing.replaces)
    for (const { key, entry, line, ...pushes } of plan.absent) items.push(toItem(key, entry, line, pushes))
  const { content, sha256, reviewed } = plan
  const branchFile = {
    id: plan.branchFile?.id ?? newId(),
    project_id: project.id,
    branch,
    file_id: fileId,
    content,
    sha256,
    ...(reviewed !== undefined && { reviewed }),
    items,
    pushed_at: at,
  }
  if (plan.branchFile === undefined) await tx.branch_files.insert(branchFile)
  else await tx.branch_files.put(branchFile)
}

const toItem = (
  key: string,
  { id }: Entry,
  { src, earlier, unlined }: SourceLine,
  { push, placed }: Pushes,
): BranchFileRecord['items'][number] => ({
  key,
  entry_id: id,
  src,
  ...omitUndefined({ earlier: earlier && [...earlier], unlined, push, placed }),
})

/** The numbers of the pushes that listed a string and gave it its place. */
type Pushes = Pick<OldString, 'push' | 'placed'>

function numberPushes({ kind, before }: PlannedString, push: number): Pushes {
  if (before?.isListed !== true) return { push }
  return kind === 'unchanged' || kind === 'changed' ? before : { push: before.push, placed: push }
}

/** Puts a string in the place of its copy, in a file that is not pushed. */
async function takeOver({ before, copy }: Takeover, writing: PushWriteContext): Promise<void> {
  const { project, branch, tx, batch } = writing
  const branchFile = await tx.branch_files.by('place', compoundKey(project.id, branch, copy.file))
  const stored = await tx.entries.get(copy.entry.id)
  if (branchFile === undefined || stored === undefined) return
  const items = branchFile.items.map(item =>
    item.entry_id === stored.id
      ? toItem(item.key, before.entry, before.line, { push: before.push, placed: writing.push })
      : item,
  )
  await tx.branch_files.put({ ...branchFile, items })
  const isMain = branch === project.main_branch
  const known = (await tx.entries.get(before.entry.id)) ?? before.entry
  const leads = isMain || !known.listed
  if (isMain) await saveEntry({ ...stored, displaced: true, listed: false }, stored, writing)
  // What the file of the copy says of the string.
  const { description, max_length, references, tags, do_not_translate, syntax } = stored
  const said = { references, tags, do_not_translate, syntax, ...omitUndefined({ description, max_length }) }
  const entry = leads ? { ...known, ...said } : known
  const { file, key } = copy
  const placed = isMain
    ? takePlace(entry, { fileId: file, key, order: stored.order, holders: writing.holders.get(known.id) ?? [] })
    : { ...entry, places: { ...entry.places, [branch]: file } }
  await saveEntry(placed, known, writing)
  await adoptTexts(stored, placed, before.line.src, batch)
}

/**
 * Assigns sort keys to the strings that are new in their file: numbers in sequence at the first push; later derived from the string before, so that a key in
 * the middle is listed there and no other entry moves. Runs in steps.
 */
function* assignOrders(
  strings: readonly PlannedString[],
  fileId: string,
  writing: { nextEntry: number },
): Generator<void, ReadonlyMap<PlannedString, string>> {
  const orders = new Map<PlannedString, string>()
  const known: (string | undefined)[] = []
  for (const { entry } of strings) {
    known.push(entry?.file_id === fileId ? entry.order : undefined)
    yield
  }
  const first = known.find(order => order !== undefined)
  let anchor = first === undefined ? undefined : Math.max(0, parseAnchor(first) - 1)
  for (const [at, string] of strings.entries()) {
    yield
    const order = known[at]
    if (order !== undefined) anchor = parseAnchor(order)
    else {
      const number = writing.nextEntry++
      orders.set(string, `${toSortKey(anchor ?? number)}.${toSortKey(number)}`)
    }
  }
  return orders
}

const parseAnchor = (order: string): number => Number(order.slice(0, 12))
