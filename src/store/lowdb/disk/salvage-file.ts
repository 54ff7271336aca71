import type { StoredRecord } from '../definitions.ts'
import { parseJson } from '../json.ts'
import { checksum, spelled } from './checksum.ts'
import { decodeLine, type JournalLine } from './journal-line.ts'
import { readJournal } from './journal-reading.ts'
import { readLine } from './log-segment.ts'

/** A place in a store that cannot be read, and what that means. */
export interface Damage {
  readonly file: string
  /** In bytes from the beginning of the file. */
  readonly offset?: number
  readonly what: string
}

/** One file of a damaged store: gives what can be read of it, and notes what cannot. */
export class Found {
  readonly #file: string
  readonly #bytes: Buffer
  readonly #damages: Damage[]

  constructor(file: string, bytes: Buffer | undefined, damages: Damage[]) {
    this.#file = file
    this.#bytes = bytes ?? Buffer.alloc(0)
    this.#damages = damages
    if (bytes === undefined) this.#note('it is missing, with all that was in it')
  }

  /** Of a shard: where the checksum of the file is wrong, nobody can say which of the records that can be read is. */
  *records(sum: string): Iterable<StoredRecord> {
    let lost = 0
    for (const { line, offset } of linesOf(this.#bytes)) {
      const text = line.toString().trimEnd().replace(/,$/, '')
      if (offset === 0 || text === ']}') continue
      const record = parseJson(text)
      if (isRecord(record)) {
        yield record
      } else {
        lost++
        this.#note('a record cannot be read; it is lost', offset)
      }
    }
    const isOther = sum !== '' && this.#bytes.length > 0 && spelled(checksum(this.#bytes)) !== sum
    if (isOther && lost === 0) this.#note('its checksum is wrong: one of its records may be wrong, or some are missing')
  }

  /** Of a log segment of this length; 0 when that is not known. */
  *logRecords(bytes: number): Iterable<StoredRecord> {
    for (const { line, offset } of linesOf(this.#bytes)) {
      const record = readLine(line)
      if (record === undefined) this.#note('a record cannot be read; it is lost', offset)
      else yield record
    }
    if (this.#bytes.length > 0 && this.#bytes.length < bytes) {
      this.#note(`it has ${this.#bytes.length} bytes and had ${bytes}: records at its end are lost`)
    }
  }

  assertIndex(sum: string): void {
    if (this.#bytes.length > 0 && spelled(checksum(this.#bytes)) !== sum) this.#note('it is damaged; nothing is lost')
  }

  /** Of a journal that goes on after this commit, where that is known. */
  *commits(after: number | undefined): Iterable<JournalLine> {
    const { goodBytes, damage } = readJournal(this.#bytes)
    let seq = after
    for (const { line, offset } of linesOf(damage === undefined ? this.#bytes.subarray(0, goodBytes) : this.#bytes)) {
      const commit = decodeLine(line.subarray(0, -1))
      if (commit === undefined) {
        this.#note('a commit cannot be read; its changes are lost, and later ones are kept', offset)
        if (seq !== undefined) seq++
        continue
      }
      const missing = commit.seq - 1 - (seq ?? commit.seq - 1)
      if (missing > 0) this.#note(`commits are missing before number ${commit.seq}: ${missing}`, offset)
      seq = commit.seq
      yield commit
    }
  }

  #note(what: string, offset?: number): void {
    this.#damages.push({ file: this.#file, what, ...(offset !== undefined && { offset }) })
  }
}

/** Lines with their line breaks; what follows the last line break is a line, too. */
function* linesOf(bytes: Buffer): Iterable<{ readonly line: Buffer; readonly offset: number }> {
  for (let offset = 0; offset < bytes.length; ) {
    const end = bytes.indexOf('\n', offset)
    const next = end === -1 ? bytes.length : end + 1
    yield { line: bytes.subarray(offset, next), offset }
    offset = next
  }
}

const isRecord = (value: unknown): value is StoredRecord =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
