import { createHash, type Hash } from 'node:crypto'
import type { z } from 'zod'
import { tryParseObject } from '../../text/try-parse-json.ts'
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

interface ParserOptions {
  readonly upgrades: Upgrades | undefined
  readonly anyShape: boolean
}

/** Parses the lines of a backup, and checks order, counts and checksums. */
export class ArchiveParser {
  readonly #reading: ArchivePosition
  readonly #whole = createHash('sha256')
  readonly #closed = new Map<string, number>()
  #manifest: Manifest | undefined
  readonly #upgrades: Upgrades
  readonly #anyShape: boolean
  #upgrade: Upgrade | undefined
  #open: { readonly name: string; readonly table: TableName | undefined; readonly hash: Hash } | undefined
  #end: EndLine | undefined
  /** Number of records read. */
  records = 0

  constructor(reading: ArchivePosition, { upgrades = new Map(), anyShape }: ParserOptions) {
    this.#reading = reading
    this.#upgrades = upgrades
    this.#anyShape = anyShape
  }

  /** The current table; undefined if this version does not have it. */
  get table(): TableName | undefined {
    return this.#open?.table
  }

  get manifest(): Manifest {
    if (this.#manifest === undefined) throw this.#reading.notBackupError('the file is empty')
    return this.#manifest
  }

  /**
   * Parses the next line; returns its record, if it is one that the current shape still has.
   * @throws AppError `invalid_input`
   */
  parseLine(line: Buffer): StoredRecord | undefined {
    const reading = this.#reading
    reading.line += 1
    if (this.#end !== undefined) throw reading.damagedError('this line follows the end of the backup')
    if (this.#manifest === undefined) {
      this.#begin(line)
    } else {
      const value = tryParseObject(line.toString())
      if (value === undefined) throw reading.damagedError('the line is not a JSON object')
      if ('id' in value) return this.#record(value, line)
      if ('open' in value) this.#openTable(value)
      else if ('close' in value) this.#closeTable(value)
      else return this.#finishAt(value)
    }
    hashLine(this.#whole, line)
  }

  /** @throws AppError `invalid_input` when the backup is truncated. */
  finish(): { readonly manifest: Manifest; readonly sha256: string } {
    if (this.#end === undefined) {
      const { manifest } = this
      throw this.#reading.damagedError(`the file is truncated after ${this.records} of ${manifest.records} records`)
    }
    return { manifest: this.manifest, sha256: this.#end.sha256 }
  }

  #begin(line: Buffer): void {
    const reading = this.#reading
    const value = tryParseObject(line.toString())
    const { data: any } = AnyManifest.safeParse(value)
    if (any === undefined) throw reading.notBackupError('line 1 is not a manifest')
    if (any.format_version !== FORMAT_VERSION) {
      throw reading.unreadableError(`format version ${any.format_version}`, `version ${FORMAT_VERSION}`)
    }
    const manifest = this.#parse(Manifest, value)
    this.#upgrade = this.#anyShape ? (_table, record) => record : this.#findUpgrade(manifest)
    for (const name of Object.keys(manifest.counts)) this.#tableNamed(name)
    this.#manifest = manifest
  }

  #findUpgrade({ shape_version: shape, dragoman_version: version }: Manifest): Upgrade {
    const upgrade = this.#upgrades.get(shape) ?? getUpgrade(shape, version, this.#reading)
    this.#upgrades.set(shape, upgrade)
    return upgrade
  }

  #openTable(value: object): void {
    const reading = this.#reading
    const { open } = this.#parse(OpenLine, value)
    const table = this.#tableNamed(open)
    if (this.#open !== undefined) throw reading.damagedError(`the table ${open} begins before ${this.#open.name} ends`)
    if (this.#closed.has(open)) throw reading.damagedError(`the table ${open} occurs twice`)
    this.#open = { name: open, table, hash: createHash('sha256') }
    reading.table = open
    reading.record = 0
  }

  #record(value: object, line: Buffer): StoredRecord | undefined {
    const reading = this.#reading
    const open = this.#open
    if (open === undefined || this.#upgrade === undefined) throw reading.damagedError('a record is outside of a table')
    reading.record += 1
    if (!isRecord(value)) throw reading.damagedError('its id is not a string')
    hashLine(open.hash, line)
    hashLine(this.#whole, line)
    const record = this.#toCurrent(this.#upgrade, open.name, value)
    const schema = open.table === undefined || this.#anyShape ? undefined : getTableSchema(open.table)
    const fault = record && schema?.safeParse(record).error?.issues[0]
    if (fault !== undefined) {
      throw reading.damagedError(
        `the record ${value.id} is not valid: ${fault.path.join('.') || 'record'}: ${fault.message}`,
      )
    }
    this.records += 1
    return record
  }

  /** A migration trusts the records of its shape, so it fails on those of another one: the manifest names the wrong version. */
  #toCurrent(upgrade: Upgrade, table: string, record: StoredRecord): StoredRecord | undefined {
    try {
      return upgrade(table, record)
    } catch (cause) {
      const { shape_version: shape } = this.manifest
      throw this.#reading.damagedError(`the record ${record.id} does not have shape ${shape} of the manifest`, cause)
    }
  }

  #closeTable(value: object): void {
    const reading = this.#reading
    const { close, records, sha256 } = this.#parse(CloseLine, value)
    const open = this.#open
    if (open?.name !== close) throw reading.damagedError(`the table ${close} ends, but was not opened`)
    const stated = this.manifest.counts[close]
    if (reading.record !== records || stated !== records) {
      throw reading.damagedError(
        `the table ${close} has ${reading.record} records, but ${records} by its last line and ${stated} by the manifest`,
      )
    }
    if (open.hash.digest('hex') !== sha256) throw reading.damagedError(`wrong checksum of the table ${close}`)
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
    if (missing !== undefined) throw reading.damagedError(`the table ${missing} is missing or incomplete`)
    if (end.records !== this.records || end.records !== records || end.tables !== this.#closed.size) {
      throw reading.damagedError(
        `it has ${this.records} records in ${this.#closed.size} tables, but ${end.records} in ${end.tables} by its last line and ${records} by the manifest`,
      )
    }
    if (this.#whole.digest('hex') !== end.sha256) throw reading.damagedError('wrong checksum of the backup')
    this.#end = end
  }

  /** Undefined for a table of earlier shapes only. */
  #tableNamed(name: string): TableName | undefined {
    const table = findTable(name)
    if (table !== undefined || this.#anyShape || FORMER_TABLES.has(name)) return table
    throw this.#reading.damagedError(`unknown table ${JSON.stringify(name)}`)
  }

  #parse<T>(schema: z.ZodType<T>, value: unknown): T {
    const { data, error } = schema.safeParse(value)
    if (data !== undefined) return data
    const [fault] = error?.issues ?? []
    throw this.#reading.damagedError(`${fault?.path.join('.') || 'the line'}: ${fault?.message ?? 'not valid'}`)
  }
}

const isRecord = (value: object): value is StoredRecord =>
  'id' in value && typeof value.id === 'string' && value.id !== ''

const LINE_END = Buffer.from('\n')

function hashLine(hash: Hash, line: Buffer): void {
  hash.update(line)
  hash.update(LINE_END)
}
