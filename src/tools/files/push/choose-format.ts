import { firstFormat, formatById } from '../../../l10n/formats/registry.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { BranchFileRecord, FileRecord } from '../../../store/records/localization.ts'
import type { ReadDeps } from '../../pipeline/call.ts'

type List = Frozen<BranchFileRecord>

/** The id of the format of a pushed file, and what the caller should know of it. */
export interface ChosenFormat {
  readonly format: string
  readonly notice?: string
}

interface Sent {
  readonly path: string
  readonly content: string
  readonly format?: string | undefined
}

/** What is there of the file: its record, and the list that the push is compared with. */
interface Known {
  readonly file: Frozen<FileRecord> | undefined
  readonly base: List | undefined
}

/**
 * The format that is named, else the file's, else what is found out. A file that shows only later what it is, such as a JSON file with its first plurals,
 * changes its format by itself when no translation is lost thereby; else the answer says how to.
 * @throws AppError `invalid_input` when no format fits.
 */
export async function chooseFormat(sent: Sent, { file, base }: Known, reading: ReadDeps): Promise<ChosenFormat> {
  const { path, content } = sent
  if (sent.format !== undefined) return { format: formatById(sent.format).id }
  const { computed } = reading
  const fitting = await computed.formatsOf({ path, content })
  if (file === undefined) return { format: firstFormat(path, fitting) }
  const { format } = file
  if (!fitting.includes(format)) return { format }
  const found = firstFormat(path, fitting)
  if (found === format || base === undefined) return { format }
  // Where the old content says the same, the format was chosen against it.
  const [before] = await computed.formatsOf({ path, content: base.content })
  if (before === found) return { format }
  const keeps = await isSafeFormatChange(sent, found, { file, base }, reading)
  return keeps
    ? { format: found, notice: `${path} is ${found} from now on, no longer ${format}.` }
    : {
        format,
        notice: `${path} looks like ${found} now and is still read as ${format}, so that translations keep their keys. Push it with format: ${found} to change that; dry_run tells which keys go.`,
      }
}

/** Whether no translated key goes by the change of format, and no other branch has content that would be read otherwise. */
async function isSafeFormatChange(
  { path, content }: Sent,
  found: string,
  { file, base }: { readonly file: Frozen<FileRecord>; readonly base: List },
  { read, computed }: ReadDeps,
): Promise<boolean> {
  for (const list of await read.branch_files.list('file', file.id)) {
    if (list.id === base.id) continue
    if ((await computed.formatsOf({ path: file.path, content: list.content })).includes(found)) return false
  }
  const keysOf = async (format: string): Promise<ReadonlySet<string>> =>
    new Set((await computed.readSource({ path, content, format })).items.map(({ key }) => key))
  const before = await keysOf(file.format)
  const after = await keysOf(found)
  const pace = computed.pace()
  for (const { key, entry_id } of base.items) {
    if (pace.shouldYield) await pace.yieldNow()
    if (after.has(key) || !before.has(key)) continue
    const units = await read.translations.list('entry', entry_id)
    if (units.some(({ texts }) => texts.length > 0)) return false
  }
  return true
}
