import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { AppError } from '../../../errors.ts'
import { Pacer } from '../../../scheduling/pacer.ts'

export interface ArchivedFile {
  /** Relative to the repository root. */
  readonly path: string
  readonly content: string
  /** Path of its source file; set if the archive has files of several sources. */
  readonly source?: string | undefined
}

const MAX_ARCHIVE_BYTES = 64 * 1024 * 1024
const BLOCK = 512
/** Bytes of a file besides its content: its header, and up to a block of padding. */
const FRAME_BYTES = 2 * BLOCK
const compress = promisify(gzip)

/**
 * Builds a tar.gz of files, sorted by path, with a fixed date and no owner, so that equal files give equal bytes.
 * @throws AppError `too_large` above 64 MB of files, each with 1,024 bytes of its own.
 */
export async function renderArchive(files: readonly ArchivedFile[]): Promise<Buffer> {
  const parts: Buffer[] = []
  const room = createArchiveLimit()
  const pace = new Pacer()
  for (const { path, content, source } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const body = Buffer.from(content)
    room(body.length)
    parts.push(...renderMember(path, body, source))
    if (pace.shouldYield) await pace.yieldNow()
  }
  parts.push(Buffer.alloc(2 * BLOCK))
  const packed = await compress(Buffer.concat(parts))
  // RFC 1952 2.3.1: 255 = unknown system; the number of this system would give other bytes on another.
  packed[9] = 255
  return packed
}

/** Adds up the bytes of files of one archive. @throws AppError `too_large` at the file that exceeds the limit, before the rest is rendered. */
export function createArchiveLimit(): (bytes: number) => void {
  let all = 0
  return bytes => {
    all += bytes + FRAME_BYTES
    if (all <= MAX_ARCHIVE_BYTES) return
    throw new AppError(
      'too_large',
      `The archive would exceed ${MAX_ARCHIVE_BYTES} bytes, counting ${FRAME_BYTES} extra bytes per file.`,
      { fix: 'Pull fewer locales at a time.' },
    )
  }
}

/**
 * POSIX.1-2024 pax: a path that does not fit the old header goes into an extended header before it. The source path is a comment there: tar ignores it, the
 * command line reads it before it replaces a file.
 */
function renderMember(path: string, body: Buffer, source: string | undefined): Buffer[] {
  const isPlain = /^[\x20-\x7E]{1,100}$/.test(path)
  const file = [renderHeader(isPlain ? path : 'file', '0', body.length), ...padToBlock(body)]
  const records = [
    ...(source === undefined ? [] : [paxRecord('comment', source)]),
    ...(isPlain ? [] : [paxRecord('path', path)]),
  ]
  if (records.length === 0) return file
  const extended = Buffer.concat(records)
  return [renderHeader('path', 'x', extended.length), ...padToBlock(extended), ...file]
}

/** `length key=value\n`, where the length counts its own digits. */
function paxRecord(name: string, value: string): Buffer {
  const rest = ` ${name}=${value}\n`
  let length = Buffer.byteLength(rest)
  while (String(length).length + Buffer.byteLength(rest) !== length) {
    length = String(length).length + Buffer.byteLength(rest)
  }
  return Buffer.from(`${length}${rest}`)
}

/** 2000-01-01: a fixed date, recent enough that tar does not warn. */
const DATE = Date.UTC(2000, 0, 1) / 1000

function renderHeader(name: string, type: '0' | 'x', size: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, width: number): void => {
    block.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at)
  }
  block.write(name, 0)
  octal(0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(DATE, 136, 12)
  block.write('        ', 148)
  block.write(type, 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

function padToBlock(body: Buffer): Buffer[] {
  const over = body.length % BLOCK
  return over === 0 ? [body] : [body, Buffer.alloc(BLOCK - over)]
}
