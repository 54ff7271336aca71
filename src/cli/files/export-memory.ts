import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import type { Root } from './root.ts'
import { parseToolResult, toToolResult } from './tool-result.ts'
import { type FileTransfer, INLINE } from './transfer.ts'

/** The part of a response that has the file, or a link to it. */
const ExportAnswer = z.looseObject({
  files: z
    .array(z.looseObject({ path: z.string(), content: z.string() }))
    .max(1)
    .optional(),
  downloads: z
    .array(z.looseObject({ path: z.string(), get: z.string() }))
    .max(1)
    .optional(),
  units: z.number().optional(),
})

/** Runs an export of the memory and writes its file below the root. Replaces only a file that an earlier export wrote. */
export async function exportMemory(
  call: () => Promise<CallToolResult>,
  root: Root,
  carrier: FileTransfer,
  signal: AbortSignal | undefined,
): Promise<CallToolResult> {
  const result = await call()
  const given = parseToolResult(result)
  if (given === undefined) return result
  const answer = ExportAnswer.safeParse(given)
  const file = answer.success ? await fetchFile(answer.data, carrier, signal) : undefined
  if (file === undefined || !/\.tmx$/i.test(file.path)) throw invalidAnswerError()
  const there = await root.existing(file.path, file.content)
  if (there !== undefined && !isExported(there.bytes)) throw otherFileError(file.path)
  await root.write(file.path, file.content)
  const { units } = answer.data ?? {}
  return toToolResult({
    written: [file.path],
    units,
    bytes: Buffer.byteLength(file.content),
    next: `${file.path} is written.`,
  })
}

async function fetchFile(
  { files = [], downloads = [] }: z.output<typeof ExportAnswer>,
  carrier: FileTransfer,
  signal: AbortSignal | undefined,
): Promise<{ readonly path: string; readonly content: string } | undefined> {
  const [file] = files
  const [download] = downloads
  if (file !== undefined || download === undefined || carrier === INLINE) return file
  return { path: download.path, content: (await carrier.get(download.get, signal)).toString() }
}

/** Bytes in which the name of the program stands. */
const HEAD_BYTES = 500

const isExported = (bytes: Buffer | undefined): boolean =>
  bytes?.subarray(0, HEAD_BYTES).toString('latin1').includes('creationtool="Dragoman"') === true

const otherFileError = (path: string): AppError =>
  new AppError('conflict', `${quote(path)} exists, and no export of Dragoman wrote it. Nothing was written.`, {
    fix: 'Choose another name, or move the file away.',
  })

const invalidAnswerError = (): AppError =>
  new AppError('unavailable', 'The response of the server has no TMX file. Nothing was written.', {
    fix: 'Check that the server has the version of this program.',
  })
