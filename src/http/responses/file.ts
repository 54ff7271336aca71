import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { AppError } from '../../errors.ts'
import { type ArchivedFile, renderArchive } from '../../tools/files/pull/archive.ts'
import type { Exchange } from '../exchange.ts'
import { matchesEtag } from './json-document.ts'

/** The files in an answer of `pull_translations`. */
interface PulledFiles {
  readonly files?: readonly {
    readonly path: string
    readonly content?: string | undefined
    readonly source?: string | undefined
  }[]
  readonly conflicts?: { readonly count: number } | undefined
}

interface FileResponse {
  readonly bytes: Buffer
  readonly type: string
  /** The file name for browsers. */
  readonly name: string
  /** Texts of the files that conflict with the project's. */
  readonly conflicts: number
}

/**
 * Returns the only file of an answer.
 * @throws AppError `invalid_input` unless there is exactly one.
 */
export function toSingleFile(answer: unknown): FileResponse {
  const files = listFiles(answer)
  const [file] = files
  if (file === undefined || files.length > 1) {
    throw new AppError('invalid_input', `The result has ${files.length} files, and this URL returns one.`, {
      fix: 'Give path (of a source file) and locale. For all files, use /export (one archive) or Accept: application/json.',
    })
  }
  // Never sent as JSON, even for JSON files: at the same URL, JSON is the answer of the tool.
  const type = 'application/octet-stream'
  return {
    bytes: Buffer.from(file.content),
    type,
    name: file.path.split('/').at(-1) ?? '',
    conflicts: countConflicts(answer),
  }
}

/** All files of an answer as a tar.gz. @throws AppError `too_large` */
export async function toArchive(answer: unknown): Promise<FileResponse> {
  return {
    bytes: await renderArchive(listFiles(answer)),
    type: 'application/gzip',
    name: 'translations.tar.gz',
    conflicts: countConflicts(answer),
  }
}

const countConflicts = (answer: unknown): number => (answer as PulledFiles).conflicts?.count ?? 0

/** Sends bytes, or 304 to a client that has them. A header has the number of texts that wait for a decision. */
export function sendFile({ request, response }: Exchange, { bytes, type, name, conflicts }: FileResponse): void {
  if (conflicts > 0) response.setHeader('dragoman-conflicts', conflicts)
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`
  response.setHeader('etag', etag)
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end()
    return
  }
  setFileName(response, name)
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
}

/** RFC 6266: the exact name, and an ASCII one for older programs. */
function setFileName(response: ServerResponse, name: string): void {
  const exact = encodeURIComponent(name).replace(/['()*]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  response.setHeader('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${exact}`)
}

function listFiles(answer: unknown): readonly ArchivedFile[] {
  const { files = [] } = answer as PulledFiles
  const found = new Map<string, ArchivedFile>()
  for (const { path, content, source } of files) {
    // Further locales of a file that has all of them.
    if (found.has(path)) continue
    if (content === undefined) throw new Error(`${path} came without its content`)
    found.set(path, { path, content, source })
  }
  return [...found.values()]
}
