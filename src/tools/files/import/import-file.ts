import { AppError } from '../../../errors.ts'
import type { TargetFile } from '../../../l10n/files/read-files.ts'
import type { Format, TargetEntry } from '../../../l10n/formats/format.ts'
import { formatById } from '../../../l10n/formats/registry.ts'
import type { Frozen } from '../../../store/frozen.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { TargetFileRecord } from '../../../store/records/localization.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import type { Batch } from '../../translations/batch.ts'
import type { BranchReader } from '../../translations/branch-view.ts'
import { findImportedFile, toTargetInput } from '../pull/target-files.ts'
import { sha256Hex } from '../transfer/file-text.ts'
import type { TargetPlace } from './target-places.ts'
import { assertKnownKeys, assertNotEmpty } from './unusable-file.ts'

/** What the start of a file shows of its format, whatever its path says. */
const MARKS: readonly (readonly [name: string, endings: RegExp, start: RegExp])[] = [
  ['JSON', /json|\.arb|\.xcstrings/, /^\uFEFF?\s{0,99}\{\s{0,99}(?:"[^"\n]{0,200}"\s{0,9}:|\})/],
  ['gettext', /\.po/, /^msgid "/m],
  ['XLIFF', /\.xlf|\.xliff/, /<xliff[\s>]/],
  ['Android XML', /\.xml/, /<resources[\s>/]/],
  ['Qt Linguist', /\.ts/, /<TS[\s>]/],
  ['RESX', /\.res[xw]/, /<resheader[\s>]/],
]

/** UTF-16 units of a file that are looked at. */
const MAX_HEAD = 2000

/** Adds to the error of a file that cannot be read which other format it probably has. */
function withLikelyFormat(error: unknown, content: string, { extensions, about }: Format): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_input') return error
  const head = content.slice(0, MAX_HEAD)
  const found = MARKS.find(([, endings, start]) => start.test(head) && !endings.test(extensions))
  if (found === undefined) return error
  return new AppError(error.code, `${error.message} It looks like ${found[0]}.`, {
    fix: `Push the translated file in the format of its source, ${about.name}.`,
    cause: error,
  })
}

/** A parsed target file before its import. */
export interface ImportFile extends TargetFile {
  readonly place: TargetPlace
  readonly content: string
  readonly sha256: string
  /** Translations of the previously imported file, by key. */
  readonly base: ReadonlyMap<string, TargetEntry>
  /** Content of that file, which a pull edits. */
  readonly before: string | undefined
  /** That file, if it was imported on this branch. */
  readonly record: Frozen<TargetFileRecord> | undefined
}

/**
 * Reads a target file; of a file that has all locales, the translations of each locale that it has, as a file of that locale.
 * @throws AppError `invalid_input` with line and column if the file cannot be parsed, and if it is empty or has no key of its source
 */
export async function readImports(
  places: readonly TargetPlace[],
  content: string,
  from: BranchReader,
): Promise<readonly ImportFile[]> {
  const files: ImportFile[] = []
  const [first] = places
  if (first === undefined) return files
  const { path, source } = first
  assertNotEmpty(content, first)
  const isSliced = formatById(source.file.format).multilingual !== undefined
  const input = { path, content, format: source.file.format, locales: places.map(({ locale }) => locale) }
  const slices = isSliced ? new Map(await from.computed.sliceTarget(input)) : undefined
  for (const place of places) {
    const own = slices === undefined ? content : slices.get(place.locale)
    if (own === undefined) continue
    const file = await readImport(place, own, from)
    if (!isSliced) await assertKnownKeys({ ...file, entries: await listOwnKeys(file, from) }, from)
    files.push(file)
  }
  return files
}

/** The keys of a file. Where the source gives no meaning to any, those that it has alone: below the root of another locale, or in another shape. */
async function listOwnKeys(
  { entries, empty, conflicts, reshaped, unclear, content, place: { path, source } }: ImportFile,
  { computed }: ReadDeps,
): Promise<ImportFile['empty']> {
  const { format, options } = source.file
  const isRead = [entries, empty, conflicts, reshaped, unclear?.keys ?? []].some(({ length }) => length > 0)
  if (isRead || !/\.(?:json|ya?ml)$/i.test(path) || options['shape'] !== undefined) return entries
  return (await computed.readSource({ path, content, format })).items
}

/** Whether a pushed file is compared with the one before, besides its translations. */
function needsBefore(id: string): boolean {
  const format = formatById(id)
  return format.header !== undefined || 'listCode' in format
}

async function readImport(
  place: TargetPlace,
  content: string,
  { project, branch, read, computed }: BranchReader,
): Promise<ImportFile> {
  const { locale, source } = place
  const { format } = source.file
  const file = toTargetInput(source, locale, place.path)
  const before = await findImportedFile({ project, branch, source, locale }, read)
  const input = { ...file, content, isPushed: true }
  const own = await computed
    .readTarget({ ...input, ...(needsBefore(format) && { before: before?.content }) })
    .catch((error: unknown) => {
      throw withLikelyFormat(error, content, formatById(format))
    })
  const known =
    before === undefined
      ? []
      : before.content === content
        ? own.entries
        : (await computed.readTarget({ ...file, path: before.path, content: before.content })).entries
  return {
    ...own,
    place,
    content,
    sha256: sha256Hex(content),
    base: new Map(known.map(entry => [entry.key, entry])),
    before: before?.content,
    record: await read.target_files.by('place', compoundKey(source.file.id, branch, locale)),
  }
}

/**
 * Whether the file equals the last import.
 * @param isFinal whether nobody has to review it
 */
export const isAlreadyImported = ({ record, sha256, place }: ImportFile, isFinal: boolean): boolean =>
  record !== undefined &&
  record.sha256 === sha256 &&
  record.path === place.path &&
  record.recorded === true &&
  (!isFinal || record.reviewed === undefined)

/** Returns the file that others pull until somebody reviewed this one; null for none, undefined if it is this one. */
export function findReviewed({ record, sha256 }: ImportFile, isFinal: boolean): TargetFileRecord['reviewed'] {
  if (isFinal) return undefined
  if (record === undefined) return null
  const { content, imported_at, recorded } = record
  const present = { content, sha256: record.sha256, imported_at, ...(recorded === true && { recorded }) }
  const reviewed = record.reviewed === undefined ? present : record.reviewed
  return reviewed?.sha256 === sha256 ? undefined : reviewed
}

/** Stores the content of an imported file: base of the next merge, and of the next pull, for others once it is `isFinal`. */
export async function saveImportedFile(
  file: ImportFile,
  branch: string,
  isFinal: boolean,
  { tx, newId, at, project, replacedFiles }: Batch,
): Promise<void> {
  const { place, content, sha256, record, categories } = file
  const base = record?.reviewed === undefined ? record : record.reviewed
  if (isFinal && (base?.sha256 !== sha256 || record?.path !== place.path)) replacedFiles.add(place.locale)
  const reviewed = findReviewed(file, isFinal)
  const kept = {
    id: record?.id ?? newId(),
    project_id: project.id,
    file_id: place.source.file.id,
    locale: place.locale,
    branch,
    path: place.path,
    content,
    sha256,
    ...(categories !== undefined && { categories }),
    imported_at: at,
    recorded: true as const,
    ...(reviewed !== undefined && { reviewed }),
  }
  if (record === undefined) await tx.target_files.insert(kept)
  else await tx.target_files.put(kept)
}
