import { type Found, SOURCE_LOCALE } from './find-files.ts'
import type { Measured } from './measure-file.ts'
import { PLAIN_PARSERS } from './plain-parsers.ts'

/** A file that was measured, or the message of the error that reading it was refused with. */
export interface Row {
  readonly file: Found
  readonly measured: Measured | string
}

const TIMES = ['read', 'write', 'plain parser', 'read ÷ plain', 'write ÷ read']
const LAWS = ['same bytes', 'one edit, one place', 'new file reads the same']

/** The rows of a Markdown table of files. Times are milliseconds per 10,000 entries. */
export const FILE_HEAD = head('file', 'locale', 'format', 'entries', LAWS[0], LAWS[1], 'lines', LAWS[2], ...TIMES)

export function toFileRow({ file: { path, format, locale, isSource }, measured }: Row): string {
  const place = isSource && locale === SOURCE_LOCALE ? `${locale} (source)` : locale
  if (typeof measured === 'string') return row(path, place, format.id, `NO: ${measured}`)
  const { entries, isSame, isLocal, lines, isReread } = measured
  return row(path, place, format.id, entries, law(isSame), law(isLocal), lines, law(isReread), ...toTimes([measured]))
}

export const FORMAT_HEAD = head('format', 'files', 'entries', ...LAWS, 'most lines', ...TIMES, 'plain parser is')

/** Sums the files of a format. */
export function toFormatRow(id: string, rows: readonly Row[]): string {
  const all = rows.flatMap(({ measured }) => (typeof measured === 'string' ? [] : [measured]))
  const share = (holds: (measured: Measured) => boolean): string => `${all.filter(holds).length} of ${rows.length}`
  return row(
    id,
    rows.length,
    sum(all, ({ entries }) => entries),
    share(({ isSame }) => isSame),
    share(({ isLocal }) => isLocal),
    share(({ isReread }) => isReread),
    Math.max(0, ...all.map(({ lines }) => lines)),
    ...toTimes(all),
    PLAIN_PARSERS[id]?.name ?? 'none exists',
  )
}

/** Whether a file holds all laws. */
export const isSound = ({ measured }: Row): boolean =>
  typeof measured !== 'string' && measured.isSame && measured.isLocal && measured.isReread

function toTimes(all: readonly Measured[]): readonly string[] {
  const entries = Math.max(
    1,
    sum(all, one => one.entries),
  )
  const [read, write] = [sum(all, one => one.read), sum(all, one => one.write)]
  const plain = all.some(one => one.plain === undefined) ? undefined : sum(all, one => one.plain ?? 0)
  const per = (ms: number): string => ((ms / entries) * 10_000).toFixed(0)
  return [
    per(read),
    per(write),
    plain === undefined ? 'none' : per(plain),
    plain === undefined ? '' : (read / plain).toFixed(1),
    (write / read).toFixed(1),
  ]
}

const sum = (all: readonly Measured[], pick: (measured: Measured) => number): number =>
  all.reduce((total, measured) => total + pick(measured), 0)

const law = (holds: boolean): string => (holds ? 'yes' : 'NO')

function row(...cells: readonly (string | number | undefined)[]): string {
  return `| ${cells.join(' | ')} |`
}

function head(...names: readonly (string | undefined)[]): string {
  return `${row(...names)}\n|${' --- |'.repeat(names.length)}`
}
