import { AppError } from '../../../../errors.ts'
import { firstFormat, formatById } from '../../../../l10n/formats/registry.ts'
import { assertSupported } from '../../../../l10n/formats/unsupported.ts'
import type { Frozen } from '../../../../store/frozen.ts'
import type { BranchFileRecord, FileRecord } from '../../../../store/records/localization.ts'
import type { ReadDeps } from '../../../pipeline/call.ts'

type List = Frozen<BranchFileRecord>

/** The format ID of a pushed file, and a notice for the caller. */
export interface ChosenFormat {
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
export async function chooseFormat(sent: Sent, { file, base }: Known, reading: ReadDeps): Promise<ChosenFormat> {
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
    : {
        format,
        ...detected,
        notice: describeOtherFormat(path, format, found),
      }
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
