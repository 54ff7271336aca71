import { isDeepStrictEqual } from 'node:util'
import type { SourceItem } from '../../../l10n/files/read-files.ts'
import { getRootKey } from '../../../l10n/formats/root-key.ts'
import { diffSource, type KnownEntry, type ListedItem, type SourceDiff } from '../../../l10n/translation/source-diff.ts'
import type { Frozen } from '../../../store/frozen.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { BranchFileRecord, EntryRecord, FileRecord } from '../../../store/records/localization.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import { sha256Hex } from '../transfer/file-text.ts'
import { adoptMainKeys, findListedElsewhere, findMergedKeys } from './branch-keys.ts'
import { type ChosenFormat, chooseFormat } from './choose-format.ts'
import { withCorrections } from './corrected-keys.ts'
import type { FilePlan, PushDestination, PushedFile } from './file-plan.ts'
import { findFixedSyntax, resolveFixedOptions } from './fixed-options.ts'
import { sumRestorable } from './quota.ts'

/** A parsed pushed file with its stored version. */
interface ParsedPush extends ChosenFormat {
  readonly options: FileRecord['options']
  /** Whether the call sets what earlier pushes set. */
  readonly isReadAlike: boolean
  readonly items: readonly SourceItem[]
  readonly file: Frozen<FileRecord> | undefined
  readonly held: Frozen<BranchFileRecord> | undefined
  /** The list that the file is compared with. */
  readonly base: Frozen<BranchFileRecord> | undefined
}

/** Parses a pushed file. @throws AppError `invalid_input` */
export async function parsePush(
  pushed: PushedFile,
  { project, branch }: PushDestination,
  reading: ReadDeps,
): Promise<ParsedPush> {
  const { path, content } = pushed
  const { read, computed } = reading
  const file = await read.files.by('path', compoundKey(project.id, pushed.moved_from ?? path))
  const held = file && (await read.branch_files.by('place', compoundKey(project.id, branch, file.id)))
  const base =
    held ?? (file && (await read.branch_files.by('place', compoundKey(project.id, project.main_branch, file.id))))
  const rootLocale = file !== undefined && getRootKey(file.options) !== undefined ? project.source_locale : undefined
  const chosen = await chooseFormat({ ...pushed, rootLocale }, { file, base }, reading)
  const fixed = resolveFixedOptions(pushed, file?.options)
  const syntax = findFixedSyntax(fixed, project.settings)
  const { format } = chosen
  const input = { path, content, format, syntax, locale: project.source_locale, isPushed: true }
  const rooted = await computed.readSource({ ...input, rootLocale: project.source_locale })
  const root = getRootKey(rooted.options)
  const hasPrefix = root !== undefined && rootLocale === undefined && hasKeyBelow(base?.items ?? [], root)
  // A file that was pushed before root keys were detected keeps its keys.
  const source = hasPrefix ? await computed.readSource(input) : rooted
  const isReadAlike = file !== undefined && isDeepStrictEqual(resolveFixedOptions({ path }, file.options), fixed)
  return { ...chosen, options: { ...source.options, ...fixed }, isReadAlike, items: source.items, file, held, base }
}

const hasKeyBelow = (items: Frozen<BranchFileRecord>['items'], root: string): boolean =>
  items.some(({ key }) => key.startsWith(`${root}.`))

/**
 * Parses a pushed file and compares it with the branch's list, or with the main branch's at the branch's first push of the file.
 * @throws AppError `invalid_input`
 */
export async function planFile(pushed: PushedFile, to: PushDestination, reading: ReadDeps): Promise<FilePlan> {
  const { branch, replaces } = to
  const { path, content } = pushed
  const { read, computed } = reading
  const { notice, isReadAlike, ...parsed } = await parsePush(pushed, to, reading)
  const { format, items, file, held, base } = parsed
  const pace = computed.pace()
  const lists = file === undefined ? [] : await read.branch_files.list('file', file.id)
  const entries = file === undefined ? [] : await read.entries.list('file', file.id)
  if (pace.shouldYield) await pace.yieldNow()
  const known = await pace.run(indexById(entries))
  const listed = await pace.run(adoptMainKeys(base?.items ?? [], known, items))
  const keys = await pace.run(findMergedKeys({ branch, listed, known, items, lists }))
  const before = await pace.run(renameToMergedKeys({ listed, entries }, keys))
  const compared = applyRenames(await pace.run(diffSource(before.listed, before.known, items)), listed, keys)
  const diff = await pace.run(withCorrections(compared, format, known))
  if (pace.shouldYield) await pace.yieldNow()
  const sha256 = sha256Hex(content)
  const absent = held === undefined ? [] : diff.dropped
  const elsewhere = await pace.run(findListedElsewhere(absent.length === 0 ? [] : lists, branch, known))
  const orphaned = await pace.run(sumRestorable(absent, known, ({ id }) => !elsewhere.has(id)))
  const back = diff.revived.map(({ entry_id, item }) => ({ entry_id, src: item.src }))
  const revived = await pace.run(sumRestorable(back, known, entry => entry.unused_since !== null))
  return {
    path,
    format,
    isNamedFormat: parsed.isNamedFormat,
    options: parsed.options,
    content,
    sha256,
    file,
    held,
    known,
    items,
    ...(notice !== undefined && { notice }),
    diff,
    absent,
    orphaned,
    revived,
    same:
      held?.sha256 === sha256 &&
      file?.path === path &&
      file?.format === format &&
      isReadAlike &&
      (absent.length === 0 || !replaces),
  }
}

/** An entry with the key of another branch's rename counts as renamed here, not as unchanged. */
function applyRenames(
  diff: SourceDiff<SourceItem>,
  listed: Frozen<BranchFileRecord>['items'],
  keys: ReadonlyMap<string, string>,
): SourceDiff<SourceItem> {
  if (keys.size === 0) return diff
  const before = new Map(listed.map(item => [item.entry_id, item.key]))
  const isRenamed = ({ entry_id }: { readonly entry_id: string }) => keys.has(entry_id)
  const renamed = diff.unchanged.filter(isRenamed).map(one => ({ ...one, from: before.get(one.entry_id) ?? '' }))
  const unchanged = diff.unchanged.filter(one => !isRenamed(one))
  return { ...diff, unchanged, renamed: [...diff.renamed, ...renamed] }
}

function* indexById(
  entries: readonly Frozen<EntryRecord>[],
): Generator<void, ReadonlyMap<string, Frozen<EntryRecord>>> {
  const known = new Map<string, Frozen<EntryRecord>>()
  for (const entry of entries) {
    yield
    known.set(entry.id, entry)
  }
  return known
}

interface Before {
  readonly listed: Frozen<BranchFileRecord>['items']
  readonly entries: readonly Frozen<EntryRecord>[]
}

/** The stored entries, with the keys that they get by a merge. */
function* renameToMergedKeys(
  { listed, entries }: Before,
  keys: ReadonlyMap<string, string>,
): Generator<void, { readonly listed: readonly ListedItem[]; readonly known: readonly KnownEntry[] }> {
  const list: ListedItem[] = []
  for (const item of listed) {
    yield
    list.push({ ...item, key: keys.get(item.entry_id) ?? item.key })
  }
  const known: KnownEntry[] = []
  for (const { id, key: name, context, src, unused_since } of entries) {
    yield
    const unused = unused_since !== null
    known.push({ id, key: keys.get(id) ?? name, ...(context !== undefined && { context }), src, unused })
  }
  return { listed: list, known }
}
