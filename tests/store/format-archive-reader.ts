import { createHash } from 'node:crypto'
import { crc32, inflateRawSync } from 'node:zlib'
import { check, Found, type Tables } from './format-reader.ts'

type Line = { id?: string; open?: string; close?: string; end?: true; records: number; tables: number; sha256: string }
type Manifest = { format: string; format_version: number; records: number; counts: Record<string, number> }
type Open = { readonly table: string; readonly text: string; readonly records: number }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Reads a backup by docs/stored-records.md alone: section 6. @throws Error at the first fault. */
export function readArchive(bytes: Buffer): Tables {
  const lines = unpack(bytes).split('\n')
  check(lines.pop() === '', 'the end of the last line')
  const end: Line = JSON.parse(lines.pop() ?? '')
  check(end.end === true && end.sha256 === sha256(lines.map(line => `${line}\n`).join('')), 'the whole')
  const manifest: Manifest = JSON.parse(lines[0] ?? '')
  check(manifest.format === 'dragoman-backup' && manifest.format_version === 1, 'the format')
  const found = new Found()
  let open: Open | undefined
  for (const text of lines.slice(1)) open = take(text, open, found, manifest)
  const total = [...found.tables.values()].reduce((all, { size }) => all + size, 0)
  check(open === undefined && total === end.records && total === manifest.records, 'the counts')
  check(found.tables.size === end.tables, 'the number of tables')
  return found.tables
}

function unpack(bytes: Buffer): string {
  const content = inflateRawSync(bytes.subarray(10, -8))
  check(bytes.toString('hex', 0, 10) === '1f8b08000000000000ff', 'the header of gzip')
  check(bytes.readUInt32LE(bytes.length - 8) === crc32(content), 'the sum of gzip')
  check(bytes.readUInt32LE(bytes.length - 4) === content.length % 2 ** 32, 'the length of gzip')
  return content.toString()
}

/** Gives the table that is open behind this line. */
function take(text: string, open: Open | undefined, found: Found, { counts }: Manifest): Open | undefined {
  const line: Line = JSON.parse(text)
  const { id } = line
  if (id !== undefined) {
    check(open !== undefined, `the record ${id} outside of a table`)
    found.add(open.table, { ...line, id })
    return { ...open, text: `${open.text}${text}\n`, records: open.records + 1 }
  }
  if (line.open !== undefined) {
    check(open === undefined && !found.tables.has(line.open), `the beginning of ${line.open}`)
    return { table: line.open, text: '', records: 0 }
  }
  check(open !== undefined && line.close === open.table, `the end of ${line.close}`)
  check(line.records === open.records && counts[open.table] === open.records, `the counts of ${open.table}`)
  check(line.sha256 === sha256(open.text), `the checksum of ${open.table}`)
  return undefined
}
