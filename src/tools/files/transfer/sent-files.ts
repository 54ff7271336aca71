import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { firstFaults, MAX_FAULTS } from '../../../l10n/faults.ts'
import { checkTextFile } from '../../../l10n/files/paths.ts'
import type { Pacer } from '../../../scheduling/pacer.ts'
import { echo } from '../../../text/escape.ts'
import { quote } from '../../../text/quote.ts'
import type { Call, ReadDeps } from '../../pipeline/call.ts'
import { fileTooLarge, MAX_FILE_BYTES } from './file-size.ts'
import { sha256Hex } from './file-text.ts'
import { findStagedFile, type StagedFile, type StagedPlace } from './staged-files.ts'

/** Input fields of a file: its content, the hash of content already stored, or an upload to expect. */
export const sentFileFields = {
  path: z.string(),
  content: z.string().optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, '64 hexadecimal digits')
    .optional(),
  bytes: z.number().int().min(0).optional(),
}

export interface SentFile {
  readonly path: string
  readonly content?: string | undefined
  readonly sha256?: string | undefined
  readonly bytes?: number | undefined
}

/** A file with its content. */
export type GatheredFile<F extends SentFile> = F & { readonly content: string }

interface GatheredFiles<F extends SentFile> {
  readonly files: readonly GatheredFile<F>[]
  /** Staged uploads for these files, used or not; all are dropped when the call ends. */
  readonly staged: readonly StagedFile[]
  readonly missing: readonly F[]
}

interface Sources<F extends SentFile> {
  readonly place: (file: F) => StagedPlace
  /** The stored version of this file. */
  readonly findStored: (file: F) => Promise<{ readonly sha256: string; readonly content: string } | undefined>
}

/** Most bytes of inline `content` over MCP. */
const MAX_INLINE_BYTES = 16_000

/**
 * Finds the content of each file: `content`, else the stored file with the same sha256, else the upload.
 * @throws AppError `invalid_input`, `too_large`: the faults of all files in one.
 */
export async function gatherFiles<F extends SentFile>(
  sent: readonly F[],
  sources: Sources<F>,
  call: Call & ReadDeps,
): Promise<GatheredFiles<F>> {
  checkUniquePaths(sent)
  const files: GatheredFile<F>[] = []
  const staged: StagedFile[] = []
  const missing: F[] = []
  await forEachFile(sent, call.computed.pace(), async file => {
    const upload = await findStagedFile(sources.place(file), call, call.read)
    if (upload !== undefined) staged.push(upload)
    if (file.content !== undefined) {
      checkContent(file, file.content, call)
      files.push({ ...file, content: file.content })
      return
    }
    // Its upload would be refused.
    if (file.bytes !== undefined && file.bytes > MAX_FILE_BYTES) throw fileTooLarge(file.path, file.bytes)
    const wanted = file.sha256?.toLowerCase()
    const stored = wanted === undefined ? undefined : await sources.findStored(file)
    if (stored !== undefined && stored.sha256 === wanted) {
      files.push({ ...file, content: stored.content })
      return
    }
    if (upload === undefined || isDifferentUpload(file, upload)) missing.push(file)
    else files.push({ ...file, content: upload.content })
  })
  return { files, staged, missing }
}

/** Whether an upload differs from the sha256 or bytes in the call. */
const isDifferentUpload = ({ sha256, bytes }: SentFile, upload: StagedFile): boolean =>
  (sha256 !== undefined && upload.sha256 !== sha256.toLowerCase()) || (bytes !== undefined && upload.size !== bytes)

/** Processes each file and reports the faults of all in one error: a call writes all files or none. */
export async function forEachFile<F extends SentFile>(
  files: readonly F[],
  pace: Pacer,
  work: (file: F) => Promise<void>,
): Promise<void> {
  const faults: AppError[] = []
  for (const file of files) {
    if (pace.shouldYield) await pace.yieldNow()
    try {
      await work(file)
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'rate_limited') throw error
      faults.push(prefixPath(file.path, error))
    }
  }
  const [first, ...others] = faults
  if (first === undefined) return
  if (others.length === 0) throw first
  throw new AppError(first.code, firstFaults(faults.map(({ message }) => message)).join(' '), {
    fix: [...new Set(faults.slice(0, MAX_FAULTS).map(({ fix }) => fix ?? ''))].join(' '),
    cause: first,
  })
}

/** Prefixes an error with the path. */
export function prefixPath(path: string, error: AppError): AppError {
  const name = echo(path)
  if (error.message.includes(name)) return error
  const { code, message, fix } = error
  return new AppError(code, `${name}: ${message}`, { fix, cause: error })
}

function checkUniquePaths(files: readonly SentFile[]): void {
  const seen = new Set<string>()
  for (const { path } of files) {
    checkTextFile(path)
    if (seen.has(path)) {
      throw new AppError('invalid_input', `${quote(path)} is in files twice.`, { fix: 'Give each file once.' })
    }
    seen.add(path)
  }
}

function checkContent({ path, sha256, bytes }: SentFile, content: string, { surface, inlineFiles }: Call): void {
  const size = Buffer.byteLength(content)
  if (size > MAX_FILE_BYTES) throw fileTooLarge(path, size)
  if (size > MAX_INLINE_BYTES && surface === 'mcp' && inlineFiles !== true) {
    throw new AppError(
      'too_large',
      `${quote(path)} has ${size} bytes of content; the limit over MCP is ${MAX_INLINE_BYTES}.`,
      { fix: 'Omit content and call again: the answer has an upload URL with a curl line.' },
    )
  }
  const isWrong =
    (bytes !== undefined && bytes !== size) || (sha256 !== undefined && sha256.toLowerCase() !== sha256Hex(content))
  if (!isWrong) return
  throw new AppError('invalid_input', `${quote(path)}: content does not match its sha256 or bytes.`, {
    fix: 'Send the file unchanged, in UTF-8, or omit sha256 and bytes.',
  })
}
