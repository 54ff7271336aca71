import type { Message } from '../message/message.ts'
import { readIfValid } from './faults.ts'
import type { Format, TargetEntry } from './format.ts'
import { type Position, positionAt } from './position.ts'

/** A target file that was read. */
export interface LocatedFile {
  readonly format: Format
  readonly text: string
  /** The source file. */
  readonly source: string
  readonly locale: string
  /** The root key of the source file, if that is its locale. */
  readonly rootKey?: string | undefined
}

/** Entries that are located one by one, because the file around them changes with them. */
const MAX_SINGLES = 8
/** Texts that are not found before the search ends: a hostile file could make each one long. */
const MAX_LOST = 200

/**
 * Finds the place of each entry's first text in a target file. A format writes the file with marks in place of the texts, and everything else stays byte
 * for byte: what is between two marks is found again in the file. So each format is located by the rules that pulls write it with.
 * An entry without a place is absent.
 */
export function locateEntries(file: LocatedFile, entries: readonly TargetEntry[]): ReadonlyMap<string, Position> {
  const offsets = findOffsets(file, entries)
  const positions = new Map<string, Position>()
  let [start, lines] = [0, 0]
  for (const [key, offset] of [...offsets].toSorted(([, one], [, other]) => one - other)) {
    const { line, column } = positionAt(file.text.slice(start), offset - start)
    lines += line - 1
    positions.set(key, { line: lines + 1, column })
    // The next search starts in this line.
    start = offset - column + 1
  }
  return positions
}

function findOffsets(file: LocatedFile, entries: readonly TargetEntry[]): ReadonlyMap<string, number> {
  const prefix = choosePrefix(file.text)
  const marks = new Map(entries.flatMap((entry, at) => listMarks(entry, `${prefix}${at}z`)).map(one => [one.mark, one]))
  const offsets = new Map<string, number>()
  const written = writeMarks(file, entries, prefix)
  if (written === undefined) return offsets
  const byKey = new Map(entries.map(entry => [entry.key, entry]))
  let [end, lost, singles] = [0, 0, 0]
  /** Where the last text that was found begins, and how many characters of texts that were not found may follow it. */
  let [last, skipped] = [0, 0]
  for (const { 0: mark, index } of written.matchAll(new RegExp(`${prefix}\\d+z(?:\\d+z)?`, 'g'))) {
    const one = marks.get(mark)
    if (one === undefined) continue
    const between = written.slice(end, index)
    end = index + mark.length
    const offset = findBehind(file.text, between, last, skipped)
    if (offset !== undefined) {
      ;[last, skipped] = [offset, one.length]
      if (!offsets.has(one.key)) offsets.set(one.key, offset)
      continue
    }
    if (++lost > MAX_LOST) break
    skipped += between.length + one.length
    const entry = byKey.get(one.key)
    if (entry === undefined || offsets.has(one.key) || ++singles > MAX_SINGLES) continue
    const alone = findAlone(file, entry, prefix)
    if (alone === undefined) continue
    offsets.set(one.key, alone)
    if (alone > last) [last, skipped] = [alone, one.length]
  }
  return offsets
}

/** Longest encoding of a character: `\\u00E4`, `&quot;`, and the frame of a line. */
const MAX_ENCODED = 12
const MAX_FRAME = 400

/**
 * Finds the end of what stands before a text, behind a text of about so many characters. An encoded text is hardly shorter than what it says, so that the
 * search does not begin inside of it.
 */
function findBehind(text: string, between: string, from: number, length: number): number | undefined {
  const within = text.slice(from, from + length * MAX_ENCODED + MAX_FRAME + between.length)
  const far = within.indexOf(between, length)
  const start = far === -1 ? within.indexOf(between) : far
  return start === -1 ? undefined : from + start + between.length
}

/** The first difference that a mark in place of one entry makes. */
function findAlone(file: LocatedFile, entry: TargetEntry, prefix: string): number | undefined {
  const written = writeMarks(file, [entry], prefix)
  const mark = written?.indexOf(prefix) ?? -1
  if (written === undefined || mark === -1) return undefined
  let at = 0
  while (at < mark && written[at] === file.text[at]) at += 1
  return at
}

/** Letters that the file does not have. */
function choosePrefix(text: string): string {
  for (let prefix = 'Zqx'; ; prefix += 'q') if (!text.includes(prefix)) return prefix
}

const toMarked = ({ value }: TargetEntry, mark: string): Message =>
  typeof value === 'string'
    ? mark
    : Object.fromEntries(Object.keys(value).map((category, at) => [category, `${mark}${at}z`]))

const listMarks = ({ key, value }: TargetEntry, mark: string) =>
  typeof value === 'string'
    ? [{ key, mark, length: value.length }]
    : Object.values(value).map((text, at) => ({ key, mark: `${mark}${at}z`, length: text.length }))

/** Undefined if the format cannot write the file. */
function writeMarks(file: LocatedFile, entries: readonly TargetEntry[], prefix: string): string | undefined {
  const { format, text, source, locale, rootKey } = file
  const values = new Map(entries.map((entry, at) => [entry.key, toMarked(entry, `${prefix}${at}z`)]))
  const states = new Map(entries.flatMap(({ key, state }) => (state === undefined ? [] : [[key, state] as const])))
  return readIfValid(() => format.write({ source, base: text, locale, rootKey, values, states }))
}
