import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { firstFaults, MAX_FAULTS } from '../../../l10n/faults.ts'
import { checkTextFile } from '../../../l10n/files/paths.ts'
import type { Pacer } from '../../../scheduling/pacer.ts'
import { echo } from '../../../text/escape.ts'
import type { Call, ReadDeps } from '../../pipeline/call.ts'
import { sha256Hex } from './file-text.ts'
import { fileTooLarge, findStagedFile, MAX_FILE_BYTES, type StagedFile, type StagedPlace } from './staged-files.ts'

/** The fields by which a call says where the bytes of a file are: in the call, here already, or in an upload. */
export const sentFileFields = {
  path: z.string().describe('From the repository root'),
  content: z.string().optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'give 64 hexadecimal digits')
    .optional(),
  bytes: z.number().int().min(0).optional(),
}

export interface SentFile {
  readonly path: string
  readonly content?: string | undefined
  readonly sha256?: string | undefined
  readonly bytes?: number | undefined
}

/** A file whose text is there. */
export type GatheredFile<F extends SentFile> = F & { readonly content: string }

interface GatheredFiles<F extends SentFile> {
  readonly files: readonly GatheredFile<F>[]
  /** What waits for these places, taken or not: once the call has done its work, or was refused, none of it is news. */
  readonly staged: readonly StagedFile[]
  readonly missing: readonly F[]
}

interface Sources<F extends SentFile> {
  readonly place: (file: F) => StagedPlace
  /** What the service has for this file already. */
  readonly held: (file: F) => Promise<{ readonly sha256: string; readonly content: string } | undefined>
}

/** The most bytes of one file that a model may carry itself. */
const MAX_INLINE_BYTES = 16_000

/**
 * Finds the text of each file: `content`, else what is here with the same sha256, else what was uploaded.
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
    const wanted = file.sha256?.toLowerCase()
    const held = wanted === undefined ? undefined : await sources.held(file)
    if (held !== undefined && held.sha256 === wanted) {
      files.push({ ...file, content: held.content })
      return
    }
    if (upload === undefined || isDifferentUpload(file, upload)) missing.push(file)
    else files.push({ ...file, content: upload.content })
  })
  return { files, staged, missing }
}

/** Whether an upload is not the file that the call means. */
const isDifferentUpload = ({ sha256, bytes }: SentFile, upload: StagedFile): boolean =>
  (sha256 !== undefined && upload.sha256 !== sha256.toLowerCase()) || (bytes !== undefined && upload.size !== bytes)

/** Does something with each file, and tells the faults of all in one refusal: all files of a call go in or none does. */
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

/** Puts the path before a refusal. */
export function prefixPath(path: string, error: AppError): AppError {
  const name = echo(path)
  if (error.message.includes(name)) return error
  const { code, message, fix } = error
  return new AppError(code, `${name}: ${message}`, { ...(fix !== undefined && { fix }), cause: error })
}

function checkUniquePaths(files: readonly SentFile[]): void {
  const seen = new Set<string>()
  for (const { path } of files) {
    checkTextFile(path)
    if (seen.has(path)) {
      throw new AppError('invalid_input', `files holds ${echo(path)} twice.`, { fix: 'Give each file once.' })
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
      `${echo(path)} has ${size} bytes of content; over MCP a file may have ${MAX_INLINE_BYTES}.`,
      { fix: 'Leave its content out and call again: the answer has an upload URL with a curl line.' },
    )
  }
  const isWrong =
    (bytes !== undefined && bytes !== size) || (sha256 !== undefined && sha256.toLowerCase() !== sha256Hex(content))
  if (!isWrong) return
  throw new AppError(
    'invalid_input',
    `${echo(path)}: content does not have the sha256 or bytes that were given with it.`,
    {
      fix: 'Send the file again as it is, in UTF-8, or leave sha256 and bytes out.',
    },
  )
}
