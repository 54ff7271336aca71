import { createHash, type Hash } from 'node:crypto'
import type { z } from 'zod'
import { FORMER_TABLES, type Upgrade } from '../records/migrations/upgrade.ts'
import {
  AnyManifest,
  CloseLine,
  EndLine,
  FORMAT_VERSION,
  findTable,
  getTableSchema,
  Manifest,
  OpenLine,
  type TableName,
} from './format.ts'
import type { ArchivePosition } from './position.ts'
import { getUpgrade, type Upgrades } from './upgrade.ts'

type StoredRecord = { readonly id: string }

/** What each line of an archive means by where it stands, and whether counts and checksums agree. */
export class ArchiveParser {
  readonly #reading: ArchivePosition
  readonly #whole = createHash('sha256')
  readonly #closed = new Map<string, number>()
  #manifest: Manifest | undefined
  readonly #upgrades: Upgrades
  #upgrade: Upgrade | undefined
  #open: { readonly name: string; readonly table: TableName | undefined; readonly hash: Hash } | undefined
  #end: EndLine | undefined
  /** So many records were read. */
  records = 0

  constructor(reading: ArchivePosition, upgrades: Upgrades = new Map()) {
    this.#reading = reading
    this.#upgrades = upgrades
  }

  /** The table whose records are being read, where this version has it. */
  get table(): TableName | undefined {
    return this.#open?.table
  }

  get manifest(): Manifest {
    if (this.#manifest === undefined) throw this.#reading.notBackupError('it is empty')
    return this.#manifest
  }

  /**
   * Takes the next line; gives its record when it is one that today's shape has a place for.
   * @throws AppError `invalid_input`
   */
  parseLine(line: Buffer): StoredRecord | undefined {
    const reading = this.#reading
    reading.line += 1
    if (this.#end !== undefined) throw reading.damagedError('this line follows the end of the backup')
    if (this.#manifest === undefined) {
      this.#begin(line)
    } else {
      const value = parseObject(line)
      if (value === undefined) throw reading.damagedError('it is not a JSON object')
      if ('id' in value) return this.#record(value, line)
      if ('open' in value) this.#openTable(value)
      else if ('close' in value) this.#closeTable(value)
      else return this.#finishAt(value)
    }
    hashLine(this.#whole, line)
  }

  /** @throws AppError `invalid_input` when the archive was cut. */
  finish(): { readonly manifest: Manifest; readonly sha256: string } {
    if (this.#end === undefined) {
      const { manifest } = this
      throw this.#reading.damagedError(`it was cut: the file ends after ${this.records} of ${manifest.records} records`)
    }
    return { manifest: this.manifest, sha256: this.#end.sha256 }
  }

  #begin(line: Buffer): void {
    const reading = this.#reading
    const value = parseObject(line)
    const { data: any } = AnyManifest.safeParse(value)
    if (any === undefined) throw reading.notBackupError('line 1 is not its manifest')
    if (any.format_version !== FORMAT_VERSION) {
      throw reading.unreadableError(`format version ${any.format_version}`, `version ${FORMAT_VERSION}`)
    }
    const manifest = this.#parse(Manifest, value)
    const shape = manifest.shape_version
    this.#upgrade = this.#upgrades.get(shape) ?? getUpgrade(shape, reading)
    this.#upgrades.set(shape, this.#upgrade)
    for (const name of Object.keys(manifest.counts)) this.#tableNamed(name)
    this.#manifest = manifest
  }

  #openTable(value: object): void {
    const reading = this.#reading
    const { open } = this.#parse(OpenLine, value)
    const table = this.#tableNamed(open)
    if (this.#open !== undefined) throw reading.damagedError(`the table ${open} begins before ${this.#open.name} ends`)
    if (this.#closed.has(open)) throw reading.damagedError(`the table ${open} is there twice`)
    this.#open = { name: open, table, hash: createHash('sha256') }
    reading.table = open
    reading.record = 0
  }

  #record(value: object, line: Buffer): StoredRecord | undefined {
    const reading = this.#reading
    const open = this.#open
    if (open === undefined || this.#upgrade === undefined)
      throw reading.damagedError('a record stands outside of a table')
    reading.record += 1
    if (!isRecord(value)) throw reading.damagedError('its id is not a text')
    hashLine(open.hash, line)
    hashLine(this.#whole, line)
    const record = this.#upgrade(open.name, value)
    const fault = record && open.table && getTableSchema(open.table).safeParse(record).error?.issues[0]
    if (fault !== undefined) {
      throw reading.damagedError(
        `the record ${value.id} does not fit: ${fault.path.join('.') || 'record'}: ${fault.message}`,
      )
    }
    this.records += 1
    return record
  }

  #closeTable(value: object): void {
    const reading = this.#reading
    const { close, records, sha256 } = this.#parse(CloseLine, value)
    const open = this.#open
    if (open?.name !== close) throw reading.damagedError(`the table ${close} ends, which has not begun`)
    const stated = this.manifest.counts[close]
    if (reading.record !== records || stated !== records) {
      throw reading.damagedError(
        `the table ${close} has ${reading.record} records, its last line says ${records}, and the manifest ${stated}`,
      )
    }
    if (open.hash.digest('hex') !== sha256) throw reading.damagedError(`the checksum of the table ${close} is wrong`)
    this.#closed.set(close, records)
    this.#open = undefined
    reading.table = undefined
    reading.record = 0
  }

  #finishAt(value: object): undefined {
    const reading = this.#reading
    const end = this.#parse(EndLine, value)
    const { counts, records } = this.manifest
    const missing = Object.keys(counts).find(name => (this.#closed.get(name) ?? 0) !== counts[name])
    if (missing !== undefined)
      throw reading.damagedError(`the table ${missing} of the manifest is missing or not whole`)
    if (end.records !== this.records || end.records !== records || end.tables !== this.#closed.size) {
      throw reading.damagedError(
        `it has ${this.records} records in ${this.#closed.size} tables, its end says ${end.records} in ${end.tables}, and the manifest ${records}`,
      )
    }
    if (this.#whole.digest('hex') !== end.sha256)
      throw reading.damagedError('the checksum of the whole backup is wrong')
    this.#end = end
  }

  /** Undefined for a table that earlier shapes had. */
  #tableNamed(name: string): TableName | undefined {
    const table = findTable(name)
    if (table !== undefined || FORMER_TABLES.has(name)) return table
    throw this.#reading.damagedError(`this version of dragoman has no table ${JSON.stringify(name)}`)
  }

  #parse<T>(schema: z.ZodType<T>, value: unknown): T {
    const { data, error } = schema.safeParse(value)
    if (data !== undefined) return data
    const [fault] = error?.issues ?? []
    throw this.#reading.damagedError(`${fault?.path.join('.') || 'the line'}: ${fault?.message ?? 'it is wrong'}`)
  }
}

function parseObject(line: Buffer): object | undefined {
  try {
    const value: unknown = JSON.parse(line.toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isRecord = (value: object): value is StoredRecord =>
  'id' in value && typeof value.id === 'string' && value.id !== ''

const LINE_END = Buffer.from('\n')

function hashLine(hash: Hash, line: Buffer): void {
  hash.update(line)
  hash.update(LINE_END)
}
