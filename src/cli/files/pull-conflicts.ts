import { AppError } from '../../errors.ts'
import { containsLocale, type FileMismatch, Recognizer, type SourceText } from '../../tools/files/pull/recognizer.ts'
import { foldPath } from '../../tools/files/rules/validate.ts'
import { decodeFile } from '../../tools/files/transfer/file-text.ts'
import type { IncomingFile } from './pull-answer.ts'
import type { PulledLog } from './pulled-log.ts'
import type { ExistingFile, Root } from './root.ts'

/** A file of a pull that is written with `--force` only. */
export interface PullConflict {
  readonly path: string
  /** What is there now, or speaks against the path. */
  readonly why: string
}

/**
 * Finds what a pull must not write by itself. It replaces what an earlier pull wrote and what is a translation of the same project, and makes new files
 * where the path spells the locale: whoever names the paths of a project, or runs the server, replaces no other file here.
 * @throws AppError for what can never be written.
 */
export async function findPullConflicts(
  files: readonly IncomingFile[],
  root: Root,
  log: PulledLog,
): Promise<readonly PullConflict[]> {
  const sources = new Map<string, SourceText | undefined>()
  const sourceAt = async (path: string): Promise<SourceText | undefined> => {
    if (!sources.has(path)) sources.set(path, await readSource(path, root))
    return sources.get(path)
  }
  const evidence = { log, sourceAt, recognizer: new Recognizer() }
  const found: PullConflict[] = []
  for (const file of files) {
    const existing = await root.existing(file.path, file.content)
    if (existing === undefined) {
      if (!containsLocale(file.path, file.locales)) found.push({ path: file.path, why: formatMissingLocale(file) })
      continue
    }
    const strange = await findConflict(existing, file, evidence)
    if (strange !== undefined) found.push({ path: file.path, why: formatConflict(existing, strange) })
  }
  return found
}

/** What speaks against a file, and what it was compared with. */
type ConflictReason = string | (FileMismatch & { readonly with: string })

/** By what a file is known. */
interface Evidence {
  readonly log: PulledLog
  readonly sourceAt: (path: string) => Promise<SourceText | undefined>
  readonly recognizer: Recognizer
}

async function findConflict(
  { bytes }: ExistingFile,
  file: IncomingFile,
  { log, sourceAt, recognizer }: Evidence,
): Promise<ConflictReason | undefined> {
  if (bytes === undefined) return UNREADABLE
  if (bytes.equals(Buffer.from(file.content)) || (await log.wrote(file.path, bytes))) return undefined
  if (!containsLocale(file.path, file.locales)) return `its path does not name its locale${formatLocale(file)}`
  const text = decodeText(bytes, file.path)
  if (text === undefined) return UNREADABLE
  // A source that is the file itself, or that the server alone has, says what the server wants it to.
  if (file.source === undefined) return 'the server does not say what its source file is'
  if (foldPath(file.source) === foldPath(file.path)) return 'the server gives it as its own source file'
  const source = await sourceAt(file.source)
  if (source === undefined)
    return `its source file ${JSON.stringify(file.source.slice(0, 80))} is not here to compare it with`
  const strange = recognizer.findMismatch(text, file, source)
  return strange && { ...strange, with: source.path }
}

async function readSource(path: string, root: Root): Promise<SourceText | undefined> {
  try {
    return { path, text: await root.read(path) }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

const UNREADABLE = 'no file of texts in this format'

function decodeText(bytes: Buffer, path: string): string | undefined {
  try {
    return decodeFile(bytes, path)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

function formatConflict({ bytes }: ExistingFile, finding: ConflictReason): string {
  const size = bytes === undefined ? 'over 16 MB' : bytes.length === 1 ? '1 byte' : `${bytes.length} bytes`
  if (typeof finding === 'string') return `${size}, ${finding}`
  const { known, unknown, examples, with: other } = finding
  if (examples.length === 0) return `${size}, ${UNREADABLE}`
  const names = examples.map(name => JSON.stringify(name.slice(0, 40))).join(', ')
  return `${size}, ${unknown} of its ${known + unknown} keys are not in ${other}, such as ${names}`
}

const formatMissingLocale = (file: IncomingFile): string =>
  `a new file whose path does not name its locale${formatLocale(file)}`

const formatLocale = ({ locales }: IncomingFile): string => (locales.length === 1 ? ` ${locales[0]}` : '')

/** The refusal of a pull that would replace what is not its own. */
export function pullConflictError(strangers: readonly PullConflict[]): AppError {
  const lines = strangers.slice(0, MAX_SHOWN).map(({ path, why }) => `\n  ${path}: ${why}`)
  const more = strangers.length > MAX_SHOWN ? `\n  and ${strangers.length - MAX_SHOWN} more` : ''
  const count = strangers.length === 1 ? '1 file that is' : `${strangers.length} files that are`
  return new AppError(
    'conflict',
    `Nothing was written. The pull would write ${count} not its own:${lines.join('')}${more}`,
    {
      fix: 'Look at each. Where translations belong, a person repeats the pull on the command line with --force. Everywhere else, set another target with update_project.',
    },
  )
}

const MAX_SHOWN = 10
