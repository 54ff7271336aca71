import { posix } from 'node:path'
import { AppError, recover, resultOr } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import {
  containsLocale,
  type FileMismatch,
  findPulledLocale,
  Recognizer,
  type SourceText,
} from '../../tools/files/pull/recognizer.ts'
import { foldPath } from '../../tools/files/rules/validate.ts'
import { decodeFile } from '../../tools/files/transfer/file-text.ts'
import { pluralize } from '../../tools/pluralize.ts'
import type { IncomingFile } from './pull-answer.ts'
import type { PulledLog } from './pulled-log.ts'
import type { ExistingFile, Root } from './root.ts'

/** A file that a pull writes only with `--force`. */
export interface PullConflict {
  readonly path: string
  /** The reason: a description of the existing file, or the fault of the path. */
  readonly why: string
  /** Whether a push of the file, which has all locales, ends the conflict. */
  readonly isUnpushed: boolean
}

/**
 * Finds the files that a pull must not write without `--force`. It may replace files of earlier pulls and translations of the same source file, also if their
 * strings have moved, and create files whose path contains the locale. So neither a project's paths nor the server can replace other files of the repository.
 * Nor can they bring code: all code of a pulled file is in its source file or in the file that it replaces.
 * @param preview the folder of a preview
 * @throws AppError for files that can never be written.
 */
export async function findPullConflicts(
  files: readonly IncomingFile[],
  root: Root,
  log: PulledLog,
  preview?: string,
): Promise<readonly PullConflict[]> {
  const sources = new Map<string, SourceText | undefined>()
  const sourceAt = async (path: string): Promise<SourceText | undefined> => {
    if (!sources.has(path)) sources.set(path, await readSource(path, root))
    return sources.get(path)
  }
  const recognizer = new Recognizer()
  const texts = new Map<string, ReadonlySet<string>>()
  const textsIn = async (locale: string): Promise<ReadonlySet<string>> => {
    const known = texts.get(locale)
    if (known !== undefined) return known
    const found = new Set<string>()
    for (const file of files) {
      if (findPulledLocale(file) !== locale) continue
      const source = file.source === undefined ? undefined : await sourceAt(file.source)
      for (const text of source === undefined ? [] : recognizer.listTexts(file, source)) found.add(text)
    }
    texts.set(locale, found)
    return found
  }
  const evidence = { log, sourceAt, textsIn, recognizer, preview }
  const found: PullConflict[] = []
  for (const file of files) {
    const existing = await root.existing(file.path, file.content)
    const conflict = await describeConflict(existing, file, evidence)
    if (conflict !== undefined) found.push({ path: file.path, ...conflict })
  }
  return found
}

/**
 * Rejects a preview that leaves its folder, or that would replace a file that no preview wrote. `--force` changes nothing about that.
 * @throws AppError `conflict`, `unavailable`
 */
export async function assertPreview(
  files: readonly IncomingFile[],
  preview: string,
  root: Root,
  previews: PulledLog,
): Promise<void> {
  for (const { path, content } of files) {
    if (!path.startsWith(`${preview}/`)) throw outsidePreviewError(path, preview)
    const existing = await root.existing(path, content)
    if (existing === undefined) continue
    const isOwn = existing.bytes !== undefined && (await previews.wrote(path, existing.bytes))
    if (!isOwn) throw otherFileError(path)
  }
}

const outsidePreviewError = (path: string, preview: string): AppError =>
  new AppError(
    'unavailable',
    `The server sent ${quote(path)}, which is not below ${quote(preview)}. Nothing was written.`,
    { fix: 'Check that the server has the version of this program.' },
  )

const otherFileError = (path: string): AppError =>
  new AppError('conflict', `${quote(path)} exists, and no preview wrote it as it is. Nothing was written.`, {
    fix: 'Give another folder for the preview, or delete the file.',
  })

async function describeConflict(
  existing: ExistingFile | undefined,
  file: IncomingFile,
  evidence: Evidence,
): Promise<Omit<PullConflict, 'path'> | undefined> {
  if (existing?.bytes?.equals(Buffer.from(file.content)) === true) return undefined
  const reason = existing && (await findConflict(existing, file, evidence))
  if (existing !== undefined && reason !== undefined)
    return { why: formatConflict(existing, reason), isUnpushed: reason === UNPUSHED }
  const why =
    existing === undefined && !isPlaced(file, evidence.preview)
      ? formatMissingLocale(file)
      : await describeNewCode(existing, file, evidence)
  return why === undefined ? undefined : { why, isUnpushed: false }
}

/** Whether the path of a new file contains its locale. In a preview, a file with all locales is new, too. */
const isPlaced = ({ path, source, locales }: IncomingFile, preview: string | undefined): boolean =>
  containsLocale(path, locales) ||
  (preview !== undefined && source !== undefined && path === posix.join(preview, source))

