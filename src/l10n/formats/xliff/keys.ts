import { echo } from '../../../text/escape.ts'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { MAX_ENTRIES, SPLIT_FILE_FIX } from '../limits.ts'
import { positionAt } from '../position.ts'
import { type XliffDocument, type XliffSegment, type XliffUnit, xliffFault } from './document.ts'

/** The segments of a document by key, in the order of the file. A key that occurs again has several. */
export type KeyedSegments = ReadonlyMap<string, readonly [XliffSegment, ...XliffSegment[]]>

/** Returns the keys of the units of a document. */
export type UnitKeys = (unit: XliffUnit) => string

/**
 * Returns the keys of the units of a target file: those of the source's units. In Symfony's files, the translations have a `resname` that the source can lack;
 * then the ID tells which unit it is.
 */
export function createUnitKeys(document: XliffDocument, source?: XliffDocument): UnitKeys {
  const shape = source === undefined || source.units.length === 0 ? document : source
  const hasPrefix = shape.files.length > 1
  const toKey = ({ fileKey, name, id }: XliffUnit, isNamed: boolean): string => {
    const own = isNamed ? (name ?? id) : id
    return hasPrefix ? `${fileKey}:${own}` : own
  }
  if (source === undefined || source === document) return unit => toKey(unit, true)
  const isNamed = source.units.some(({ name }) => name !== undefined)
  const known = new Set(source.units.map(unit => toKey(unit, true)))
  const unnamed = new Set(source.units.filter(({ name }) => name === undefined).map(unit => toKey(unit, false)))
  return unit => {
    if (unit.name === undefined || known.has(toKey(unit, true))) return toKey(unit, true)
    return toKey(unit, isNamed && !unnamed.has(toKey(unit, false)))
  }
}

/** Returns the key of a segment: that of its unit, and the ID of the segment if there are several. */
export const toSegmentKey = (unitKey: string, { id }: XliffSegment): string =>
  id === undefined ? unitKey : `${unitKey}.${id}`

/**
 * Lists the segments to translate, by key.
 * @throws AppError `invalid_input` with line and column for too many
 */
export function listSegments(document: XliffDocument, keys: UnitKeys): KeyedSegments {
  const found = new Map<string, [XliffSegment, ...XliffSegment[]]>()
  for (const unit of document.units) {
    if (!unit.isTranslatable) continue
    const unitKey = keys(unit)
    for (const segment of unit.segments) {
      const key = toSegmentKey(unitKey, segment)
      const known = found.get(key)
      if (known !== undefined) known.push(segment)
      else found.set(key, [segment])
      if (found.size > MAX_ENTRIES) {
        throw xliffFault(
          document.xml,
          segment.element.start,
          `the file has more than ${MAX_ENTRIES} segments`,
          SPLIT_FILE_FIX,
        )
      }
    }
  }
  return found
}

/** Maximum keys that are reported as duplicates. */
const MAX_DUPLICATES = 20

/** Reads one value per key, and tells of keys that occur twice. */
export class ValueReader {
  readonly #document: XliffDocument
  readonly #read: (segment: XliffSegment) => string
  #duplicates = 0

  constructor(document: XliffDocument, read: (segment: XliffSegment) => string) {
    this.#document = document
    this.#read = read
  }

  /**
   * Returns the value of the segments of a key, which is the same in all of them.
   * @throws AppError `invalid_input` with line and column if they differ, or for a text that is too long
   */
  read(
    key: string,
    [first, ...others]: readonly [XliffSegment, ...XliffSegment[]],
  ): { readonly value: string; readonly duplicate?: readonly [number, number] } {
    const value = this.#read(first)
    const { xml } = this.#document
    if (value.length > MAX_TEXT_UNITS) {
      const what = `the text of ${show(key)} has ${value.length} characters; the limit is ${MAX_TEXT_UNITS}`
      throw xliffFault(xml, first.element.start, what, 'Split the text into several units.')
    }
    const [again] = others
    if (again === undefined) return { value }
    const other = others.find(segment => this.#read(segment) !== value)
    if (other === undefined && this.#duplicates >= MAX_DUPLICATES) return { value }
    this.#duplicates += 1
    const lines = [first, other ?? again].map(({ element }) => positionAt(xml.text, element.start).line)
    if (other === undefined) return { value, duplicate: [lines[0] ?? 0, lines[1] ?? 0] }
    const what = `the key ${show(key)} occurs twice with different values (lines ${lines.join(' and ')})`
    throw xliffFault(xml, other.element.start, what, 'Remove one of them, or give it another id.')
  }
}

const show = (key: string): string => echo(JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key))
