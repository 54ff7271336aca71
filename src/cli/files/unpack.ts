import { gunzipSync } from 'node:zlib'
import { AppError } from '../../errors.ts'

interface UnpackedFile {
  readonly path: string
  readonly content: string
  /** Path of its source file, if the archive has it. */
  readonly source: string | undefined
}

const BLOCK = 512
/** 64 MB of files, plus headers. */
const MAX_BYTES = 80 * 1024 * 1024
/** A path has at most 400 bytes. */
const MAX_PAX_BYTES = 4096

/** Unpacks the server's tar.gz: regular files, with long paths and source paths in pax headers. @throws AppError `unavailable` */
export function* unpack(bytes: Buffer): Generator<UnpackedFile> {
  const tar = inflate(bytes)
  let extended: ReadonlyMap<string, string> = new Map()
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const name = readText(tar, at, 100)
    const size = Number.parseInt(readText(tar, at + 124, 12), 8)
    const type = readText(tar, at + 156, 1)
    const body = tar.subarray(at + BLOCK, at + BLOCK + size)
    if (!Number.isInteger(size) || body.length !== size) throw damagedArchiveError()
    if (type === 'x') {
      if (size > MAX_PAX_BYTES) throw damagedArchiveError()
      extended = paxRecords(body)
    } else {
      if (type !== '0') throw damagedArchiveError()
      yield { path: extended.get('path') ?? name, content: body.toString(), source: extended.get('comment') }
      extended = new Map()
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
}

function inflate(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? archiveTooLargeError(error)
      : damagedArchiveError(error)
  }
}

const readText = (tar: Buffer, at: number, length: number): string =>
  tar
    .subarray(at, at + length)
    .toString()
    .replace(/\0.*$/s, '')

/** Parses records of `length key=value\n`; the length is that of the whole record in bytes. */
function paxRecords(body: Buffer): ReadonlyMap<string, string> {
  const records = new Map<string, string>()
  for (let at = 0; at < body.length; ) {
    const length = Number.parseInt(readText(body, at, 5), 10)
    const record = /^\d+ (\w+)=(.*)\n$/s.exec(body.subarray(at, at + length).toString())
    if (record === null) throw damagedArchiveError()
    records.set(record[1] ?? '', record[2] ?? '')
    at += length
  }
  return records
}

const archiveTooLargeError = (cause: unknown): AppError =>
  new AppError('unavailable', `The archive from the server exceeds ${MAX_BYTES} bytes when unpacked.`, {
    fix: 'Request fewer locales at a time. Check that the server is one that you trust.',
    cause,
  })

const damagedArchiveError = (cause?: unknown): AppError =>
  new AppError('unavailable', 'The archive from the server is damaged.', { fix: 'Pull again.', cause })
