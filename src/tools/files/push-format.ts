import type { Format } from '../../l10n/formats/format.ts'
import { detectFormat, formatById } from '../../l10n/formats/registry.ts'
import { Pace } from '../../pace.ts'
import type { BranchFileRecord, FileRecord } from '../../store/records/localization.ts'
import type { Frozen, Reader } from '../../store/store.ts'

type List = Frozen<BranchFileRecord>

/** The format of a pushed file, and what the caller should know of it. */
export interface ChosenFormat {
  readonly format: Format
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
export async function chooseFormat(sent: Sent, { file, base }: Known, read: Reader): Promise<ChosenFormat> {
  const { path, content } = sent
  if (sent.format !== undefined) return { format: formatById(sent.format) }
  if (file === undefined) return { format: detectFormat(path, content) }
  const format = formatById(file.format)
  if (!format.matches(path, content)) return { format }
  const found = detectFormat(path, content)
  // Where the old content says the same, the format was chosen against it.
  const isNews = found.id !== format.id && base !== undefined && detectFormat(path, base.content).id !== found.id
  if (!isNews) return { format }
  const keeps = await isHarmless(content, format, found, { file, base }, read)
  return keeps
    ? { format: found, notice: `${path} is ${found.id} from now on, no longer ${format.id}.` }
    : {
        format,
        notice: `${path} looks like ${found.id} now and is still read as ${format.id}, so that translations keep their keys. Push it with format: ${found.id} to change that; dry_run tells which keys go.`,
      }
}

/** Whether no translated key goes by the change of format, and no other branch has content that would be read otherwise. */
async function isHarmless(
  content: string,
  old: Format,
  found: Format,
  { file, base }: { readonly file: Frozen<FileRecord>; readonly base: List },
  read: Reader,
): Promise<boolean> {
  const pace = new Pace()
  for (const list of await read.branch_files.list('file', file.id)) {
    if (list.id !== base.id && found.matches(file.path, list.content)) return false
    if (pace.isDue) await pace.rest()
  }
  const before = keysOf(old, content)
  const after = keysOf(found, content)
  for (const { key, entry_id } of base.items) {
    if (after.has(key) || !before.has(key)) continue
    const units = await read.translations.list('entry', entry_id)
    if (units.some(({ texts }) => texts.length > 0)) return false
  }
  return true
}

const keysOf = (format: Format, content: string): ReadonlySet<string> =>
  new Set(format.read(content).entries.map(({ key }) => key))
