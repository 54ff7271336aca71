import { createHash } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import { forEachFile, type SentFile } from '../../tools/files/transfer/sent-files.ts'
import type { FileAccess } from './file-access.ts'
import type { Root } from './root.ts'
import { parseToolResult } from './tool-result.ts'
import { type FileTransfer, forEachConcurrently, INLINE, type TransferClient } from './transfer.ts'

type Arguments = Readonly<Record<string, unknown>>
type CallTool = (args: Arguments) => Promise<CallToolResult>

/** A call has at most 500 files, and a response requests at most 40 of them. */
const MAX_FILES = 500
const MAX_ROUNDS = 20

/** The part of a response that requests files. */
const UploadRequest = z.looseObject({
  uploads: z
    .array(z.looseObject({ path: z.string(), put: z.string() }))
    .max(MAX_FILES)
    .default([]),
  /** Files that the next response requests. */
  more: z.number().default(0),
})

/** Runs a push. Reads files without content below the root. An invalid list of files is left to the tool to reject. */
export async function pushFiles(
  args: unknown,
  call: CallTool,
  { root, progress }: Pick<FileAccess, 'root' | 'progress'>,
  carrier: FileTransfer,
  signal: AbortSignal | undefined,
): Promise<CallToolResult> {
  const given = (args ?? {}) as Arguments
  const files = findFiles(given)
  if (files === undefined || files.every(({ content }) => content != null)) return call(given)
  return carrier === INLINE
    ? call({ ...given, files: await withContents(files, root) })
    : uploadFiles({ ...given, files: await withHashes(files, root) }, call, { root, progress }, carrier, signal)
}

function findFiles({ files }: Arguments): readonly SentFile[] | undefined {
  if (!Array.isArray(files) || files.length === 0) return undefined
  const isFile = (file: unknown): boolean =>
    typeof file === 'object' && file !== null && typeof (file as SentFile).path === 'string'
  return files.every(isFile) ? (files as SentFile[]) : undefined
}

async function withContents(files: readonly SentFile[], root: Root): Promise<readonly SentFile[]> {
  const sent: SentFile[] = []
  await forEachFile(files, new Pacer(), async file => {
    sent.push({ ...file, content: file.content ?? (await root.read(file.path)) })
  })
  return sent
}

/** Adds size and hash, so that the server can skip known files and verify uploads. */
async function withHashes(files: readonly SentFile[], root: Root): Promise<readonly SentFile[]> {
  const sent: SentFile[] = []
  await forEachFile(files, new Pacer(), async file => {
    if (file.content != null) {
      sent.push(file)
      return
    }
    const text = await root.read(file.path)
    const sha256 = createHash('sha256').update(text).digest('hex')
    sent.push({ ...file, sha256, bytes: Buffer.byteLength(text) })
  })
  return sent
}

async function uploadFiles(
  args: Arguments,
  call: CallTool,
  { root, progress }: Pick<FileAccess, 'root' | 'progress'>,
  addresses: TransferClient,
  signal: AbortSignal | undefined,
): Promise<CallToolResult> {
  // `done` is not forwarded: only this process knows whether all files are sent.
  const { done: _, ...input } = args
  // The server gets only the files that the call named.
  const named = new Set((findFiles(args) ?? []).flatMap(({ path, content }) => (content == null ? [path] : [])))
  const update = progress.begin('Uploading', 'files')
  let sent = 0
  let result = await call(input)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { uploads, more } = parseUploads(result)
    if (uploads.length === 0) return result
    const other = uploads.find(({ path }) => !named.has(path))
    if (other !== undefined) throw unrequestedFileError(other.path)
    const total = sent + uploads.length + more
    await forEachConcurrently(uploads, async ({ path, put }) => {
      await addresses.put(put, await root.read(path), signal)
      sent += 1
      update(sent, total)
    })
    progress.clear()
    result = await call(input)
  }
  return result
}

function parseUploads(result: CallToolResult): Pick<z.output<typeof UploadRequest>, 'uploads' | 'more'> {
  const answer = parseToolResult(result)
  if (answer === undefined) return { uploads: [], more: 0 }
  const asking = UploadRequest.safeParse(answer)
  if (asking.success) return asking.data
  throw new AppError('unavailable', 'The upload request of the server is not valid. No more files were sent.', {
    fix: 'Check that the server has the version of this program.',
  })
}

const unrequestedFileError = (path: string): AppError =>
  new AppError(
    'unavailable',
    `The server requested ${JSON.stringify(path.slice(0, 80))}, which is not part of this push. It was not sent.`,
    { fix: 'Check that the server is one that you trust.' },
  )
