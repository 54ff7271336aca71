import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../../../errors.ts'
import type { SourceFile, SourceItem } from '../../../../l10n/files/read-files.ts'
import { firstFormat, formatById } from '../../../../l10n/formats/registry.ts'
import { getRootKey } from '../../../../l10n/formats/root-key.ts'
import { assertSupported } from '../../../../l10n/formats/unsupported.ts'
import type { Frozen } from '../../../../store/frozen.ts'
import { compoundKey } from '../../../../store/records/define.ts'
import type { BranchFileRecord, FileRecord } from '../../../../store/records/localization.ts'
import type { ReadDeps } from '../../../pipeline/call.ts'
import { deliversDecided } from '../../pull/target-files.ts'
import { sha256Hex } from '../../transfer/file-text.ts'
import type { PushDestination, PushedFile } from '../file-plan.ts'
import { findFixedSyntax, resolveFixedOptions } from './fixed-options.ts'

/** A parsed pushed file with its stored version. */
export interface ParsedPush extends ChosenFormat {
  readonly options: FileRecord['options']
  /** Whether the call sets what earlier pushes set. */
  readonly isReadAlike: boolean
  readonly items: readonly SourceItem[]
  readonly conflicts: SourceFile['conflicts']
  readonly file: Frozen<FileRecord> | undefined
  readonly branchFile: Frozen<BranchFileRecord> | undefined
  /** The list that the file is compared with. */
  readonly base: Frozen<BranchFileRecord> | undefined
  /** The file that others pull until somebody decided about its parts of other locales; undefined if it is this one. */
  readonly reviewed: BranchFileRecord['reviewed']
}

/** Parses a pushed file. @throws AppError `invalid_input` */
export async function parsePush(pushed: PushedFile, to: PushDestination): Promise<ParsedPush> {
  const { project, branch, read, computed } = to
  const { path, content } = pushed
  const file = await read.files.by('path', compoundKey(project.id, pushed.moved_from ?? path))
  const branchFile = file && (await read.branch_files.by('place', compoundKey(project.id, branch, file.id)))
  const base =
    branchFile ?? (file && (await read.branch_files.by('place', compoundKey(project.id, project.main_branch, file.id))))
  const rootLocale = file !== undefined && getRootKey(file.options) !== undefined ? project.source_locale : undefined
  const chosen = await chooseFormat({ ...pushed, rootLocale }, { file, base }, to)
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
  const before = file?.format === format ? (base?.reviewed ?? base) : undefined
  const reviewed = await findReviewed({ path, content, format }, before, to)
  return {
    ...chosen,
    options: { ...source.options, ...fixed },
    isReadAlike,
    items: source.items,
    conflicts: source.conflicts,
    file,
    branchFile,
    base,
    reviewed,
  }
}

/** What the policy lets nobody but a reviewer decide about does not come from a push: the parts of other locales stay those of the file before. */
async function findReviewed(
  file: { readonly path: string; readonly content: string; readonly format: string },
  before: { readonly content: string } | undefined,
  { project, isTrusted, computed }: PushDestination,
): Promise<BranchFileRecord['reviewed']> {
  const isFinal = isTrusted || !deliversDecided(project, project.settings.export)
  if (isFinal || formatById(file.format).multilingual === undefined) return undefined
  const content = await computed.keepOthers({ ...file, other: before?.content, own: [project.source_locale] })
  return content === file.content ? undefined : { content, sha256: sha256Hex(content) }
}

const hasKeyBelow = (items: Frozen<BranchFileRecord>['items'], root: string): boolean =>
  items.some(({ key }) => key.startsWith(`${root}.`))

type List = Frozen<BranchFileRecord>

/** The format ID of a pushed file, and a notice for the caller. */
interface ChosenFormat {
  readonly format: string
  /** Whether a user chose it, now or in an earlier push. */
  readonly isNamedFormat: boolean
  readonly notice?: string
}

interface Sent {
  readonly path: string
  readonly content: string
  readonly format?: string | undefined
  /** The locale that the root key of the stored file spells; undefined if it has none. */
  readonly rootLocale?: string | undefined
}

