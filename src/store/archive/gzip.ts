import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw, createInflateRaw } from 'node:zlib'
import { getErrorCode } from '../files/error-code.ts'
import type { ArchivePosition } from './position.ts'

/** RFC 1952 2.3: no name, no time, unknown system. All header bytes are fixed, so each one can be checked. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const TRAILER_BYTES = 8
const CHUNK_BYTES = 64 * 1024

/** Compresses pieces into one gzip member, off the event loop. Reads the next piece only when the previous one is consumed. */
export async function* gzip(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ chunkSize: CHUNK_BYTES })
  let [crc, size] = [0, 0]
  const feed = pipeline(async function* () {
    for await (const piece of pieces) {
      crc = crc32(piece, crc)
      size += piece.length
      yield piece
    }
  }, deflate)
  // An error of the feed also ends the loop below, with the same error.
  feed.catch(() => undefined)
  try {
    let head = HEADER
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      yield head.length === 0 ? chunk : Buffer.concat([head, chunk])
      head = Buffer.alloc(0)
    }
  } finally {
    // If the consumer stops early, wait until the feed has stopped, too.
    await feed.catch(() => undefined)
  }
  yield encodeTrailer(crc, size)
}

/**
 * Decompresses the output of `gzip`, and passes plain JSON Lines through. Stricter than zlib: rejects other header bytes, a second member, and anything after
 * the end.
 * @throws AppError `invalid_input`
 */
export async function* gunzip(chunks: AsyncIterable<Uint8Array>, reading: ArchivePosition): AsyncGenerator<Buffer> {
  const source = new TrailerSplitter(chunks)
  try {
    const start = await source.take(HEADER.length)
    if (start[0] === '{'.charCodeAt(0)) {
      yield start
      yield* source.body()
      yield source.tail
    } else {
      assertHeader(start, reading)
      yield* inflate(source, reading)
    }
  } finally {
    await source.close()
  }
}

async function* inflate(source: TrailerSplitter, reading: ArchivePosition): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw({ chunkSize: CHUNK_BYTES })
  let fed = 0
  const feed = pipeline(async function* () {
    for await (const chunk of source.body()) {
      fed += chunk.length
      yield chunk
    }
  }, inflater)
  // An error of the feed also ends the loop below, with the same error. Extra bytes after the end abort the feed; they are counted below.
  feed.catch(() => undefined)
  let [crc, size] = [0, 0]
  try {
    for await (const piece of inflater as AsyncIterable<Buffer>) {
      crc = crc32(piece, crc)
      size += piece.length
      yield piece
    }
  } catch (error) {
    throw toGunzipError(error, HEADER.length + inflater.bytesWritten, reading)
  }
  const end = HEADER.length + inflater.bytesWritten
  if (fed > inflater.bytesWritten) throw reading.damagedBytesError(end + TRAILER_BYTES, 'extra bytes follow the end')
  if (!encodeTrailer(crc, size).equals(source.tail)) throw reading.damagedBytesError(end, 'wrong gzip checksum')
}

function assertHeader(start: Buffer, reading: ArchivePosition): void {
  if (start.length === 0) throw reading.notBackupError('the file is empty')
  const wrong = HEADER.findIndex((byte, at) => start[at] !== byte)
  if (wrong < 0) return
  const found = start[wrong]
  if (found === undefined) throw reading.damagedBytesError(start.length, 'the file ends here')
  const what = `byte ${wrong} is 0x${found.toString(16).padStart(2, '0')}`
  if (wrong < 2) throw reading.notBackupError(what)
  throw reading.notBackupError(
    `${what}: the file is damaged, or was compressed by another program`,
    'Use the file that `dragoman backup` wrote. If it was compressed again, decompress it first: gunzip -c FILE > backup.jsonl',
  )
}

function toGunzipError(error: unknown, byte: number, reading: ArchivePosition): unknown {
  const code = getErrorCode(error)
  if (code === 'Z_BUF_ERROR') return reading.damagedBytesError(byte, 'the file is truncated')
  return code.startsWith('Z_') ? reading.damagedBytesError(byte, 'invalid gzip data') : error
}

function encodeTrailer(crc: number, size: number): Buffer {
  const bytes = Buffer.alloc(TRAILER_BYTES)
  bytes.writeUInt32LE(crc, 0)
  bytes.writeUInt32LE(size % 2 ** 32, 4)
  return bytes
}

/** Separates the gzip trailer from a stream of unknown length, by holding back its last bytes. */
class TrailerSplitter {
  readonly #source: AsyncIterator<Uint8Array>
  #buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#source = chunks[Symbol.asyncIterator]()
  }

  /** The trailer. Valid after `body` has ended. */
  get tail(): Buffer {
    return this.#buffer
  }

  /** Takes the first bytes; fewer if the stream is shorter. */
  async take(count: number): Promise<Buffer> {
    let more = true
    while (more && this.#buffer.length < count) more = await this.#pull()
    return this.#cut(count)
  }

  async *body(): AsyncGenerator<Buffer> {
    do {
      const ready = this.#buffer.length - TRAILER_BYTES
      if (ready > 0) yield this.#cut(ready)
    } while (await this.#pull())
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }

  async #pull(): Promise<boolean> {
    const { done, value } = await this.#source.next()
    if (done === true) return false
    this.#buffer = Buffer.concat([this.#buffer, value])
    return true
  }

  #cut(count: number): Buffer {
    const bytes = this.#buffer.subarray(0, count)
    this.#buffer = this.#buffer.subarray(count)
    return bytes
  }
}
