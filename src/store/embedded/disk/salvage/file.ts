import { tryParseJson } from '../../../../text/try-parse-json.ts'
import type { StoredRecord } from '../../../engine/definitions.ts'
import { checksum, formatChecksum } from '../checksum.ts'
import { decodeLine, type JournalLine, type Operation } from '../journal/line.ts'
import { parseJournal } from '../journal/parse.ts'
import { decodeOperations } from '../journal/transaction-file.ts'
import { parseRecordLine } from '../log/segment.ts'
import type { ChecksummedFile } from '../snapshot/manifest.ts'

/** An unreadable part of a store. */
export interface Damage {
  readonly file: string
  /** In bytes from the start of the file. */
  readonly offset?: number
  readonly what: string
  /** True when no record is lost. */
  readonly isHarmless?: boolean
}

/** One file of a damaged store. Yields its readable content and notes the damages. */
export class DamagedFile {
  readonly #file: string
  readonly #bytes: Buffer
  readonly #damages: Damage[]
  readonly #isMissing: boolean

  constructor(file: string, bytes: Buffer | undefined, damages: Damage[]) {
    this.#file = file
    this.#bytes = bytes ?? Buffer.alloc(0)
    this.#damages = damages
    this.#isMissing = bytes === undefined
  }

  /** Yields the records of a shard. If only the checksum of the file is wrong, any of these records may be wrong. */
  *records({ bytes, sum }: ChecksummedFile): Iterable<StoredRecord> {
    if (this.#assertThere()) return
    let lost = 0
    for (const { line, offset } of splitLines(this.#bytes)) {
      const text = line.toString().trimEnd().replace(/,$/, '')
      if ((offset === 0 && text.startsWith('{"collection"')) || text === ']}') continue
      const record = tryParseJson(text)
      if (isRecord(record)) {
        yield record
      } else {
        lost++
        this.#recordLost(line, offset)
      }
    }
    this.#assertLength(bytes)
    const isOther = sum !== '' && this.#bytes.length >= bytes && formatChecksum(checksum(this.#bytes)) !== sum
    if (isOther && lost === 0) this.#note('wrong checksum: one of its records may be wrong')
  }

  /** Yields the records of a log segment. `bytes` is its length; 0 if unknown. */
  *logRecords(bytes: number): Iterable<StoredRecord> {
    if (this.#assertThere()) return
    yield* this.#each('id', line => parseRecordLine(line))
    this.#assertLength(bytes)
  }

  assertIndex(sum: string): void {
    if (!this.#isMissing && formatChecksum(checksum(this.#bytes)) === sum) return
    const what = this.#isMissing ? 'it is missing' : 'it is damaged'
    this.#damages.push({ file: this.#file, what: `${what}; it is rebuilt, and nothing is lost`, isHarmless: true })
  }

  /** Yields the commits of a journal. `after` is the number of the commit before them, if known. */
  *commits(after: number | undefined): Iterable<JournalLine> {
    if (this.#assertThere()) return
    const { goodBytes, damage } = parseJournal(this.#bytes)
    let seq = after
    const bytes = damage === undefined ? this.#bytes.subarray(0, goodBytes) : this.#bytes
    let noted = this.#damages.length
    for (const commit of this.#each('seq', line => decodeLine(line.subarray(0, -1)), bytes)) {
      const missing = commit.seq - 1 - (seq ?? commit.seq - 1)
      const unreadable = this.#damages.length - noted
      if (missing > unreadable) this.#note(`commits are missing before number ${commit.seq}`)
      noted = this.#damages.length
      seq = commit.seq
      yield commit
    }
  }

  /** Yields the operations of a transaction file, line by line. */
  *transaction({ bytes }: ChecksummedFile): Iterable<readonly Operation[]> {
    if (this.#assertThere()) return
    yield* this.#each('operations', line => decodeOperations(line.subarray(0, -1)))
    this.#assertLength(bytes)
  }

  /** Decodes each line. If a line break is damaged, two lines look like one: then it searches for the start of the second. */
  *#each<T>(field: string, read: (line: Buffer) => T | undefined, bytes = this.#bytes): Iterable<T> {
    for (const { line, offset } of splitLines(bytes)) {
      const found = read(line)
      if (found !== undefined) {
        yield found
        continue
      }
      let start = 0
      for (const end of [...findLineStarts(line, field), line.length]) {
        const part = read(line.subarray(start, end))
        if (part === undefined) this.#recordLost(line.subarray(start, end), offset + start)
        else yield part
        start = end
      }
    }
  }

  /** Returns true, and notes the damage, if the file is missing. */
  #assertThere(): boolean {
    if (this.#isMissing) this.#note('it is missing, and its records are lost')
    return this.#isMissing
  }

  #assertLength(bytes: number): void {
    if (this.#bytes.length < bytes) {
      this.#note(`it has ${this.#bytes.length} bytes instead of ${bytes}: the records after them are lost`)
    }
  }

  #recordLost({ length }: Buffer, offset: number): void {
    this.#note(`${length} bytes cannot be read: their records are lost, the following ones are not`, offset)
  }

  #note(what: string, offset?: number): void {
    this.#damages.push({ file: this.#file, what, ...(offset !== undefined && { offset }) })
  }
}

/** Finds possible starts of lines within a line: 8 checksum digits, a space, and the first field. */
const findLineStarts = (line: Buffer, field: string): readonly number[] =>
  Array.from(
    line.toString('latin1').matchAll(new RegExp(`(?<!^)[0-9a-f]{8} \\{"${field}":`, 'g')),
    ({ index }) => index,
  )

/** Yields lines with their line breaks. Text after the last line break is a line, too. */
function* splitLines(bytes: Buffer): Iterable<{ readonly line: Buffer; readonly offset: number }> {
  for (let offset = 0; offset < bytes.length; ) {
    const end = bytes.indexOf('\n', offset)
    const next = end === -1 ? bytes.length : end + 1
    yield { line: bytes.subarray(offset, next), offset }
    offset = next
  }
}

const isRecord = (value: unknown): value is StoredRecord =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
