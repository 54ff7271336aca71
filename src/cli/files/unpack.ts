import { gunzipSync } from 'node:zlib'
import { AppError } from '../../errors.ts'

interface Unpacked {
  readonly path: string
  readonly content: string
}

const BLOCK = 512
/** An archive may have 64 MB of files; their headers come on top. */
const MAX_BYTES = 80 * 1024 * 1024
/** A path has 400 bytes at most. */
const MAX_PAX_BYTES = 4096

/** The files of a tar.gz as the server makes it: plain files, and the path of some in a pax header. @throws AppError `unavailable` */
export function* unpack(bytes: Buffer): Generator<Unpacked> {
  const tar = inflate(bytes)
  let named: string | undefined
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const name = textAt(tar, at, 100)
    const size = Number.parseInt(textAt(tar, at + 124, 12), 8)
    const type = textAt(tar, at + 156, 1)
    const body = tar.subarray(at + BLOCK, at + BLOCK + size)
    if (!Number.isInteger(size) || body.length !== size) throw damaged()
    if (type === 'x') {
      if (size > MAX_PAX_BYTES) throw damaged()
      named = paxPath(body.toString())
    } else {
      if (type !== '0') throw damaged()
      yield { path: named ?? name, content: body.toString() }
      named = undefined
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
}

function inflate(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(error) : damaged(error)
  }
}

const textAt = (tar: Buffer, at: number, length: number): string =>
  tar
    .subarray(at, at + length)
    .toString()
    .replace(/\0.*$/s, '')

const paxPath = (records: string): string | undefined => /^\d+ path=(.*)\n$/s.exec(records)?.[1]

const tooLarge = (cause: unknown): AppError =>
  new AppError('unavailable', `The archive that came from the server unpacks to more than ${MAX_BYTES} bytes.`, {
    fix: 'Check that DRAGOMAN_URL is the address of a Dragoman server you trust, and ask for fewer locales at a time.',
    cause,
  })

const damaged = (cause?: unknown): AppError =>
  new AppError('unavailable', 'The archive that came from the server cannot be read.', { fix: 'Pull again.', cause })
