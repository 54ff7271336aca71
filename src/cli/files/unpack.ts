import { gunzipSync } from 'node:zlib'
import { AppError } from '../../errors.ts'

interface Unpacked {
  readonly path: string
  readonly content: string
}

const BLOCK = 512
/** An archive may have 64 MB of files; their headers come on top. */
const MOST_BYTES = 80 * 1024 * 1024

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
    if (type === 'x') named = paxPath(body.toString())
    else {
      if (type !== '0') throw damaged()
      yield { path: named ?? name, content: body.toString() }
      named = undefined
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
}

function inflate(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES })
  } catch (error) {
    throw damaged(error)
  }
}

const textAt = (tar: Buffer, at: number, length: number): string =>
  tar
    .subarray(at, at + length)
    .toString()
    .replace(/\0.*$/s, '')

const paxPath = (records: string): string | undefined => /^\d+ path=(.*)\n$/s.exec(records)?.[1]

const damaged = (cause?: unknown): AppError =>
  new AppError('unavailable', 'The archive that came from the server cannot be read.', { fix: 'Pull again.', cause })