/** Code runs on each machine that pulls it, so the repository must have it already. */
async function describeNewCode(
  existing: ExistingFile | undefined,
  file: IncomingFile,
  { sourceAt, recognizer }: Evidence,
): Promise<string | undefined> {
  const source = file.source === undefined ? undefined : await sourceAt(file.source)
  const replaced = existing?.bytes && decodeText(existing.bytes, file.path)
  try {
    const found = recognizer.findNewCode(file, source, replaced)
    if (found === undefined) return undefined
    const { code, line, column } = found
    const where = source === undefined ? 'its source file, which is missing' : source.path
    return `new code at ${line}:${column} that is not in ${where}: ${JSON.stringify(code)}`
  } catch (error) {
    if (error instanceof AppError) return `it cannot be read: ${error.message}`
    throw error
  }
}

/** The reason why a file conflicts, with the source file it was compared with. */
type ConflictReason = string | (FileMismatch & { readonly with: string })

/** The facts that identify a file as a translation. */
interface Evidence {
  readonly log: PulledLog
  readonly sourceAt: (path: string) => Promise<SourceText | undefined>
  /** The texts that the pull writes for strings of the repository in a locale. */
  readonly textsIn: (locale: string) => Promise<ReadonlySet<string>>
  readonly recognizer: Recognizer
  readonly preview: string | undefined
}

async function findConflict(
  { bytes }: ExistingFile,
  file: IncomingFile,
  { log, sourceAt, textsIn, recognizer }: Evidence,
): Promise<ConflictReason | undefined> {
  if (bytes === undefined) return UNREADABLE
  if (await log.wrote(file.path, bytes)) return undefined
  const isOwn = file.source !== undefined && foldPath(file.source) === foldPath(file.path)
  if (!isOwn && !containsLocale(file.path, file.locales))
    return `its path does not contain the locale${formatLocale(file)}`
  const text = decodeText(bytes, file.path)
  if (text === undefined) return UNREADABLE
  // Without a separate source file in the repository, the server could claim anything.
  if (file.source === undefined) return 'the server does not name its source file'
  if (isOwn) {
    const isSame = recognizer.hasSameSource(text, file)
    if (isSame === true) return undefined
    return isSame === undefined ? 'the server names it as its own source file' : UNPUSHED
  }
  const source = await sourceAt(file.source)
  if (source === undefined)
    return `its source file ${JSON.stringify(file.source.slice(0, 80))} is missing, so it cannot be compared`
  if (recognizer.findMismatch(text, file, source) === undefined) return undefined
  const reason = recognizer.findMismatch(text, file, source, await textsIn(findPulledLocale(file)))
  return reason && { ...reason, with: source.path }
}

async function readSource(path: string, root: Root): Promise<SourceText | undefined> {
  const text = await root.read(path).catch(recover(undefined))
  return text === undefined ? undefined : { path, text }
}

const UNPUSHED = 'its source strings or notes differ from the pushed ones'
const UNREADABLE = 'not a translation file in this format'

const decodeText = (bytes: Buffer, path: string): string | undefined =>
  resultOr(() => decodeFile(bytes, path), undefined)

function formatConflict({ bytes }: ExistingFile, finding: ConflictReason): string {
  const size = bytes === undefined ? 'over 16 MB' : bytes.length === 1 ? '1 byte' : `${bytes.length} bytes`
  if (typeof finding === 'string') return `${size}, ${finding}`
  const { known, unknown, examples, with: other } = finding
  if (examples.length === 0) return `${size}, ${UNREADABLE}`
  const names = examples.map(name => JSON.stringify(name.slice(0, 40))).join(', ')
  return `${size}, ${unknown} of its ${known + unknown} keys are not in ${other}, for example ${names}`
}

const formatMissingLocale = (file: IncomingFile): string =>
  `a new file whose path does not contain the locale${formatLocale(file)}`

const formatLocale = ({ locales }: IncomingFile): string => (locales.length === 1 ? ` ${locales[0]}` : '')

/** The error of a pull with conflicting files. */
export function pullConflictError(conflicts: readonly PullConflict[]): AppError {
  const lines = conflicts.slice(0, MAX_SHOWN).map(({ path, why }) => `\n  ${path}: ${why}`)
  const more = conflicts.length > MAX_SHOWN ? `\n  and ${conflicts.length - MAX_SHOWN} more` : ''
  const unpushed = conflicts.filter(({ isUnpushed }) => isUnpushed).map(({ path }) => path)
  const push = `Push ${unpushed.slice(0, MAX_SHOWN).join(', ')} with push_source, then pull again.`
  const check =
    'Check each file. If it may be replaced, ask a user to repeat the pull on the command line with --force. If not, set another target with update_project.'
  return new AppError(
    'conflict',
    `Nothing was written. The pull would write ${pluralize(conflicts.length, 'file')} that may not be translations:${lines.join('')}${more}`,
    { fix: unpushed.length === 0 ? check : unpushed.length === conflicts.length ? push : `${push} ${check}` },
  )
}

const MAX_SHOWN = 10
