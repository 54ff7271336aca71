import { groupBy } from '../../groups.ts'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { MAX_ENTRIES, SPLIT_FILE_FIX, showKey } from '../faults.ts'
import { RepeatedKeys, type Repetition } from '../repeated-keys.ts'
import { xmlFault } from '../xml/scan.ts'
import { findLines } from '../xml/tree.ts'
import { type XliffDocument, type XliffSegment, type XliffUnit } from './document.ts'

/** The segments of a document by key, in the order of the file. A key that occurs again has several. */
export type KeyedSegments = ReadonlyMap<string, readonly [XliffSegment, ...XliffSegment[]]>

/**
 * The keys of a document. A target file has those of its source, where it has the same units. In Symfony's files, the translations have a `resname` that the source
 * can lack: then the ID tells which unit it is.
 */
export class XliffKeys {
  readonly #hasPrefix: boolean
  /** Whether names are keys, for units that the source does not have. */
  readonly #isNamed: boolean
  readonly #known = new Set<string>()
  /** Keys of the source's units without a name. */
  readonly #unnamed = new Set<string>()
  /** Keys of the source's units with several segments. */
  readonly #segmented = new Set<string>()

  constructor(document: XliffDocument, source: XliffDocument = document) {
    const shape = source.units.length === 0 ? document : source
    this.#hasPrefix = shape.files.length > 1
    this.#isNamed = source === document || source.units.some(({ name }) => name !== undefined)
    for (const unit of source.units) {
      const key = this.#toKey(unit, true)
      this.#known.add(key)
      if (unit.name === undefined) this.#unnamed.add(key)
      if (unit.segments.length > 1) this.#segmented.add(key)
    }
  }

  ofUnit(unit: XliffUnit): string {
    const own = this.#toKey(unit, true)
    if (unit.name === undefined || this.#known.has(own)) return own
    const byId = this.#toKey(unit, false)
    return this.#isNamed && !this.#unnamed.has(byId) ? own : byId
  }

  /** Returns the key of the unit, with the ID of the segment if there are several. */
  ofSegment({ unit, id }: XliffSegment): string {
    const key = this.ofUnit(unit)
    return id === undefined || (unit.segments.length === 1 && !this.#segmented.has(key)) ? key : `${key}.${id}`
  }

  #toKey({ fileKey, name, id }: XliffUnit, isNamed: boolean): string {
    const own = isNamed ? (name ?? id) : id
    return this.#hasPrefix ? `${fileKey}:${own}` : own
  }
}

/**
 * Lists the segments to translate, by key.
 * @throws AppError `invalid_input` with line and column for too many
 */
export function listSegments(document: XliffDocument, keys: XliffKeys): KeyedSegments {
  const segments = document.units.flatMap(unit => (unit.isTranslatable ? unit.segments : []))
  const found = groupBy(segments, segment => keys.ofSegment(segment))
  const [surplus] = [...found.values()][MAX_ENTRIES] ?? []
  if (surplus === undefined) return found
  const what = `the file has more than ${MAX_ENTRIES} segments`
  throw xmlFault(document.xml, surplus.element.start, what, SPLIT_FILE_FIX)
}

/**
 * Returns a function that reads the value of the segments of a key, and whether all of them have it.
 * It throws AppError `invalid_input` with line and column for a text that is too long.
 */
export function createValueReader({ xml }: XliffDocument, read: (segment: XliffSegment) => string) {
  const repeated = new RepeatedKeys()
  return (
    key: string,
    [first, ...others]: readonly [XliffSegment, ...XliffSegment[]],
  ): { value: string; repetition: Repetition } => {
    const value = read(first)
    if (value.length > MAX_TEXT_UNITS) {
      const what = `the text of ${showKey(key)} has ${value.length} characters; the limit is ${MAX_TEXT_UNITS}`
      throw xmlFault(xml, first.element.start, what, 'Split the text into several units.')
    }
    const other = others.find(segment => read(segment) !== value)
    const again = other ?? others[0]
    if (again !== undefined) repeated.add(key, other === undefined, () => findLines(xml, first.element, again.element))
    return { value, repetition: repeated.get(key) }
  }
}