/** The stored file: its record, and the list that the push is compared with. */
interface Known {
  readonly file: Frozen<FileRecord> | undefined
  readonly base: List | undefined
}

/**
 * Chooses the named format, else the stored one, else the detected one. If the detected format changes later (a JSON file gets its first plurals), the file
 * changes its format automatically unless translations would be lost. The notice then explains how to change it.
 * @throws AppError `invalid_input` if no format fits.
 */
async function chooseFormat(sent: Sent, { file, base }: Known, reading: ReadDeps): Promise<ChosenFormat> {
  const { path, content } = sent
  if (sent.format !== undefined) return { format: formatById(sent.format).id, isNamedFormat: true }
  const { computed } = reading
  const fitting = await computed.findFormats({ path, content })
  const detected = { isNamedFormat: false }
  if (file === undefined) {
    assertSupported(path, content)
    return { format: firstFormat(path, fitting), ...detected }
  }
  const { format } = file
  if (!fitting.includes(format)) return { format, isNamedFormat: true }
  const found = firstFormat(path, fitting)
  if (found === format || base === undefined) return { format, ...detected }
  // If the old content has the same detected format, the stored format was chosen, or is from before there was a better one.
  const [before] = await computed.findFormats({ path, content: base.content })
  if (before === found) {
    const isDoubtful = file.options['format_set'] === undefined && content !== base.content
    const isProven = isDoubtful && (await isProvenOther(sent, found, base, reading).catch(denyInvalid))
    return { format, isNamedFormat: true, ...(isProven && { notice: describeOtherFormat(path, format, found) }) }
  }
  const keeps = await isSafeFormatChange(sent, found, { file, base }, reading).catch(denyInvalid)
  return keeps
    ? { format: found, ...detected, notice: `The format of ${path} changed from ${format} to ${found}.` }
    : { format, ...detected, notice: describeOtherFormat(path, format, found) }
}

/** For a file that is not valid in the format that it looks like. */
function denyInvalid(error: unknown): false {
  if (error instanceof AppError && error.code === 'invalid_input') return false
  throw error
}

const describeOtherFormat = (path: string, format: string, found: string): string =>
  `${path} looks like ${found} but is still read as ${format}, so that translations keep their keys. To change it, push with format: ${found}; dry_run shows the keys that would be lost.`

/** Returns whether the name or content of a file proves a format in which it has other keys than before. */
async function isProvenOther(
  { path, content, rootLocale }: Sent,
  format: string,
  base: List,
  { computed }: ReadDeps,
): Promise<boolean> {
  const { items, options } = await computed.readSource({ path, content, format, rootLocale })
  const keys = new Set(items.map(({ key }) => key))
  const rivals = formatById(format).rivals?.({ path, entries: items, options }) ?? []
  return rivals.length === 0 && base.items.some(({ key }) => !keys.has(key))
}

/** Returns whether a change of format loses no translated key and changes the content of no other branch. */
async function isSafeFormatChange(
  { path, content, rootLocale }: Sent,
  found: string,
  { file, base }: { readonly file: Frozen<FileRecord>; readonly base: List },
  { read, computed }: ReadDeps,
): Promise<boolean> {
  for (const list of await read.branch_files.list('file', file.id)) {
    if (list.id === base.id) continue
    if ((await computed.findFormats({ path: file.path, content: list.content })).includes(found)) return false
  }
  const getKeys = async (format: string): Promise<ReadonlySet<string>> =>
    new Set((await computed.readSource({ path, content, format, rootLocale })).items.map(({ key }) => key))
  const before = await getKeys(file.format)
  const after = await getKeys(found)
  const pace = computed.pace()
  for (const { key, entry_id } of base.items) {
    if (pace.shouldYield) await pace.yieldNow()
    if (after.has(key) || !before.has(key)) continue
    const translations = await read.translations.list('entry', entry_id)
    if (translations.some(({ texts }) => texts.length > 0)) return false
  }
  return true
}
