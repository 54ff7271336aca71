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
    const isProven = isDoubtful && (await isProvenOther(sent, found, base, reading))
    return { format, isNamedFormat: true, ...(isProven && { notice: describeOtherFormat(path, format, found) }) }
  }
  const keeps = await isSafeFormatChange(sent, found, { file, base }, reading)
  return keeps
    ? { format: found, ...detected, notice: `The format of ${path} changed from ${format} to ${found}.` }
    : {
        format,
        ...detected,
        notice: describeOtherFormat(path, format, found),
      }
}

const describeOtherFormat = (path: string, format: string, found: string): string =>
  `${path} looks like ${found} but is still read as ${format}, so that translations keep their keys. To change it, push with format: ${found}; dry_run shows the keys that would be lost.`

/** Returns whether the name or content of a file proves a format in which it has other keys than before. */
async function isProvenOther(sent: Sent, format: string, base: List, reading: ReadDeps): Promise<boolean> {
  const file = await tryToRead(sent, format, reading)
  if (file === undefined) return false
  const rivals = formatById(format).rivals?.({ path: sent.path, entries: file.items, options: file.options }) ?? []
  return rivals.length === 0 && base.items.some(({ key }) => !file.keys.has(key))
}

/** Reads a file with its keys in a format that it looks like; undefined if it is not valid there. */
async function tryToRead({ path, content, rootLocale }: Sent, format: string, { computed }: ReadDeps) {
  try {
    const file = await computed.readSource({ path, content, format, rootLocale })
    return { ...file, keys: new Set(file.items.map(({ key }) => key)) }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Returns whether a change of format loses no translated key and changes the content of no other branch. */
async function isSafeFormatChange(
  sent: Sent,
  found: string,
  { file, base }: { readonly file: Frozen<FileRecord>; readonly base: List },
  reading: ReadDeps,
): Promise<boolean> {
  const { read, computed } = reading
  for (const list of await read.branch_files.list('file', file.id)) {
    if (list.id === base.id) continue
    if ((await computed.findFormats({ path: file.path, content: list.content })).includes(found)) return false
  }
  const before = await tryToRead(sent, file.format, reading)
  const after = await tryToRead(sent, found, reading)
  if (before === undefined || after === undefined) return false
  const pace = computed.pace()
  for (const { key, entry_id } of base.items) {
    if (pace.shouldYield) await pace.yieldNow()
    if (after.keys.has(key) || !before.keys.has(key)) continue
    const translations = await read.translations.list('entry', entry_id)
    if (translations.some(({ texts }) => texts.length > 0)) return false
  }
  return true
}
